extension SystemLanguageModel {
    /// The number of tokens of a prompt, without the frame that the chat template puts around it.
    ///
    /// - Throws: `Error.assetsUnavailable` when there is no model.
    public nonisolated(nonsending) func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
        try await file.tokenCount(of: prompt.promptRepresentation.text)
    }

    /// The number of tokens of instructions, without the frame that the chat template puts around them.
    ///
    /// - Throws: `Error.assetsUnavailable` when there is no model.
    public nonisolated(nonsending) func tokenCount(for instructions: Instructions) async throws -> Int {
        try await file.tokenCount(of: instructions.text)
    }

    /// The number of tokens that the descriptions of tools add to the instructions.
    ///
    /// - Throws: `Error.assetsUnavailable` when there is no model; what is wrong with the schema of a tool.
    public nonisolated(nonsending) func tokenCount(for tools: [any Tool]) async throws -> Int {
        try await file.tokenCount(of: tools)
    }

    /// The number of tokens that a schema adds to a prompt that shows it.
    ///
    /// - Throws: `Error.assetsUnavailable` when there is no model; what is wrong with the schema.
    public nonisolated(nonsending) func tokenCount(for schema: GenerationSchema) async throws -> Int {
        try await file.tokenCount(of: schema)
    }

    /// The number of tokens of a transcript as the model reads it, with all frames.
    ///
    /// - Throws: `Error.assetsUnavailable` when there is no model; what is wrong with the schema of a prompt.
    public nonisolated(nonsending) func tokenCount(for entries: some Collection<Transcript.Entry>) async throws -> Int {
        try await file.tokenCount(of: entries, instructions: useCase.instructions)
    }
}
