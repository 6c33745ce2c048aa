import TrellisTokenization

extension DecodingLoop {
    /// How many sampled tokens may fail to leave room before the shortest completion is begun.
    private static var rejectionLimit: Int { 16 }

    /// Samples and accepts a token after which a complete text still fits into the remaining tokens.
    ///
    /// A token that does not leave room is taken out of the mask and another one is drawn. When that goes on, or nothing is
    /// left, the first token of the shortest completion is taken; all of them when that is the only way to the end.
    ///
    /// - Returns: The tokens in order; one, unless the text had to be completed.
    mutating func chooseFittingTokens() throws -> [TokenID] {
        for _ in 0..<Self.rejectionLimit {
            guard let token = sampleToken() else { break }
            if accept(token) { return [token] }
            mask[token.index / 32] &= ~(1 << UInt32(token.index % 32))
        }
        let completion = constraint.shortestCompletion ?? []
        guard let first = completion.first, completion.count <= remainingTokens else { throw noTokenFits }
        if accept(first) { return [first] }
        for token in completion {
            guard constraint.accept(token) else { throw noTokenFits }
        }
        return completion
    }

    /// Accepts a token when the constraint does and a completion fits after it.
    private mutating func accept(_ token: TokenID) -> Bool {
        guard constraint.accept(token) else { return false }
        if vocabulary.kind(of: token) == .special || constraint.fits(within: remainingTokens - 1) { return true }
        constraint.rollback(1)
        return false
    }

    private var noTokenFits: DecodingError {
        .noTokenFits(partial: String(decoding: tokenizer.decode(answer), as: UTF8.self))
    }
}
