package import TrellisDecoding
import TrellisJSON

/// The tools of a session as its instructions show them, for models whose chat template has no place for tools.
package struct ToolPrompt {
    /// What is added to the instructions; empty without tools.
    package let text: String

    /// Words a list of tools.
    ///
    /// - Parameters:
    ///   - tools: The tools.
    ///   - format: How the model is to write calls; nil when it's asked about that later.
    /// - Throws: What is wrong with the schema of a tool.
    package init(_ tools: [Transcript.ToolDefinition], format: ReplyFormat? = nil) throws {
        let lines = try tools.map { tool in
            let line = "- \(tool.name): \(tool.description)"
            guard tool.showsParameters else { return line }
            return line + " Arguments: \(try tool.parameters.jsonSchema.shortened.text(.compact))"
        }
        guard !lines.isEmpty else {
            text = ""
            return
        }
        let list = "These tools can be used:\n" + lines.joined(separator: "\n")
        guard let format else {
            text = list
            return
        }
        let call = format.callText(name: "NAME", arguments: ["ARGUMENT": "VALUE"])
        text = list + "\nTo use one of them, answer with its call and nothing else, like this: \(call)"
    }
}
