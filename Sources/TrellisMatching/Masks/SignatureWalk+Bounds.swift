import TrellisGrammars

/// Answers for many tokens at once, and the bound on the length.
extension SignatureWalk {
    /// Whether the answer is yes for a token that ends here, when what remains can be completed within the limit.
    func isMet(_ question: Question, by pattern: PatternPool.State) -> Bool {
        if case .complete = question { return pool.isNullable(pattern) }
        return true
    }

    /// Whether the answer is yes for all texts that go on from a depth to another at most, because the pattern matches
    /// every text that is so short.
    mutating func isSure(
        _ question: Question, after pattern: PatternPool.State, at depth: Int, to height: Int
    ) -> Bool {
        switch question {
        // One scalar more for a token that ends inside one.
        case .viable: isFree(pattern, after: depth, for: height - depth + 1)
        case .complete: isFree(pattern, after: depth, for: height - depth)
        }
    }

    /// Whether the answer is yes for all texts that go on from a depth to another at most, whatever their length.
    mutating func isDecided(
        _ question: Question, _ pattern: PatternPool.State, after depth: Int, to height: Int
    ) -> Bool {
        switch question {
        case .viable(let isPlain): isOpen(pattern, after: depth, to: height, isPlain)
        case .complete: pattern == PatternPool.anything && limit == nil
        }
    }

    /// Whether what remains after so many scalars can be completed within the limit.
    mutating func fits(_ pattern: PatternPool.State, after depth: Int) -> Bool {
        guard let limit else { return true }
        let total = depth + (pool.shortest(of: pattern, by: .scalars) ?? 0)
        need = max(need, total)
        return total <= limit
    }

    /// Whether every text of at most so many more scalars is matched within the limit.
    mutating func isFree(_ pattern: PatternPool.State, after depth: Int, for more: Int) -> Bool {
        guard more < pool.matchedLength(pattern) else { return false }
        guard let limit else { return true }
        let total = depth + more
        guard total <= limit else { return false }
        need = max(need, total)
        return true
    }

    /// Whether every text that goes on to a depth is viable, or every text of plain scalars.
    mutating func isOpen(_ pattern: PatternPool.State, after depth: Int, to height: Int, _ isPlain: Bool) -> Bool {
        guard let opening = pool.opening(pattern), isPlain || opening.isForAll else { return false }
        guard let limit else { return true }
        // One scalar more for a token that ends inside one.
        let total = max(depth + opening.lead, height + 1 + opening.rest)
        guard total <= limit else { return false }
        need = max(need, total)
        return true
    }
}
