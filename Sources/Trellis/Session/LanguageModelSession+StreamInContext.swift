// The calls that show the answer while it comes, with options for the context and with metadata. Each comes with a prompt, with a text and with the lines of a builder.
extension LanguageModelSession {
    /// Answers a prompt with text as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    public func streamResponse(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) -> sending ResponseStream<String> {
        stream(
            TurnRequest(
                prompt: prompt, schema: nil, options: options, contextOptions: contextOptions, metadata: metadata))
    }

    /// Answers a text with text as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(), metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) -> sending ResponseStream<String> {
        streamResponse(to: Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers the lines of a builder with text as it comes.
    ///
    /// - Parameters:
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    ///   - prompt: What the user asks.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    /// - Throws: What the builder throws.
    public func streamResponse(
        options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any Sendable & Codable & Equatable] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<String> {
        streamResponse(to: try prompt(), options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a schema as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - schema: What the answer looks like.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: Prompt, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) -> sending ResponseStream<GeneratedContent> {
        stream(
            TurnRequest(
                prompt: prompt, schema: schema, options: options, contextOptions: contextOptions, metadata: metadata))
    }

    /// Answers a text with a value of a schema as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - schema: What the answer looks like.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) -> sending ResponseStream<GeneratedContent> {
        streamResponse(
            to: Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers the lines of a builder with a value of a schema as it comes.
    ///
    /// - Parameters:
    ///   - schema: What the answer looks like.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    ///   - prompt: What the user asks.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    /// - Throws: What the builder throws.
    @_disfavoredOverload
    public func streamResponse(
        schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<GeneratedContent> {
        streamResponse(
            to: try prompt(), schema: schema, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers a prompt with a value of a type as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - type: The type of the answer.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) -> sending ResponseStream<Content> {
        stream(
            TurnRequest(
                prompt: prompt, schema: type.generationSchema, options: options, contextOptions: contextOptions,
                metadata: metadata))
    }

    /// Answers a text with a value of a type as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - type: The type of the answer.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self,
        options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) -> sending ResponseStream<Content> {
        streamResponse(
            to: Prompt(prompt), generating: type, options: options, contextOptions: contextOptions, metadata: metadata)
    }

    /// Answers the lines of a builder with a value of a type as it comes.
    ///
    /// - Parameters:
    ///   - type: The type of the answer.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - contextOptions: Whether the model is shown the schema, and how long it reasons.
    ///   - metadata: What is handed on to the executor of the model and kept with the prompt.
    ///   - prompt: What the user asks.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    /// - Throws: What the builder throws.
    public func streamResponse<Content: Generable>(
        generating type: Content.Type = Content.self, options: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
        metadata: [String: any Sendable & Codable & Equatable] = [:], @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<Content> {
        streamResponse(
            to: try prompt(), generating: type, options: options, contextOptions: contextOptions, metadata: metadata)
    }
}
