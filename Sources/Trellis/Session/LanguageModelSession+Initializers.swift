import Synchronization

extension LanguageModelSession {
    /// Makes a session with instructions as text.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - tools: The tools that the model may call. Their schemas are read now.
    ///   - instructions: What the model is told about its task.
    @_disfavoredOverload
    public convenience init(
        model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil
    ) {
        self.init(beginningWith: instructions.map { Instructions($0) }, model: model, tools: tools)
    }

    /// Makes a session with instructions.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - tools: The tools that the model may call. Their schemas are read now.
    ///   - instructions: What the model is told about its task.
    public convenience init(
        model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: Instructions? = nil
    ) {
        self.init(beginningWith: instructions, model: model, tools: tools)
    }

    /// Makes a session with the lines of a builder as instructions.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - tools: The tools that the model may call. Their schemas are read now.
    ///   - instructions: What the model is told about its task.
    /// - Throws: What the builder throws.
    public convenience init(
        model: SystemLanguageModel = .default, tools: [any Tool] = [],
        @InstructionsBuilder instructions: () throws -> Instructions
    ) rethrows {
        self.init(beginningWith: try instructions(), model: model, tools: tools)
    }

    /// Makes a session that goes on where a conversation ended.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - tools: The tools that the model may call, those of the transcript's instructions again.
    ///   - transcript: The conversation.
    public convenience init(model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript) {
        self.init(continuing: transcript, model: model, tools: tools)
    }

    /// Makes a session with the instructions named before the tools.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - instructions: What the model is told about its task.
    ///   - tools: The tools that the model may call. Their schemas are read now.
    public convenience init(model: SystemLanguageModel = .default, instructions: String, tools: [any Tool]) {
        self.init(beginningWith: Instructions(instructions), model: model, tools: tools)
    }
}

extension LanguageModelSession {
    /// Makes a session of any model with instructions as text.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - tools: The tools that the model may call. Their schemas are read now.
    ///   - instructions: What the model is told about its task.
    @_disfavoredOverload
    public convenience init(model: some LanguageModel, tools: [any Tool] = [], instructions: String? = nil) {
        self.init(beginningWith: instructions.map { Instructions($0) }, model: model, tools: tools)
    }

    /// Makes a session of any model with instructions.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - tools: The tools that the model may call. Their schemas are read now.
    ///   - instructions: What the model is told about its task.
    public convenience init(model: some LanguageModel, tools: [any Tool] = [], instructions: Instructions? = nil) {
        self.init(beginningWith: instructions, model: model, tools: tools)
    }

    /// Makes a session of any model with the lines of a builder as instructions.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - tools: The tools that the model may call. Their schemas are read now.
    ///   - instructions: What the model is told about its task.
    /// - Throws: What the builder throws.
    public convenience init<Failure: Swift.Error>(
        model: some LanguageModel, tools: [any Tool] = [],
        @InstructionsBuilder instructions: () throws(Failure) -> Instructions
    ) throws(Failure) {
        self.init(beginningWith: try instructions(), model: model, tools: tools)
    }

    /// Makes a session of any model that goes on where a conversation ended.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - tools: The tools that the model may call, those of the transcript's instructions again.
    ///   - transcript: The conversation.
    public convenience init(model: some LanguageModel, tools: [any Tool] = [], transcript: Transcript) {
        self.init(continuing: transcript, model: model, tools: tools)
    }

    private convenience init(beginningWith instructions: Instructions?, model: any LanguageModel, tools: [any Tool]) {
        var transcript = Transcript()
        if instructions != nil || !tools.isEmpty {
            let segments = instructions.map { [Transcript.Segment.text(.init(content: $0.text))] } ?? []
            let definitions = tools.map { Transcript.ToolDefinition(tool: $0) }
            transcript.append(.instructions(.init(segments: segments, toolDefinitions: definitions)))
        }
        self.init(continuing: transcript, model: model, tools: tools)
    }

    private convenience init(continuing transcript: Transcript, model: any LanguageModel, tools: [any Tool]) {
        let profile = Result { try ActiveProfile(model: model, tools: tools) }
        self.init(continuing: transcript) { try profile.get() }
    }
}

extension LanguageModelSession {
    /// Makes a session with a profile, which says anew for each generation what the session works with.
    ///
    /// - Parameters:
    ///   - profile: The profile.
    ///   - history: What was said before, without instructions.
    public convenience init(
        profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = []
    ) {
        // One evaluation at a time: what the bodies use need not be safe to use from several threads.
        let profile = Mutex<any DynamicProfile>(profile)
        self.init(continuing: Transcript(entries: history)) {
            try profile.withLock { profile in
                var resolution = ProfileResolution()
                resolution.take(profile)
                return try ActiveProfile(resolution)
            }
        }
    }

    /// Makes a session with instructions that are worked out anew for each generation.
    ///
    /// - Parameters:
    ///   - model: The model that answers.
    ///   - dynamicInstructions: The instructions, with tools.
    ///   - history: What was said before, without instructions.
    public convenience init(
        model: some LanguageModel = SystemLanguageModel.default,
        dynamicInstructions: sending some DynamicInstructions, history: some Collection<Transcript.Entry> = []
    ) {
        self.init(profile: Profile { dynamicInstructions }.model(model), history: history)
    }
}
