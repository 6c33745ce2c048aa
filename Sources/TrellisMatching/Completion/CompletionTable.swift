import TrellisGrammars

/// The shortest completions of states: what makes an answer end in time.
///
/// From a state, the completion takes the configuration with the least cost, appends the shortest rest of its lexeme,
/// and goes on from the state that is reached, so that the text is one the automaton accepts. It ends because what
/// follows a lexeme never costs more than was counted for it: with each lexeme the cost goes down.
final class CompletionTable {
    let automaton: GrammarAutomaton
    private let vocabulary: MatchingVocabulary.Contents
    private lazy var costs = CostTable(automaton)
    private var tokenCounts: [GrammarAutomaton.State: Int] = [:]

    /// The length at which a completion is given up; far beyond what fits into any context.
    private static let lengthLimit = 1 << 22

    /// Makes a table for an automaton.
    init(_ automaton: GrammarAutomaton, _ vocabulary: MatchingVocabulary.Contents) {
        self.automaton = automaton
        self.vocabulary = vocabulary
    }

    /// The least number of tokens, as far as is known, that completes the text; nil when the vocabulary cannot spell it.
    func tokenCount(from state: GrammarAutomaton.State) -> Int? {
        if automaton.isAccepting(state) { return 0 }
        if let known = tokenCounts[state] { return known < 0 ? nil : known }
        let count = tokens(from: state)?.count
        tokenCounts[state] = count ?? -1
        return count
    }

    /// Whether a completion takes at most so many tokens.
    func fits(from state: GrammarAutomaton.State, within tokens: Int) -> Bool {
        if automaton.isAccepting(state) { return tokens >= 0 }
        let cost = cost(of: state)
        if vocabulary.hasByteTokens, cost <= tokens { return true }
        // Estimates may be a few bytes high where escapes are written; a factor of eight is beyond any of that.
        if cost / 8 > tokens.multipliedReportingOverflow(by: max(1, vocabulary.trie.longest)).partialValue {
            return false
        }
        return tokenCount(from: state).map { $0 <= tokens } ?? false
    }

    /// The tokens of a shortest completion, longest first at each place; nil when the vocabulary cannot spell it.
    func tokens(from state: GrammarAutomaton.State) -> [Int32]? {
        guard var text = bytes(from: state)?[...] else { return nil }
        var tokens: [Int32] = []
        while !text.isEmpty {
            guard let (token, length) = vocabulary.trie.longestMatch(text) else { return nil }
            tokens.append(token)
            text = text.dropFirst(length)
        }
        return tokens
    }

    /// The bytes of a shortest completion.
    func bytes(from state: GrammarAutomaton.State) -> [UInt8]? {
        var state = state
        var text: [UInt8] = []
        while !automaton.isAccepting(state) {
            guard text.count < Self.lengthLimit else { return nil }
            var best: (lexeme: Int32, stack: StackTable.Stack, cost: Int)?
            // A lexeme that may end here stands beside what follows it: only the latter makes the text end.
            for (lexeme, stack) in automaton.configurations(state)
            where lexeme >= LocalLexemes.literalBase || !automaton.lexemes.isAccepting(lexeme) {
                let cost = costs.cost(of: lexeme, stack)
                if cost < best?.cost ?? .max { best = (lexeme, stack, cost) }
            }
            guard let best else { return nil }
            let rest = costs.rest(of: best.lexeme, best.stack)
            guard !rest.isEmpty else { return nil }
            for byte in rest { state = automaton.step(state, byte) }
            text.append(contentsOf: rest)
            guard state != GrammarAutomaton.dead else { return nil }
        }
        return text
    }

    private func cost(of state: GrammarAutomaton.State) -> Int {
        automaton.configurations(state).map { costs.cost(of: $0.lexeme, $0.stack) }.min() ?? CostTable.infinite
    }
}
