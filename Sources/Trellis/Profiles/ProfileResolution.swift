/// What a dynamic profile comes to. Inner profiles are resolved before the modifiers around them, which fill in what is open.
struct ProfileResolution {
    /// The model; nil for the default one.
    var model: (any LanguageModel)?
    /// What holds where the call of a session doesn't say.
    var options = GenerationOptions()
    /// How long to reason where the call of a session doesn't say.
    var reasoningLevel: ContextOptions.ReasoningLevel?
    /// What happens to the transcript when a request fails, where the session doesn't say.
    var errorPolicy: LanguageModelSession.TranscriptErrorHandlingPolicy?
    /// What the model is shown of the history.
    var historyTransforms: [ProfileAction<[Transcript.Entry], [Transcript.Entry]>] = []
    /// What is done at the steps of a turn.
    var actions = ProfileActions()
    /// The text and the tools.
    var instructions = ResolvedInstructions()
    /// Which branches were taken: two resolutions with the same ones are of the same profile.
    var branches: [Bool] = []

    /// Resolves a profile, evaluating bodies.
    mutating func take(_ profile: some LanguageModelSession.DynamicProfile) {
        if let leaf = profile as? any ProfileLeaf {
            leaf.resolve(into: &self)
        } else {
            take(profile.body)
        }
    }
}

/// A profile that says itself what it comes to. Its body is itself and never looked at.
protocol ProfileLeaf {
    /// Adds what it comes to.
    func resolve(into resolution: inout ProfileResolution)
}

/// A function of a profile.
///
/// Safe to pass on though the function need not be: it's handed over to the session with the profile, and the session calls all
/// functions of its profile one after another, in the one turn that runs at a time.
struct ProfileAction<Input, Output>: @unchecked Sendable {
    /// The function.
    let run: nonisolated(nonsending) (Input) async throws -> Output

    init(_ run: nonisolated(nonsending) @escaping (Input) async throws -> Output) { self.run = run }
}

/// What a profile does at the steps of a turn, those of inner profiles first.
struct ProfileActions: Sendable {
    var onPrompt: [ProfileAction<Transcript.Prompt, Void>] = []
    var onResponse: [ProfileAction<Transcript.Response, Void>] = []
    var onReasoning: [ProfileAction<Transcript.Reasoning, Void>] = []
    var onToolCall: [ProfileAction<Transcript.ToolCall, Void>] = []
    var onToolOutput: [ProfileAction<(Transcript.ToolCall, Transcript.ToolOutput), Void>] = []
    var onActivate: [ProfileAction<Void, Void>] = []
    var onDeactivate: [ProfileAction<Void, Void>] = []
}

extension [ProfileAction<Void, Void>] {
    /// Calls all functions in order.
    nonisolated(nonsending) func run() async throws {
        for action in self { try await action.run(()) }
    }
}
