import TrellisTokenization

extension Matcher {
    /// The number of 32-bit words of a mask.
    public var maskWordCount: Int { (grammar.vocabulary.vocabulary.count + 31) / 32 }

    /// Writes the mask of the tokens that may come next: bit t % 32 of word t / 32 for token t.
    ///
    /// - Parameter words: `maskWordCount` words; all are written.
    public func fillMask(into words: inout MutableSpan<UInt32>) {
        guard !isFinished else {
            for index in 0..<words.count { words[index] = 0 }
            return
        }
        let (mask, refused, planned) = withTables { tables, _ in
            let mask = tables.masks.mask(of: position.state)
            guard let budget = remainingTokenBudget, tables.budgets.reserve(of: position.state) > budget - 1 else {
                return (mask, [[Int32]](), Int32?.none)
            }
            let refused = tables.budgets.tokens(after: position.state, needingMoreThan: budget - 1)
            return (mask, refused, plan(tables)?.first)
        }
        mask.fill(&words, endTokens: grammar.vocabulary.endTokens)
        for token in refused.joined() where Int(token >> 5) < words.count {
            words[Int(token >> 5)] &= ~(1 << UInt32(token & 31))
        }
        if let planned, Int(planned >> 5) < words.count { words[Int(planned >> 5)] |= 1 << UInt32(planned & 31) }
    }

    /// Writes the mask into memory of the caller, as `fillMask(into:)` for a span.
    public func fillMask(into words: UnsafeMutableBufferPointer<UInt32>) {
        // Invariant: the span does not outlive the call, and the caller owns the memory until it returns.
        var span = unsafe words.mutableSpan
        fillMask(into: &span)
    }

    /// The mask as words of its own.
    public var mask: [UInt32] {
        var words = [UInt32](repeating: 0, count: maskWordCount)
        var span = words.mutableSpan
        fillMask(into: &span)
        return words
    }
}
