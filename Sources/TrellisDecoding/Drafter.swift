package import TrellisTokenization

/// Guesses tokens, which the model then checks several at a time.
package protocol Drafter {
    /// The token that is likely to come next; nil when there is no good guess.
    ///
    /// - Parameters:
    ///   - text: all tokens of prompt and answer, and those guessed so far.
    ///   - constraint: what may come after them; a guess that it refuses ends the draft.
    mutating func next(after text: [TokenID], under constraint: inout some TokenConstraint) throws -> TokenID?
}

/// Guesses that a text goes on as it did when its last tokens last occurred: for answers that repeat parts of their prompt.
package struct PromptLookup: Drafter {
    /// The lengths of what must have occurred before, the longest first.
    private static let lengths = [4, 3, 2]

    /// Makes a drafter, which needs no state.
    package init() {}

    package func next(after text: [TokenID], under constraint: inout some TokenConstraint) -> TokenID? {
        for length in Self.lengths where text.count > length {
            let end = text.suffix(length)
            for start in (0..<text.count - length).reversed() where text[start..<start + length].elementsEqual(end) {
                return text[start + length]
            }
        }
        return nil
    }
}
