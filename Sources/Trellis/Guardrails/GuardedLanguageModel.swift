/// A model behind a rule of the application.
public struct GuardedLanguageModel<Base: LanguageModel, Policy: GuardrailPolicy>: LanguageModel {
    let base: Base
    let policy: Policy

    /// What can be asked of the model.
    public var capabilities: LanguageModelCapabilities { base.capabilities }

    /// What the executor is made from.
    public var executorConfiguration: Executor.Configuration {
        Executor.Configuration(base: base.executorConfiguration, policy: policy)
    }

    /// What answers for the model: the executor of the model behind the rule.
    public struct Executor: LanguageModelExecutor {
        /// What the executor of the model is made from, and the rule.
        public struct Configuration: Hashable, Sendable {
            let base: Base.Executor.Configuration
            let policy: Policy
        }

        private let base: Base.Executor
        private let policy: Policy

        /// Makes an executor.
        ///
        /// - Throws: What the executor of the model throws.
        public init(configuration: Configuration) throws {
            base = try Base.Executor(configuration: configuration.base)
            policy = configuration.policy
        }

        /// Prepares the model for a conversation.
        public func prewarm(model: GuardedLanguageModel, transcript: Transcript) {
            base.prewarm(model: model.base, transcript: transcript)
        }

        /// Has the model answer when the prompt may pass, and passes the answer on when that may.
        ///
        /// - Throws: `LanguageModelError.guardrailViolation`, and what the executor of the model and the rule throw.
        public nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: GuardedLanguageModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            try await policy.guarding(request, streamingInto: channel, model: model.base) { channel in
                try await base.respond(to: request, model: model.base, streamingInto: channel)
            }
        }
    }
}

extension LanguageModel {
    /// The model behind a rule of the application.
    ///
    /// - Parameter policy: The rule.
    public func guarded<Policy: GuardrailPolicy>(by policy: Policy) -> GuardedLanguageModel<Self, Policy> {
        GuardedLanguageModel(base: self, policy: policy)
    }
}

extension GuardrailPolicy {
    /// Lets a generation happen between the checks of its prompt and of its answer.
    nonisolated(nonsending) func guarding(
        _ request: LanguageModelExecutorGenerationRequest,
        streamingInto channel: LanguageModelExecutorGenerationChannel, model: some LanguageModel,
        generate: nonisolated(nonsending) (LanguageModelExecutorGenerationChannel) async throws -> Void
    ) async throws {
        if sources.contains(.prompt), case .prompt(let prompt)? = request.transcript.last {
            try await check(prompt.segments.text, from: .prompt, model)
        }
        guard sources.contains(.response) else { return try await generate(channel) }
        let held = LanguageModelExecutorGenerationChannel()
        try await generate(held)
        held.finish()
        var events: [LanguageModelExecutorGenerationChannel.Event] = []
        var draft = GenerationDraft()
        for await event in held {
            events.append(event)
            _ = draft.take(event)
        }
        if let text = draft.text { try await check(text, from: .response, model) }
        for event in events { await channel.send(event) }
    }

    private nonisolated(nonsending) func check(
        _ text: String, from source: GuardrailSource, _ model: some LanguageModel
    ) async throws {
        guard case .refused(let reason) = try await verdict(on: text, from: source, model: model) else { return }
        let subject = source == .prompt ? "the prompt" : "the answer"
        throw LanguageModelError.guardrailViolation(.init(debugDescription: "\(subject) was refused: \(reason)"))
    }
}
