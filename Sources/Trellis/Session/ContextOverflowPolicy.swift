/// What a session does when a conversation no longer fits into the context of its model.
///
/// A model says so before it answers, so nothing of an answer is lost. Then the policy shortens what was said before the present
/// prompt, and the model is asked again, until it fits or nothing can be left out; the request fails with
/// ``LanguageModelError/contextSizeExceeded(_:)`` then, and the transcript is as it was. What is left out of a conversation
/// that goes on is left out of the transcript.
public struct ContextOverflowPolicy: Sendable {
    /// A conversation that is too long.
    public struct Overflow: Sendable {
        /// What was said after the instructions and before the present prompt.
        public let history: [Transcript.Entry]
        /// The number of tokens that the context holds.
        public let contextSize: Int
        /// The number of tokens that were needed.
        public let tokenCount: Int
        /// The model that is asked.
        public let model: any LanguageModel

        /// The history in turns: each begins with a prompt.
        public var turns: [ArraySlice<Transcript.Entry>] {
            var starts = history.indices.filter { if case .prompt = history[$0] { true } else { false } }
            if !history.isEmpty, starts.first != 0 { starts.insert(0, at: 0) }
            return zip(starts, starts.dropFirst() + [history.count]).map { history[$0..<$1] }
        }
    }

    /// Shortens a history; nothing when it can't be.
    let shorten: @Sendable (Overflow) async throws -> [Transcript.Entry]?

    /// Makes a policy.
    ///
    /// - Parameter shorten: Gives the history to go on with, which must have fewer entries or less text than before; nil
    ///   to have the request fail. It's called again as long as that is still too long.
    public init(_ shorten: @escaping @Sendable (Overflow) async throws -> [Transcript.Entry]?) {
        self.shorten = shorten
    }

    /// The request fails.
    public static let fail = ContextOverflowPolicy { _ in nil }

    /// The oldest turn is left out, then the next one.
    public static let dropOldestTurns = ContextOverflowPolicy { overflow in
        overflow.history.isEmpty ? nil : Array(overflow.turns.dropFirst().joined())
    }

    /// The oldest turns are replaced by a summary of them that the model writes.
    ///
    /// - Parameters:
    ///   - turns: How many of the latest turns are kept as they are.
    ///   - tokens: The greatest number of tokens of the summary.
    public static func summarizeOldestTurns(keeping turns: Int = 1, maximumTokens tokens: Int = 200) -> Self {
        ContextOverflowPolicy { overflow in
            let old = overflow.turns.dropLast(max(0, turns))
            // A summary alone doesn't get shorter by being summarized.
            guard !old.isEmpty, !(old.count == 1 && old.first?.first?.isSummary == true) else { return nil }
            let summary = try await ConversationSummary.write(
                of: old.joined(), by: overflow.model, maximumTokens: tokens)
            return [summary] + overflow.turns.suffix(overflow.turns.count - old.count).joined()
        }
    }
}
