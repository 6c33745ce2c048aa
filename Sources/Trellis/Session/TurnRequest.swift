import TrellisDecoding

/// What one call of a session asks for.
struct TurnRequest: Sendable {
    /// What the user asks.
    let prompt: Prompt
    /// The schema of the answer; nil for free text.
    let schema: GenerationSchema?
    /// How tokens are chosen, how many, and whether tools are called.
    let options: GenerationOptions
    /// Whether the prompt shows the schema, and how long to reason.
    let contextOptions: ContextOptions
    /// What is handed on to the executor.
    let metadata: [String: any Sendable & Codable & Equatable]
    /// Whether what has been answered stays in the transcript when the turn is given up.
    var keepsPartialAnswer = false
}

/// What a turn has come to so far.
struct TurnState: Sendable {
    /// The answer.
    let content: GeneratedContent
    /// The entries of the turn: prompt, calls and outputs of tools, response.
    let entries: ArraySlice<Transcript.Entry>
    /// The tokens that the turn has taken.
    let usage: LanguageModelSession.Usage
}

/// What a turn came to.
struct TurnOutcome: Sendable {
    /// The answer with all that belongs to it.
    let state: TurnState
    /// Whether the answer is text that was cut off at the token limit.
    let isCut: Bool

    init(state: TurnState, isCut: Bool) {
        self.state = state
        self.isCut = isCut
    }

    /// Makes the outcome of a turn that was only words.
    init(text: String) {
        self.init(state: TurnState(content: GeneratedContent(text), entries: [], usage: .none), isCut: false)
    }
}

extension GenerationOptions {
    /// The greatest number of tokens of an answer when the options don't say.
    ///
    /// A small model that loops would otherwise fill the context, which takes minutes on a slow machine.
    static let standardResponseTokens = 1024

    /// The temperature when the options don't say: small models lose the thread at 1.
    static let standardTemperature = 0.6

    /// The share of probability that is drawn from when the options don't say.
    static let standardProbabilityThreshold = 0.9

    /// The options for drawing tokens.
    ///
    /// - Throws: `DecodingError.invalidOption` for a parameter outside its range.
    var samplingOptions: SamplingOptions {
        get throws(DecodingError) {
            let temperature = temperature ?? Self.standardTemperature
            switch samplingMode?.kind {
            case nil:
                return try SamplingOptions(temperature: temperature, topP: Self.standardProbabilityThreshold)
            case .greedy:
                // The temperature has no effect, a wrong one is still an error.
                _ = try SamplingOptions(temperature: temperature)
                return .greedy
            case .randomTopK(let k, let seed):
                return try SamplingOptions(temperature: temperature, topK: k, seed: seed)
            case .randomProbabilityThreshold(let threshold, let seed):
                return try SamplingOptions(temperature: temperature, topP: threshold, seed: seed)
            }
        }
    }
}
