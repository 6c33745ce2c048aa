import TrellisMatching
import TrellisTokenization

/// A grammar's matcher as the constraint of an answer.
struct MatcherConstraint: TokenConstraint {
    private var matcher: Matcher

    /// Whether the limit cuts the text rather than completing it; false unless free text is a part of the grammar.
    let isOpenEnded: Bool

    /// Starts at the beginning of a text of the grammar.
    init(_ grammar: CompiledGrammar, isOpenEnded: Bool = false) {
        matcher = Matcher(grammar)
        self.isOpenEnded = isOpenEnded
    }

    /// Whether the text is complete.
    var isComplete: Bool { matcher.isComplete }

    /// The tokens that the grammar leaves no choice about.
    var forcedTokens: [TokenID] { matcher.forcedTokens }

    /// Keeps the text within a number of tokens.
    mutating func limit(to tokenCount: Int) throws(DecodingError) {
        do throws(MatchingError) {
            try matcher.setTokenBudget(tokenCount)
        } catch {
            switch error {
            case .budgetTooSmall(let needed, let available):
                throw .budgetTooSmall(needed: needed, available: available)
            case .limitExceeded: throw .grammarLimit("\(error)")
            default: throw .noTokenFits(partial: "")
            }
        }
    }

    /// Sets the bits of the tokens that the grammar allows.
    mutating func fillMask(_ words: inout [UInt32]) {
        var span = words.mutableSpan
        matcher.fillMask(into: &span)
    }

    /// The limit of the grammar that was hit.
    var failure: DecodingError? { matcher.failure.map { .grammarLimit("\($0)") } }

    /// Takes a token that the grammar allows.
    mutating func accept(_ token: TokenID) -> Bool { matcher.accept(token) }
}
