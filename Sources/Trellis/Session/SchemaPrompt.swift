package import TrellisJSON

/// A schema as a prompt shows it: the JSON dialect without what the model has no use for.
package struct SchemaPrompt {
    /// What is added to the prompt.
    package let text: String

    /// Words a schema in the JSON dialect.
    package init(_ schema: JSONValue) {
        text = "Answer in JSON that follows this schema: \(schema.shortened.text(.compact))"
    }
}

extension JSONValue {
    /// The schema without titles, `x-order` (the properties are in that order) and `additionalProperties: false`.
    package var shortened: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.shortened))
        case .object(let object):
            var result = JSONObject()
            for (name, value) in object {
                switch name {
                case "title", "x-order": continue
                case "additionalProperties" where value == false: continue
                case "properties", "$defs":
                    // The names inside are those of properties and types, not keywords.
                    var members = JSONObject()
                    for (name, value) in value.objectValue ?? JSONObject() { members[name] = value.shortened }
                    result[name] = .object(members)
                case "enum", "const": result[name] = value
                default: result[name] = value.shortened
                }
            }
            return .object(result)
        default: return self
        }
    }
}
