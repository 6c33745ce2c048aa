// The calls that wait for the whole answer, with options for the context and with metadata. Each comes with a prompt, with a text and with the lines of a builder.
extension LanguageModelSession {
    /// Answers a prompt with text.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) async throws -> Response<String> {
        try await answer(
            TurnRequest(
                prompt: prompt, schema: nil, options: options, contextOptions: contextOptions, metadata: metadata))
    }

    /// Answers a text with text.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: String, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) async throws -> Response<String> {
        try await respond(to: Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers the lines of a builder with text.
    ///
    /// - Parameters:
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    ///   - prompt: What the user asks.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`; what the builder throws.
    @discardableResult
    public nonisolated(nonsending) func respond(
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any Sendable & Codable & Equatable] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> {
        try await respond(to: try prompt(), options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a schema.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - schema: What the answer looks like.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await answer(
            TurnRequest(
                prompt: prompt, schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
    }

    /// Answers a text with a value of a schema.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - schema: What the answer looks like.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) async throws -> Response<GeneratedContent> {
        try await respond(
            to: Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers the lines of a builder with a value of a schema.
    ///
    /// - Parameters:
    ///   - schema: What the answer looks like.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    ///   - prompt: What the user asks.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`; what the builder throws.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent> {
        try await respond(
            to: try prompt(), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a type.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - type: The type of the answer.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) async throws -> Response<Content> {
        try await answer(
            TurnRequest(
                prompt: prompt, schema: type.generationSchema, options: options, contextOptions: contextOptions,
                metadata: metadata))
    }

    /// Answers a text with a value of a type.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - type: The type of the answer.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) async throws -> Response<Content> {
        try await respond(
            to: Prompt(prompt), generating: type, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers the lines of a builder with a value of a type.
    ///
    /// - Parameters:
    ///   - type: The type of the answer.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    ///   - prompt: What the user asks.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`; what the builder throws.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> {
        try await respond(
            to: try prompt(), generating: type, options: options, contextOptions: contextOptions, metadata: metadata)
    }
}
