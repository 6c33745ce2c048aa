package import TrellisJSON

/// A tool of a session, with what is read of it once, when the session is made.
package struct SessionTool: Sendable {
    /// The tool itself.
    package let tool: any Tool
    /// The name by which the model calls it.
    package let name: String
    /// What it does.
    package let description: String
    /// The schema of its arguments.
    package let parameters: GenerationSchema
    /// The same in the JSON dialect.
    package let parametersJSON: JSONValue
    /// Whether the instructions show the schema.
    package let showsParameters: Bool

    /// Reads a tool.
    ///
    /// - Throws: What is wrong with the schema of its arguments.
    package init(_ tool: any Tool) throws {
        self.tool = tool
        name = tool.name
        description = tool.description
        parameters = tool.parameters
        parametersJSON = try tool.parameters.jsonSchema
        showsParameters = tool.includesSchemaInInstructions
    }

    /// Calls the tool.
    ///
    /// - Returns: The text of what it returned.
    /// - Throws: `LanguageModelSession.ToolCallError` with what the tool threw.
    package func call(_ arguments: GeneratedContent) async throws -> String {
        func call<Callee: Tool>(_ tool: Callee) async throws -> String {
            try await tool.call(arguments: Callee.Arguments(arguments)).promptRepresentation.text
        }
        do {
            return try await call(tool)
        } catch is CancellationError where Task.isCancelled {
            throw CancellationError()
        } catch {
            throw LanguageModelSession.ToolCallError(tool: tool, underlyingError: error)
        }
    }
}

/// The tools of a session as its instructions show them.
package struct ToolPrompt {
    /// What is added to the instructions; empty without tools.
    package let text: String

    /// Words a list of tools.
    package init(_ tools: [SessionTool]) {
        let lines = tools.map { tool in
            let line = "- \(tool.name): \(tool.description)"
            return tool.showsParameters ? line + " Arguments: \(tool.parametersJSON.shortened.text(.compact))" : line
        }
        text = lines.isEmpty ? "" : "These tools can be used:\n" + lines.joined(separator: "\n")
    }
}
