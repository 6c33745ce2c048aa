// The calls that show the answer while it comes. Each comes with a prompt, with a text and with the lines of a builder.
extension LanguageModelSession {
    /// Answers a prompt with text as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    public func streamResponse(
        to prompt: Prompt, options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<String> {
        stream(
            TurnRequest(
                prompt: prompt, schema: nil, options: options, contextOptions: ContextOptions(), metadata: [:]))
    }

    /// Answers a text with text as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<String> {
        streamResponse(to: Prompt(prompt), options: options)
    }

    /// Answers the lines of a builder with text as it comes.
    ///
    /// - Parameters:
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - prompt: What the user asks.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    /// - Throws: What the builder throws.
    public func streamResponse(
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<String> {
        streamResponse(to: try prompt(), options: options)
    }

    /// Answers a prompt with a value of a schema as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - schema: What the answer looks like.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    public func streamResponse(
        to prompt: Prompt, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<GeneratedContent> {
        stream(
            TurnRequest(
                prompt: prompt, schema: schema, options: options,
                contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]))
    }

    /// Answers a text with a value of a schema as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - schema: What the answer looks like.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    @_disfavoredOverload
    public func streamResponse(
        to prompt: String, schema: GenerationSchema, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<GeneratedContent> {
        streamResponse(
            to: Prompt(prompt), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
    }

    /// Answers the lines of a builder with a value of a schema as it comes.
    ///
    /// - Parameters:
    ///   - schema: What the answer looks like.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - prompt: What the user asks.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    /// - Throws: What the builder throws.
    public func streamResponse(
        schema: GenerationSchema, includeSchemaInPrompt: Bool = true, options: GenerationOptions = GenerationOptions(),
        @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<GeneratedContent> {
        streamResponse(to: try prompt(), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
    }

    /// Answers a prompt with a value of a type as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - type: The type of the answer.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    public func streamResponse<Content: Generable>(
        to prompt: Prompt, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<Content> {
        stream(
            TurnRequest(
                prompt: prompt, schema: type.generationSchema, options: options,
                contextOptions: ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt), metadata: [:]))
    }

    /// Answers a text with a value of a type as it comes.
    ///
    /// - Parameters:
    ///   - prompt: What the user asks.
    ///   - type: The type of the answer.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    @_disfavoredOverload
    public func streamResponse<Content: Generable>(
        to prompt: String, generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions()
    ) -> sending ResponseStream<Content> {
        streamResponse(
            to: Prompt(prompt), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
    }

    /// Answers the lines of a builder with a value of a type as it comes.
    ///
    /// - Parameters:
    ///   - type: The type of the answer.
    ///   - includeSchemaInPrompt: Whether the model is shown the schema. The answer has its form either way.
    ///   - options: How tokens are chosen, and how many there may be.
    ///   - prompt: What the user asks.
    /// - Returns: The snapshots. Errors are thrown by the iteration.
    /// - Throws: What the builder throws.
    public func streamResponse<Content: Generable>(
        generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool = true,
        options: GenerationOptions = GenerationOptions(), @PromptBuilder prompt: () throws -> Prompt
    ) rethrows -> sending ResponseStream<Content> {
        streamResponse(
            to: try prompt(), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options)
    }

    func stream<Content: Generable>(_ request: TurnRequest) -> ResponseStream<Content> {
        var request = request
        request.keepsPartialAnswer = true
        // Marked here, so that the order of two calls decides which of them is refused.
        let marked = Result { try beginResponding() }
        return ResponseStream(
            turn: StreamedTurn(named: { [self] in named($0) }) { [self, request] show in
                do {
                    try marked.get()
                } catch {
                    throw named(error)
                }
                return try await runTurn(request, show: show)
            })
    }
}
