import TrellisJSON

/// The tools of a session as its instructions show them, for models whose chat template has no place for tools.
package struct ToolPrompt {
    /// What is added to the instructions; empty without tools.
    package let text: String

    /// Words a list of tools.
    ///
    /// - Throws: What is wrong with the schema of a tool.
    package init(_ tools: [Transcript.ToolDefinition]) throws {
        let lines = try tools.map { tool in
            let line = "- \(tool.name): \(tool.description)"
            guard tool.showsParameters else { return line }
            return line + " Arguments: \(try tool.parameters.jsonSchema.shortened.text(.compact))"
        }
        text = lines.isEmpty ? "" : "These tools can be used:\n" + lines.joined(separator: "\n")
    }
}
