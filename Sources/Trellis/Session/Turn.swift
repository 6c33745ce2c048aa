/// The carrying out of one turn: feeds its state machine with what is generated and called, and does what that says.
struct Turn {
    private let session: LanguageModelSession
    private let request: TurnRequest
    private let show: @Sendable (TurnState) -> Void
    private let start: Int
    private let roundLimit: Int
    private let prompt: Transcript.Prompt
    private var machine: TurnMachine

    /// Prepares a turn that begins at the end of the session's transcript.
    init(session: LanguageModelSession, request: TurnRequest, show: @escaping @Sendable (TurnState) -> Void) {
        self.session = session
        self.request = request
        self.show = show
        start = session.transcript.count
        roundLimit = session.maximumToolCallRounds
        prompt = Transcript.Prompt(
            metadata: request.metadata, segments: request.prompt.segments, options: request.options,
            responseFormat: request.schema.map { Transcript.ResponseFormat(schema: $0) },
            contextOptions: request.contextOptions)
        machine = TurnMachine(schemaName: request.schema?.name, roundLimit: roundLimit)
    }

    /// Runs the turn to its end.
    mutating func run() async throws -> TurnOutcome {
        try check(try session.activeProfile())
        record()
        var step = machine.begin()
        while true {
            try Task.checkCancellation()
            try session.checkTranscript()
            switch step {
            case .generate(let mayCall): step = try await generate(mayCall: mayCall)
            case .call(let calls):
                step = machine.toolsReturned(try await carryOut(calls))
                record()
            case .finish(let content):
                record()
                let state = state(content)
                show(state)
                return TurnOutcome(state: state, isCut: machine.isCut)
            }
        }
    }

    /// Brings the transcript up to date.
    private func record() {
        let entries = [.prompt(prompt)] + machine.entries
        session.updateTranscript { $0.replaceSubrange(min(start, $0.count)..., with: entries) }
    }

    private func state(_ content: GeneratedContent) -> TurnState {
        TurnState(content: content, entries: ([.prompt(prompt)] + machine.entries)[...], usage: machine.usage)
    }

    // MARK: Before the first generation

    private func check(_ profile: ActiveProfile) throws {
        if let maximum = request.options.maximumResponseTokens, maximum < 1 {
            throw InvalidGenerationOption(
                name: "maximumResponseTokens", value: "\(maximum)", requirement: "at least 1")
        }
        guard roundLimit >= 0 else {
            throw InvalidGenerationOption(
                name: "maximumToolCallRounds", value: "\(roundLimit)", requirement: "at least 0")
        }
        _ = try request.options.samplingOptions
        let capabilities = profile.model.capabilities
        func need(_ capability: LanguageModelCapabilities.Capability, _ isNeeded: Bool, for purpose: String) throws {
            guard isNeeded, !capabilities.contains(capability) else { return }
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: capability,
                    debugDescription: "\(purpose) needs the capability “\(capability)”, which the model doesn't have"))
        }
        try need(.guidedGeneration, request.schema != nil, for: "an answer with a schema")
        try need(.reasoning, request.contextOptions.reasoningLevel != nil, for: "a level of reasoning")
        let attaches =
            session.transcript.contains(where: \.hasAttachments) || prompt.segments.contains(where: \.isAttachment)
        try need(.vision, attaches, for: "an image in the conversation")
    }

    // MARK: Steps

    /// Lets the model generate once.
    private mutating func generate(mayCall: Bool) async throws -> TurnMachine.Step {
        let profile = try session.activeProfile()
        let generation = try generationRequest(profile, mayCall: mayCall)
        let executors = session.executors
        let channel = LanguageModelExecutorGenerationChannel()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                func respond(_ model: some LanguageModel) async throws {
                    try await executors.executor(for: model).respond(
                        to: generation, model: model, streamingInto: channel)
                }
                defer { channel.finish() }
                try await respond(profile.model)
            }
            for await event in channel {
                try session.checkTranscript()
                let content = try machine.take(event)
                record()
                if let content { show(state(content)) }
            }
            try await group.waitForAll()
        }
        try Task.checkCancellation()
        let mustCall = generation.generationOptions.toolCallingMode == .required
        let step = try machine.endGeneration(mustCall: mustCall)
        if mustCall, case .finish = step { throw LanguageModelSession.ToolCallingError.callMissing }
        record()
        return step
    }

    private func generationRequest(
        _ profile: ActiveProfile, mayCall: Bool
    ) throws -> LanguageModelExecutorGenerationRequest {
        var options = request.options
        let mode = options.toolCallingMode?.kind ?? .allowed
        if mode == .required {
            guard !profile.tools.isEmpty else {
                throw InvalidGenerationOption(
                    name: "toolCallingMode", value: "required",
                    requirement: "something else in a session without tools")
            }
            guard mayCall else {
                throw LanguageModelSession.ToolCallingError.roundLimitReached(limit: roundLimit)
            }
        }
        let tools = mode == .disallowed ? [] : profile.tools.map(\.definition)
        if !tools.isEmpty, !profile.model.capabilities.contains(.toolCalling) {
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: .toolCalling,
                    debugDescription:
                        "a session with tools needs the capability “toolCalling”, which the model doesn't have"))
        }
        // The tools stay in view, so that what the model has read of the conversation is still good.
        if !mayCall, !tools.isEmpty { options.toolCallingMode = .disallowed }
        return LanguageModelExecutorGenerationRequest(
            transcript: session.transcript, enabledTools: tools, schema: request.schema, generationOptions: options,
            contextOptions: request.contextOptions, metadata: request.metadata)
    }

    /// Calls the tools of one generation, at the same time.
    ///
    /// - Returns: Their outputs, in the order of the calls.
    private func carryOut(_ calls: [Transcript.ToolCall]) async throws -> [Transcript.ToolOutput] {
        let profile = try session.activeProfile()
        let tools = try calls.map { try profile.tool(named: $0.toolName) }
        return try await withThrowingTaskGroup(of: (Int, Transcript.ToolOutput).self) { group in
            for (index, (call, tool)) in zip(calls, tools).enumerated() {
                group.addTask { (index, try await Turn.carryOut(call, tool)) }
            }
            var outputs: [(Int, Transcript.ToolOutput)] = []
            for try await output in group { outputs.append(output) }
            return outputs.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func carryOut(_ call: Transcript.ToolCall, _ tool: SessionTool) async throws -> Transcript.ToolOutput
    {
        let segments: [Transcript.Segment]
        do {
            segments = try await tool.call(call.arguments).segments
        } catch let refusal as ToolCallRefusal {
            segments = [.text(.init(content: refusal.reason))]
        }
        return Transcript.ToolOutput(id: call.id, toolName: call.toolName, segments: segments)
    }
}

extension Transcript.Entry {
    /// Whether there is something beside text in the entry.
    fileprivate var hasAttachments: Bool { segments.contains(where: \.isAttachment) }
}

extension Transcript.Segment {
    /// Whether the segment is no text.
    fileprivate var isAttachment: Bool { if case .attachment = self { true } else { false } }
}
