package import TrellisTokenization

/// A language of token sequences, as the decoding loop sees it: a grammar's matcher, or free text.
package protocol TokenConstraint {
    /// Whether the text may stop anywhere, so that a token limit cuts it off rather than completing it.
    var isOpenEnded: Bool { get }

    /// Whether an end token may come next.
    var isComplete: Bool { get }

    /// The tokens that the text must go on with, as the model's tokenizer spells them.
    var forcedTokens: [TokenID] { get }

    /// Limits the tokens to come, end token not counted; from then on there is always a token after which a text fits.
    ///
    /// Throws `DecodingError.budgetTooSmall` when no text fits.
    mutating func limit(to tokenCount: Int) throws(DecodingError)

    /// Sets bit t of word t/32 for each token t that may come next, and clears the others.
    mutating func fillMask(_ words: inout [UInt32])

    /// Why nothing may come any more, when following the constraint has hit a limit.
    var failure: DecodingError? { get }

    /// Takes a token; false, and unchanged, when it may not come next.
    mutating func accept(_ token: TokenID) -> Bool
}

extension TokenConstraint {
    /// Nil: most constraints have no limit to hit.
    package var failure: DecodingError? { nil }
}
