// The calls that wait for the whole answer. Each comes with a prompt, with a text and with the lines of a builder.
extension LanguageModelSession {
    /// Answers a prompt with text.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<String> {
        try await answer(
            TurnRequest(
                prompt: prompt, schema: nil, options: options, contextOptions: ContextOptions(), metadata: [:]))
    }

    /// Answers a text with text.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: String, options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<String> {
        try await respond(to: Prompt(prompt), options: options)
    }

    /// Answers the lines of a builder with text.
    ///
    /// - Parameters:
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - prompt: What the user asks.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`; what the builder throws.
    @discardableResult
    public nonisolated(nonsending) func respond(
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String> {
        try await respond(to: try prompt(), options: options)
    }

    /// Answers a prompt with a value of a schema.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - schema: What the answer looks like.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<GeneratedContent> {
        try await answer(
            TurnRequest(
                prompt: prompt, schema: schema, options: options,
                contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]))
    }

    /// Answers a text with a value of a schema.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - schema: What the answer looks like.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond(
        to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<GeneratedContent> {
        try await respond(
            to: Prompt(prompt), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
    }

    /// Answers the lines of a builder with a value of a schema.
    ///
    /// - Parameters:
    ///   - schema: What the answer looks like.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - prompt: What the user asks.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`; what the builder throws.
    @discardableResult
    public nonisolated(nonsending) func respond(
        schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent> {
        try await respond(
            to: try prompt(), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
    }

    /// Answers a prompt with a value of a type.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - type: The type of the answer.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<Content> {
        try await answer(
            TurnRequest(
                prompt: prompt, schema: type.generationSchema, options: options,
                contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]))
    }

    /// Answers a text with a value of a type.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - type: The type of the answer.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`.
    @_disfavoredOverload @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<Content> {
        try await respond(
            to: Prompt(prompt), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
    }

    /// Answers the lines of a builder with a value of a type.
    ///
    /// - Parameters:
    ///   - type: The type of the answer.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - prompt: What the user asks.
    /// - Returns: The answer.
    /// - Throws: `GenerationError`, `ToolCallError`, `InvalidGenerationOption`, `CancellationError`; what the builder throws.
    @discardableResult
    public nonisolated(nonsending) func respond<Content: Generable>(
        generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content> {
        try await respond(
            to: try prompt(), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
    }

    nonisolated(nonsending) func answer<Content: Generable>(_ request: TurnRequest) async throws -> Response<Content> {
        do {
            try beginResponding()
        } catch {
            throw named(error)
        }
        let outcome = try await runTurn(request) { _ in }
        do {
            return try Response(outcome)
        } catch {
            throw named(error)
        }
    }
}
