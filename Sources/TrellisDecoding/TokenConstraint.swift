package import TrellisTokenization

/// A language of token sequences, as the decoding loop sees it: a grammar's matcher, or free text.
package protocol TokenConstraint {
    /// Whether the text may stop anywhere, so that a token limit cuts it off rather than completing it.
    var isOpenEnded: Bool { get }

    /// Whether an end token may come next.
    var isComplete: Bool { get }

    /// The bytes that every continuation begins with.
    var forcedBytes: [UInt8] { get }

    /// Sets bit t of word t/32 for each token t that may come next, and clears the others.
    mutating func fillMask(_ words: inout [UInt32])

    /// Takes a token; false, and unchanged, when it may not come next.
    mutating func accept(_ token: TokenID) -> Bool

    /// Takes back the last accepted tokens.
    mutating func rollback(_ tokenCount: Int)

    /// Whether the shortest completion has at most so many tokens, end token not counted.
    func fits(within tokenCount: Int) -> Bool

    /// A shortest continuation to a complete text; nil when there is none.
    var shortestCompletion: [TokenID]? { get }
}

extension TokenConstraint {
    /// The least number of tokens within which some complete text fits.
    var leastTokenCount: Int {
        var tooFew = 0
        var enough = 1
        while !fits(within: enough), enough < Int.max / 2 {
            tooFew = enough
            enough *= 2
        }
        while tooFew + 1 < enough {
            let middle = tooFew + (enough - tooFew) / 2
            if fits(within: middle) { enough = middle } else { tooFew = middle }
        }
        return enough
    }
}
