/// What a session works with in one generation.
struct ActiveProfile: Sendable {
    /// The model that answers.
    var model: any LanguageModel
    /// The tools that the model may call.
    var tools: [SessionTool]
    /// What the model is told about its task; nil for what the transcript begins with.
    var instructions: Transcript.Instructions?
    /// What holds where the call of the session doesn't say.
    var options = GenerationOptions()
    /// How long to reason where the call of the session doesn't say.
    var reasoningLevel: ContextOptions.ReasoningLevel?
    /// What happens to the transcript when a request fails, where the session doesn't say.
    var errorPolicy: LanguageModelSession.TranscriptErrorHandlingPolicy?
    /// What the model is shown of the history.
    var historyTransforms: [ProfileAction<[Transcript.Entry], [Transcript.Entry]>] = []
    /// What is done at the steps of a turn.
    var actions = ProfileActions()
    /// What tells the profile from others of the session.
    var branches: [Bool] = []

    /// What there is to be done for each generation, and what of it is known before.
    ///
    /// - Throws: What is wrong with one of the tools.
    init(model: any LanguageModel, tools: [any Tool]) throws {
        self.model = model
        self.tools = try tools.map { try SessionTool($0) }
        for (index, tool) in self.tools.enumerated() {
            let name = tool.definition.name
            guard !self.tools[..<index].contains(where: { $0.definition.name == name }) else {
                throw InvalidGenerationOption(
                    name: "tools", value: "a list with two of the name “\(name)”", requirement: "of different names")
            }
        }
    }

    /// What a dynamic profile comes to.
    ///
    /// - Throws: What is wrong with one of the tools.
    init(_ resolution: ProfileResolution) throws {
        try self.init(
            model: resolution.model ?? SystemLanguageModel.default, tools: resolution.instructions.tools)
        let text = Instructions(parts: resolution.instructions.parts).text
        instructions = Transcript.Instructions(
            segments: text.isEmpty ? [] : [.text(.init(content: text))], toolDefinitions: tools.map(\.definition))
        options = resolution.options
        reasoningLevel = resolution.reasoningLevel
        errorPolicy = resolution.errorPolicy
        historyTransforms = resolution.historyTransforms
        actions = resolution.actions
        branches = resolution.branches
    }

    /// The tool of a name.
    ///
    /// - Throws: `LanguageModelSession.ToolCallingError.unknownTool`.
    func tool(named name: String) throws -> SessionTool {
        guard let tool = tools.first(where: { $0.definition.name == name }) else {
            throw LanguageModelSession.ToolCallingError.unknownTool(name: name)
        }
        return tool
    }

    /// A transcript with the instructions of the profile at its beginning; those that say the same stay.
    func instructing(_ transcript: Transcript) -> Transcript {
        guard let instructions else { return transcript }
        let history = transcript.history
        let present = transcript.prefix(transcript.count - history.count)
        if present.count == 1, case .instructions(let old)? = present.first, old.saysTheSame(as: instructions) {
            return transcript
        }
        let isEmpty = instructions.segments.isEmpty && instructions.toolDefinitions.isEmpty
        return Transcript(entries: (isEmpty ? [] : [.instructions(instructions)]) + history)
    }

    /// A transcript as the model is shown it.
    func shown(_ transcript: Transcript) async throws -> Transcript {
        guard !historyTransforms.isEmpty else { return transcript }
        var history = Array(transcript.history)
        for transform in historyTransforms { history = try await transform.run(history) }
        var shown = transcript
        shown.history = history[...]
        return shown
    }

    /// Options with what the profile says where they don't.
    func completing(_ options: GenerationOptions) -> GenerationOptions {
        GenerationOptions(
            samplingMode: options.samplingMode ?? self.options.samplingMode,
            temperature: options.temperature ?? self.options.temperature,
            maximumResponseTokens: options.maximumResponseTokens ?? self.options.maximumResponseTokens,
            toolCallingMode: options.toolCallingMode ?? self.options.toolCallingMode)
    }

    /// Options with what the profile says where they don't.
    func completing(_ options: ContextOptions) -> ContextOptions {
        ContextOptions(
            includeSchemaInPrompt: options.includeSchemaInPrompt,
            reasoningLevel: options.reasoningLevel ?? reasoningLevel)
    }
}

extension Transcript.Instructions {
    /// Whether the model is told the same, whatever the identities are.
    fileprivate func saysTheSame(as other: Transcript.Instructions) -> Bool {
        segments.text == other.segments.text && toolDefinitions == other.toolDefinitions
    }
}
