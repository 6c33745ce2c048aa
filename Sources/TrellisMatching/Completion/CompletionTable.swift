import TrellisGrammars

/// The shortest completions of states: what makes an answer end in time.
///
/// The *rest* of a configuration is the shortest end of its lexeme and then the shortest text of what follows: of the
/// configuration with the least cost in the state after the lexeme, and so on. It ends because what follows a lexeme
/// never costs more than was counted for it, so that with each lexeme the cost goes down. A state *needs* as many tokens
/// as the rest of one of its configurations that takes the fewest, cut so that there are as few as possible.
///
/// What a state needs is no more than its cost in bytes, when every byte is a token; that decides most questions.
final class CompletionTable {
    private let automaton: GrammarAutomaton
    /// Whether every byte of text is a token, so that a text never needs more tokens than bytes.
    private let hasByteTokens: Bool
    private let longestToken: Int
    private lazy var costs = CostTable(automaton)
    private var texts: CompletionTexts
    /// The text after a lexeme, by the state that it leaves.
    private var continuations: [GrammarAutomaton.State: CompletionTexts.Text] = [:]
    private var needs: [GrammarAutomaton.State: Need] = [:]
    private var stateCosts: [GrammarAutomaton.State: Int] = [:]

    private struct Need {
        /// The lexeme and stack that the completion goes on with.
        var configuration: (lexeme: Int32, stack: StackTable.Stack)?
        /// Nil when tokens cannot spell a completion.
        var count: Int?
    }

    /// The length in bytes beyond which completions are not written out, and their tokens taken to be single bytes.
    private static let lengthLimit = 1 << 17

    /// Makes a table for an automaton.
    init(_ automaton: GrammarAutomaton, _ vocabulary: MatchingVocabulary.Contents) {
        self.automaton = automaton
        hasByteTokens = vocabulary.hasByteTokens
        longestToken = max(1, vocabulary.trie.longest)
        texts = CompletionTexts(vocabulary.trie)
    }

    /// Whether a completion takes at most so many tokens.
    func fits(from state: GrammarAutomaton.State, within tokens: Int) -> Bool {
        guard tokens >= 0 else { return false }
        if hasByteTokens, cost(of: state) <= tokens { return true }
        return tokenCount(from: state).map { $0 <= tokens } ?? false
    }

    /// False when no completion takes at most so many tokens, because even the longest tokens would be too short.
    ///
    /// The cost may be a few bytes too high where escapes are written; half of it is not.
    func mayFit(from state: GrammarAutomaton.State, within tokens: Int) -> Bool {
        tokens >= Int.max / longestToken || cost(of: state) / 2 <= tokens * longestToken
    }

    /// The number of tokens that a state needs; nil when the vocabulary cannot spell a completion.
    func tokenCount(from state: GrammarAutomaton.State) -> Int? {
        automaton.isAccepting(state) ? 0 : need(of: state).count
    }

    /// A number of tokens that is enough, without a search; nil when none is known to be.
    func knownTokenCount(from state: GrammarAutomaton.State) -> Int? {
        if automaton.isAccepting(state) { return 0 }
        if let known = needs[state] { return known.count }
        return hasByteTokens ? cost(of: state) : nil
    }

    /// The tokens of a completion, as few as the state needs; nil when there is none, or it is too long to be written.
    func tokens(from state: GrammarAutomaton.State) -> [Int32]? {
        if automaton.isAccepting(state) { return [] }
        guard let (lexeme, stack) = need(of: state).configuration else { return nil }
        return continuation(after: lexeme, stack).flatMap { next in
            texts.with(costs.rest(of: lexeme, stack), before: next) { $0.tokens($1) }
        }
    }

    /// The bytes of a shortest completion; 0 where the text may end.
    func cost(of state: GrammarAutomaton.State) -> Int {
        if automaton.isAccepting(state) { return 0 }
        if let known = stateCosts[state] { return known }
        let cost =
            automaton.configurations(state).map { costs.cost(of: $0.lexeme, $0.stack) }.min() ?? CostTable.infinite
        stateCosts[state] = cost
        return cost
    }

    /// The bytes of the shortest text that must follow the lexeme on a stack.
    func cost(after stack: StackTable.Stack) -> Int { costs.cost(of: stack) }

    private func need(of state: GrammarAutomaton.State) -> Need {
        if let known = needs[state] { return known }
        var least = Need()
        for (lexeme, stack) in automaton.configurations(state) where !mayEnd(lexeme) {
            let cost = costs.cost(of: lexeme, stack)
            // A text cannot need fewer tokens than if all were as long as the longest.
            if let count = least.count, cost / longestToken > count { continue }
            guard cost <= Self.lengthLimit else {
                if hasByteTokens, cost < least.count ?? .max { least = Need(count: cost) }
                continue
            }
            guard let next = continuation(after: lexeme, stack) else { continue }
            let count = texts.with(costs.rest(of: lexeme, stack), before: next) { $0.count($1) }
            if least.configuration == nil && least.count == nil || count ?? .max < least.count ?? .max {
                least = Need(configuration: (lexeme, stack), count: count)
            }
        }
        needs[state] = least
        return least
    }

    /// Whether a lexeme may end here: then what follows it stands beside it, and only that makes the text end.
    private func mayEnd(_ lexeme: Int32) -> Bool { automaton.lexemeIsAccepting(lexeme) }

    /// The shortest text after the rest of a lexeme, nil when it is too long.
    private func continuation(after lexeme: Int32, _ stack: StackTable.Stack) -> CompletionTexts.Text? {
        var path: [(state: GrammarAutomaton.State, rest: [UInt8])] = []
        var state = stateAfter(lexeme, stack)
        var length = 0
        var text = CompletionTexts.end
        while state != GrammarAutomaton.dead, !automaton.isAccepting(state) {
            if let known = continuations[state] {
                text = known
                break
            }
            var best: (lexeme: Int32, stack: StackTable.Stack, cost: Int)?
            for (lexeme, stack) in automaton.configurations(state) where !mayEnd(lexeme) {
                let cost = costs.cost(of: lexeme, stack)
                if cost < best?.cost ?? .max { best = (lexeme, stack, cost) }
            }
            guard let best else { return nil }
            let rest = costs.rest(of: best.lexeme, best.stack)
            length += rest.count
            guard !rest.isEmpty, length <= Self.lengthLimit else { return nil }
            path.append((state, rest))
            state = stateAfter(best.lexeme, best.stack)
        }
        guard state != GrammarAutomaton.dead else { return nil }
        for (state, rest) in path.reversed() {
            text = texts.prepend(rest, to: text)
            continuations[state] = text
        }
        return text
    }

    /// The state after the shortest end of a lexeme, where it ends there and does not go on.
    private func stateAfter(_ lexeme: Int32, _ stack: StackTable.Stack) -> GrammarAutomaton.State {
        // What follows a name, or a text that is recorded, depends on it.
        guard lexeme >= LocalLexemes.nameBase else { return automaton.resume(stack) }
        var state = automaton.state(of: [(lexeme, stack)])
        for byte in costs.rest(of: lexeme, stack) { state = automaton.step(state, byte) }
        return state
    }
}
