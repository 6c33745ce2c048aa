public import TrellisTokenization

extension Matcher {
    /// Limits the number of tokens that may still come, the end token not counted; nil takes the limit away.
    ///
    /// From here on masks have exactly the tokens after which a completion is known that fits; there is always one. Costs
    /// nothing while the limit is far; close to it, a state that is met for the first time costs a walk of its tokens. (There
    /// the mask of a large object whose members come in any order has the tokens for which a completion was looked for; `accept`
    /// takes others, too, that turn out to fit.) A limit below `leastTokenCount` starts a search for a text with fewer tokens,
    /// which takes some tens of milliseconds at most.
    ///
    /// - Throws: `MatchingError.budgetTooSmall` with the least number that is known to be enough when no completion is
    ///   found that fits, `MatchingError.notSpellable` when no tokens complete the text, and
    ///   `MatchingError.limitExceeded`. The limit then stays as it was.
    public mutating func setTokenBudget(_ tokens: Int?) throws(MatchingError) {
        guard let tokens else {
            position.budget = nil
            position.promise = nil
            return
        }
        if !fits(within: tokens) {
            let start = position.state
            let known = leastTokenCount
            let outcome = try withTables { tables, contents in
                var search = CompletionSearch(tables.automaton, tables.completions, contents.trie)
                return search.run(from: start, atMost: known.map { $0 - 1 } ?? max(0, tokens))
            }
            if case .found(let plan) = outcome {
                guard plan.count <= tokens else { throw .budgetTooSmall(needed: plan.count, available: tokens) }
                position.promise = plan
            } else {
                guard let known else { throw .notSpellable }
                throw .budgetTooSmall(needed: known, available: tokens)
            }
        }
        position.budget = tokens
    }

    /// The number of tokens of `shortestCompletion`; nil when the vocabulary cannot spell a completion.
    ///
    /// For completions beyond 128 KiB it is their length in bytes, which that many tokens can always spell.
    public var leastTokenCount: Int? {
        guard !isFinished else { return 0 }
        let own = try? withTables { tables, _ in tables.completions.tokenCount(from: position.state) }
        return [own ?? nil, position.promise?.count].compactMap(\.self).min()
    }

    /// Whether the text can be completed within a number of tokens, the end token not counted.
    public func fits(within tokens: Int) -> Bool {
        if isFinished { return tokens >= 0 }
        if let promise = position.promise, promise.count <= tokens { return true }
        return (try? withTables { tables, _ in tables.completions.fits(from: position.state, within: tokens) }) ?? false
    }

    /// The fewest tokens that spell a completion which is shortest in bytes.
    ///
    /// Nil when the vocabulary cannot spell it, and beyond 128 KiB. Where the text may go on in several ways, the one that
    /// takes the fewest tokens is chosen.
    public var shortestCompletion: [TokenID]? {
        guard !isFinished else { return [] }
        let tokens = try? withTables { tables, _ in
            let own = tables.completions.tokens(from: position.state)
            let shortest = [own, position.promise].compactMap(\.self).min { $0.count < $1.count }
            return shortest?.map { TokenID(rawValue: UInt32(bitPattern: $0)) }
        }
        return tokens ?? nil
    }

    /// A completion that fits into the budget, nil when there is none.
    func plan(_ tables: MatchingTables) -> [Int32]? {
        let budget = remainingTokenBudget ?? .max
        if let promise = position.promise, promise.count <= budget { return promise }
        return tables.completions.tokens(from: position.state).flatMap { $0.count <= budget ? $0 : nil }
    }
}
