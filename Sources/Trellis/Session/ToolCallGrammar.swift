package import TrellisDecoding
package import TrellisJSON

/// The form of a tool call for models whose chat template has none of its own: what the model may write, and how it is read.
///
/// A call is `{"tool": name, "arguments": {…}}` with a name from the closed set of tools and the arguments of that tool's
/// schema; `{"tool": null}` means that no tool is needed. Since decoding is bound to this, a call is always well-formed.
package struct ToolCallGrammar {
    /// The tools in the order of the session.
    package let tools: [ReplyRequest.Tool]

    /// Makes the grammar of a closed set of tools.
    package init(_ tools: [ReplyRequest.Tool]) { self.tools = tools }

    /// The schema of a decision.
    ///
    /// - Parameter mayDecline: Whether the model may call no tool.
    package func schema(mayDecline: Bool) -> JSONValue {
        var alternatives: [JSONValue] = []
        var definitions = JSONObject()
        for (index, tool) in tools.enumerated() {
            // Definitions of all tools share one place, so each tool's get a prefix of their own.
            let prefix = "tool\(index)"
            var parameters = tool.parameters.objectValue ?? JSONObject()
            let own = parameters["$defs"]?.objectValue ?? JSONObject()
            parameters["$defs"] = nil
            func moved(_ object: JSONObject) -> JSONObject {
                object.rewritingReferences { reference in
                    if reference.hasPrefix("#/$defs/") {
                        return "#/$defs/\(prefix)." + reference.dropFirst("#/$defs/".count)
                    }
                    return reference.hasPrefix("#") ? "#/$defs/\(prefix)" + reference.dropFirst() : nil
                }
            }
            for (name, value) in own {
                definitions["\(prefix).\(name)"] = value.objectValue.map { .object(moved($0)) } ?? value
            }
            definitions[prefix] = .object(moved(parameters))
            alternatives.append(
                object([
                    ("tool", ["const": .string(tool.name)]),
                    ("arguments", ["$ref": .string("#/$defs/\(prefix)")]),
                ]))
        }
        if mayDecline { alternatives.append(object([("tool", ["type": "null"])])) }
        var schema = JSONObject()
        schema["anyOf"] = .array(alternatives)
        schema["$defs"] = .object(definitions)
        return .object(schema)
    }

    /// What the model is told about answering with a call.
    package static func request(mayDecline: Bool) -> String {
        let call = #"To use a tool, answer {"tool": its name, "arguments": its arguments}."#
        return mayDecline ? call + #" To answer without a tool, answer {"tool": null}."# : call
    }

    /// Reads a decision.
    ///
    /// - Returns: The name and the arguments; nil when no tool is called.
    /// - Throws: `GeneratedContent.ParsingError` for text that is not a decision, which the grammar rules out.
    package static func read(_ text: String) throws -> (name: String, arguments: GeneratedContent)? {
        let decision = try GeneratedContent(json: text)
        guard let name = try decision.value(String?.self, forProperty: "tool") else { return nil }
        return (name, try decision.value(GeneratedContent.self, forProperty: "arguments"))
    }

    /// The text of a call as the model wrote it.
    package static func text(name: String, arguments: GeneratedContent) -> String {
        let call: JSONValue = ["tool": .string(name), "arguments": arguments.value]
        return call.text(.spaced)
    }

    private func object(_ properties: [(String, JSONValue)]) -> JSONValue {
        var members = JSONObject()
        for (name, value) in properties { members[name] = value }
        let names = JSONValue.array(properties.map { .string($0.0) })
        return [
            "type": "object", "properties": .object(members), "required": names, "x-order": names,
            "additionalProperties": false,
        ]
    }
}
