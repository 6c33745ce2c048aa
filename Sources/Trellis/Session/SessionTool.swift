/// A tool of a session, with what is read of it once, when the session is made.
package struct SessionTool: Sendable {
    /// The tool itself.
    package let tool: any Tool
    /// The tool as a model sees it.
    package let definition: Transcript.ToolDefinition

    /// Reads a tool.
    ///
    /// - Throws: What is wrong with the schema of its arguments.
    package init(_ tool: any Tool) throws {
        self.tool = tool
        definition = Transcript.ToolDefinition(tool: tool)
        _ = try definition.parameters.jsonSchema
    }

    /// Calls the tool.
    ///
    /// - Returns: What it returned.
    /// - Throws: `LanguageModelSession.ToolCallError` with what the tool threw.
    package func call(_ arguments: GeneratedContent) async throws -> Prompt {
        func call<Callee: Tool>(_ tool: Callee) async throws -> Prompt {
            try await tool.call(arguments: Callee.Arguments(arguments)).promptRepresentation
        }
        do {
            return try await call(tool)
        } catch is CancellationError where Task.isCancelled {
            throw CancellationError()
        } catch let refusal as ToolCallRefusal {
            throw refusal
        } catch {
            throw LanguageModelSession.ToolCallError(tool: tool, underlyingError: error)
        }
    }
}
