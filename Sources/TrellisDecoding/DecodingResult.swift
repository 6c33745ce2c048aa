package import TrellisTokenization

/// Why and how a request ended.
package struct DecodingResult: Sendable {
    /// Why an answer ended.
    package enum FinishReason: Sendable {
        /// The text is complete: the model or the grammar ended it.
        case complete
        /// The token limit was reached first; free text only.
        case tokenLimit
    }

    /// Why the answer ended.
    package var reason: FinishReason
    /// The tokens of the answer.
    package var tokens: [TokenID]
    /// Counts and times.
    package var statistics: DecodingStatistics
}

/// Counts and times of one request.
package struct DecodingStatistics: Sendable {
    /// The tokens of the prompt.
    package var promptTokens = 0
    /// Those of them that an earlier request had left in the key-value cache.
    package var cachedTokens = 0
    /// The tokens of the answer that the grammar forced, which were not sampled.
    package var forcedTokens = 0
    /// The tokens of the answer that were sampled, end token not counted.
    package var sampledTokens = 0
    /// The tokens that were guessed and run ahead of being drawn.
    package var guessedTokens = 0
    /// The tokens of the answer among them.
    package var confirmedTokens = 0
    /// The seconds until the logits of the first sampled token.
    package var prefillSeconds = 0.0
    /// The seconds from there to the end.
    package var decodeSeconds = 0.0

    /// The tokens of the prompt that were run through the model.
    package var prefilledTokens: Int { promptTokens - cachedTokens }
    /// The tokens of the answer.
    package var generatedTokens: Int { forcedTokens + sampledTokens }
    /// The tokens of the answer for each second after prefill; 0 when there was no time.
    package var tokensPerSecond: Double { decodeSeconds > 0 ? Double(generatedTokens) / decodeSeconds : 0 }

    /// Makes statistics of nothing.
    package init() {}

    /// Adds the counts and times of another request.
    package mutating func add(_ other: DecodingStatistics) {
        promptTokens += other.promptTokens
        cachedTokens += other.cachedTokens
        forcedTokens += other.forcedTokens
        sampledTokens += other.sampledTokens
        guessedTokens += other.guessedTokens
        confirmedTokens += other.confirmedTokens
        prefillSeconds += other.prefillSeconds
        decodeSeconds += other.decodeSeconds
    }
}
