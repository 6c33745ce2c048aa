import TrellisMatching
import TrellisTokenization

/// A grammar's matcher as the constraint of an answer.
struct MatcherConstraint: TokenConstraint {
    private var matcher: Matcher

    /// Starts at the beginning of a text of the grammar.
    init(_ grammar: CompiledGrammar) { matcher = Matcher(grammar) }

    /// Never: text of a grammar is complete or it is nothing.
    var isOpenEnded: Bool { false }

    /// Whether the text is complete.
    var isComplete: Bool { matcher.isComplete }

    /// The bytes that the grammar leaves no choice about.
    var forcedBytes: [UInt8] { matcher.forcedBytes }

    /// Sets the bits of the tokens that the grammar allows.
    mutating func fillMask(_ words: inout [UInt32]) {
        var span = words.mutableSpan
        matcher.fillMask(into: &span)
    }

    /// Takes a token that the grammar allows.
    mutating func accept(_ token: TokenID) -> Bool { matcher.accept(token) }

    /// Takes back the last tokens.
    mutating func rollback(_ tokenCount: Int) { matcher.rollback(tokenCount) }

    /// Whether the shortest completion fits.
    func fits(within tokenCount: Int) -> Bool { matcher.fits(within: tokenCount) }

    /// The tokens of the shortest completion.
    var shortestCompletion: [TokenID]? { matcher.shortestCompletion }
}
