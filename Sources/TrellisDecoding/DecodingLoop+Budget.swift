import TrellisTokenization

extension DecodingLoop {
    /// How many sampled tokens may fail to leave room before the shortest completion is taken.
    private static var rejectionLimit: Int { 16 }

    /// Samples and accepts a token after which a complete text still fits into the remaining tokens.
    ///
    /// A token that does not leave room is taken out of the mask and another one is drawn. When that goes on, or nothing is
    /// left, the first token of the shortest completion is taken.
    mutating func sampleFittingToken() throws -> TokenID {
        for _ in 0..<Self.rejectionLimit {
            guard let token = try sampleToken() else { break }
            if accept(token) { return token }
            mask[token.index / 32] &= ~(1 << UInt32(token.index % 32))
        }
        constraint.fillMask(&mask)
        for token in tokensTowardsShortestCompletion() where accept(token) { return token }
        throw DecodingError.noTokenFits(partial: String(decoding: tokenizer.decode(answer), as: UTF8.self))
    }

    /// Accepts a token when the constraint does and a completion fits after it.
    private mutating func accept(_ token: TokenID) -> Bool {
        guard constraint.accept(token) else { return false }
        if vocabulary.kind(of: token) == .special || constraint.fits(within: remainingTokens - 1) { return true }
        constraint.rollback(1)
        return false
    }

    /// The tokens of the mask that the shortest completion begins with, longest first, then the other ones by number.
    private func tokensTowardsShortestCompletion() -> [TokenID] {
        let completion = constraint.shortestCompletion()
        var towards: [TokenID] = []
        var others: [TokenID] = []
        for index in 0..<vocabulary.count where mask[index / 32] & (1 << UInt32(index % 32)) != 0 {
            let token = TokenID(index)
            let bytes = vocabulary.bytes(of: token)
            if completion.isEmpty
                ? vocabulary.endTokens.contains(token)
                : vocabulary.kind(of: token) == .text && completion.starts(with: bytes)
            {
                towards.append(token)
            } else {
                others.append(token)
            }
        }
        towards.sort { vocabulary.bytes(of: $0).count > vocabulary.bytes(of: $1).count }
        return towards + others
    }

    /// The least limit that the shortest text fits into.
    func leastBudget() -> Int {
        var tooFew = 0
        var enough = 1
        while !constraint.fits(within: enough), enough < Int.max / 2 {
            tooFew = enough
            enough *= 2
        }
        while tooFew + 1 < enough {
            let middle = tooFew + (enough - tooFew) / 2
            if constraint.fits(within: middle) { enough = middle } else { tooFew = middle }
        }
        return enough
    }
}
