/// The carrying out of one turn: feeds its state machine with what is generated and called, and does what that says.
struct Turn {
    private let session: LanguageModelSession
    private let request: TurnRequest
    private let show: @Sendable (TurnState) -> Void
    /// Where the entries of the turn begin in the transcript.
    private var start: Int
    private let roundLimit: Int
    private var prompt: Transcript.Prompt
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
        let profile = try await activate()
        prompt.options = profile.completing(request.options)
        prompt.contextOptions = profile.completing(request.contextOptions)
        try check(profile)
        record()
        for action in profile.actions.onPrompt { try await action.run(prompt) }
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

    /// Finds the profile that holds now, and puts its instructions at the beginning of the transcript.
    private mutating func activate() async throws -> ActiveProfile {
        let profile = try session.activeProfile()
        let last = session.lastProfile
        session.lastProfile = profile
        if last?.branches != profile.branches {
            try await last?.actions.onDeactivate.run()
            try await profile.actions.onActivate.run()
        }
        guard profile.instructions != nil else { return profile }
        let transcript = session.transcript
        let instructed = profile.instructing(transcript)
        if instructed != transcript {
            session.updateTranscript { $0 = instructed }
            start += instructed.count - transcript.count
        }
        return profile
    }

    private func state(_ content: GeneratedContent) -> TurnState {
        TurnState(content: content, entries: ([.prompt(prompt)] + machine.entries)[...], usage: machine.usage)
    }

    // MARK: Before the first generation

    private func check(_ profile: ActiveProfile) throws {
        if let maximum = prompt.options.maximumResponseTokens, maximum < 1 {
            throw InvalidGenerationOption(
                name: "maximumResponseTokens", value: "\(maximum)", requirement: "at least 1")
        }
        guard roundLimit >= 0 else {
            throw InvalidGenerationOption(
                name: "maximumToolCallRounds", value: "\(roundLimit)", requirement: "at least 0")
        }
        _ = try prompt.options.samplingOptions
        let capabilities = profile.model.capabilities
        func need(_ capability: LanguageModelCapabilities.Capability, _ isNeeded: Bool, for purpose: String) throws {
            guard isNeeded, !capabilities.contains(capability) else { return }
            throw LanguageModelError.unsupportedCapability(
                .init(
                    capability: capability,
                    debugDescription: "\(purpose) needs the capability “\(capability)”, which the model doesn't have"))
        }
        try need(.guidedGeneration, request.schema != nil, for: "an answer with a schema")
        try need(.reasoning, prompt.contextOptions.reasoningLevel != nil, for: "a level of reasoning")
        let attaches =
            session.transcript.contains(where: \.hasAttachments) || prompt.segments.contains(where: \.isAttachment)
        try need(.vision, attaches, for: "an image in the conversation")
    }

    // MARK: Steps

    /// Lets the model generate once, and what the profile wants done about it.
    private mutating func generate(mayCall: Bool) async throws -> TurnMachine.Step {
        let profile = try await activate()
        try await produce(profile, mayCall: mayCall)
        try Task.checkCancellation()
        let mustCall = profile.completing(request.options).toolCallingMode == .required
        let step = try machine.endGeneration(mustCall: mustCall)
        if mustCall, case .finish = step { throw LanguageModelSession.ToolCallingError.callMissing }
        record()
        for entry in machine.entries.dropFirst(machine.generationStart) {
            switch entry {
            case .reasoning(let thoughts):
                for action in profile.actions.onReasoning { try await action.run(thoughts) }
            case .response(let response):
                guard case .finish = step else { continue }
                for action in profile.actions.onResponse { try await action.run(response) }
            default: continue
            }
        }
        return step
    }

    /// Takes what the model generates, shortening the history as the session says when all of it doesn't fit.
    private mutating func produce(_ profile: ActiveProfile, mayCall: Bool) async throws {
        while true {
            do {
                return try await produceOnce(profile, mayCall: mayCall)
            } catch LanguageModelError.contextSizeExceeded(let detail) where !machine.isGenerating {
                let transcript = session.transcript
                let history = Array(transcript.history.prefix { $0.id != prompt.id })
                let overflow = ContextOverflowPolicy.Overflow(
                    history: history, contextSize: detail.contextSize, tokenCount: detail.tokenCount,
                    model: profile.model)
                guard let shorter = try await session.contextOverflowPolicy.shorten(overflow),
                    shorter.count < history.count || shorter.textSize < history.textSize
                else { throw LanguageModelError.contextSizeExceeded(detail) }
                let instructionCount = transcript.count - transcript.history.count
                session.updateTranscript {
                    $0.replaceSubrange(instructionCount..<instructionCount + history.count, with: shorter)
                }
                start += shorter.count - history.count
            }
        }
    }

    private mutating func produceOnce(_ profile: ActiveProfile, mayCall: Bool) async throws {
        let generation = try await generationRequest(profile, mayCall: mayCall)
        let allowsCalls = generation.generationOptions.toolCallingMode?.kind ?? .allowed != .disallowed
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
                let content = try machine.take(event, mayCall: allowsCalls)
                record()
                if let content { show(state(content)) }
            }
            try await group.waitForAll()
        }
    }

    private func generationRequest(
        _ profile: ActiveProfile, mayCall: Bool
    ) async throws -> LanguageModelExecutorGenerationRequest {
        var options = profile.completing(request.options)
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
            transcript: try await profile.shown(session.transcript), enabledTools: tools, schema: request.schema,
            generationOptions: options, contextOptions: profile.completing(request.contextOptions),
            metadata: request.metadata)
    }

    /// Calls the tools of one generation, at the same time, unless the profile refuses.
    ///
    /// - Returns: Their outputs, in the order of the calls.
    private func carryOut(_ calls: [Transcript.ToolCall]) async throws -> [Transcript.ToolOutput] {
        // The tools that the model could call are those of the profile that it generated with.
        guard let profile = session.lastProfile else { return [] }
        let tools = try calls.map { try profile.tool(named: $0.toolName) }
        var refusals: [Int: ToolCallRefusal] = [:]
        for (index, call) in calls.enumerated() {
            do {
                for action in profile.actions.onToolCall { try await action.run(call) }
            } catch let refusal as ToolCallRefusal {
                refusals[index] = refusal
            }
        }
        let outputs = try await withThrowingTaskGroup(of: (Int, Transcript.ToolOutput).self) { group in
            for (index, (call, tool)) in zip(calls, tools).enumerated() {
                let refusal = refusals[index]
                group.addTask { (index, try await Turn.carryOut(call, tool, refusal)) }
            }
            var outputs: [(Int, Transcript.ToolOutput)] = []
            for try await output in group { outputs.append(output) }
            return outputs.sorted { $0.0 < $1.0 }.map(\.1)
        }
        for output in zip(calls, outputs) {
            for action in profile.actions.onToolOutput { try await action.run(output) }
        }
        return outputs
    }

    private static func carryOut(
        _ call: Transcript.ToolCall, _ tool: SessionTool, _ refusal: ToolCallRefusal?
    ) async throws -> Transcript.ToolOutput {
        let segments: [Transcript.Segment]
        do {
            if let refusal { throw refusal }
            segments = try await tool.call(call.arguments).segments
        } catch let refusal as ToolCallRefusal {
            segments = [.text(.init(content: refusal.reason))]
        }
        return Transcript.ToolOutput(id: call.id, toolName: call.toolName, segments: segments)
    }
}

extension [Transcript.Entry] {
    /// The length of all text.
    fileprivate var textSize: Int { reduce(0) { $0 + $1.segments.text.utf8.count } }
}

extension Transcript.Entry {
    /// Whether there is something beside text in the entry.
    fileprivate var hasAttachments: Bool { segments.contains(where: \.isAttachment) }
}

extension Transcript.Segment {
    /// Whether the segment is no text.
    fileprivate var isAttachment: Bool { if case .attachment = self { true } else { false } }
}
