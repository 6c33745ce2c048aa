import TrellisTokenization

extension Matcher {
    /// The number of 32-bit words of a mask.
    public var maskWordCount: Int { (grammar.vocabulary.vocabulary.count + 31) / 32 }

    /// Writes the mask of the tokens that may come next: bit t % 32 of word t / 32 for token t.
    ///
    /// A mask that was made before, by any matcher of the grammar, is copied without waiting for other threads: for 128,000
    /// tokens about a microsecond, less where few tokens are allowed. Otherwise it is made, one at a time for a vocabulary:
    /// some microseconds as a rule, up to a few milliseconds for a pattern that is new. All zeros after an end token.
    ///
    /// - Parameter words: `maskWordCount` words; all are written.
    public func fillMask(into words: inout MutableSpan<UInt32>) {
        guard !isFinished else {
            clear(&words)
            return
        }
        let budget = remainingTokenBudget.map { $0 - 1 }
        if let finished = finishedMasks.entry(of: position.state), budget.map(finished.keeps) ?? true {
            finished.mask.fill(&words, endTokens: grammar.vocabulary.endTokens)
            return
        }
        guard let (finished, refused, planned) = parts(budget) else {
            clear(&words)
            return
        }
        finished.mask.fill(&words, endTokens: grammar.vocabulary.endTokens)
        for token in refused.joined() where Int(token >> 5) < words.count {
            words[Int(token >> 5)] &= ~(1 << UInt32(token & 31))
        }
        if let planned, Int(planned >> 5) < words.count { words[Int(planned >> 5)] |= 1 << UInt32(planned & 31) }
    }

    private func clear(_ words: inout MutableSpan<UInt32>) { for index in 0..<words.count { words[index] = 0 } }

    /// The mask without a budget, the tokens that the budget takes from it and the one that it must keep; nil when a limit was hit.
    private func parts(_ budget: Int?) -> (FinishedMasks.Entry, refused: [[Int32]], planned: Int32?)? {
        try? withTables { tables, _ in
            let finished = tables.masks.mask(of: position.state)
            guard let budget else { return (finished, [], nil) }
            let reserve = tables.budgets.reserve(of: position.state)
            finished.note(reserve: reserve)
            guard reserve > budget else { return (finished, [], nil) }
            let refused = tables.budgets.tokens(after: position.state, needingMoreThan: budget)
            return (finished, refused, plan(tables)?.first)
        }
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
