import TrellisGrammars
import TrellisTokenization

/// The lexeme masks of a vocabulary, each made when it is first asked for, by the cheapest way that fits its pattern.
final class LexemeMaskTable {
    private struct Key: Hashable {
        var state: LexemeAutomaton.State
        var isLast: Bool
    }

    private struct RunKey: Hashable {
        var start: LexemeAutomaton.State
        var isLast: Bool
        var minimum = 0
        var maximum: Int?
    }

    private let lexemes: LexemeAutomaton
    private let vocabulary: Vocabulary
    private let trie: TokenTrie
    private var masks: [Key: LexemeMask?] = [:]
    private var runs: [RunKey: ScalarRunTable] = [:]
    private var runMasks: [RunKey: LexemeMask] = [:]

    /// About the number of masks that take a word for every 32 tokens.
    private(set) var count = 0

    init(_ lexemes: LexemeAutomaton, _ vocabulary: Vocabulary, _ trie: TokenTrie) {
        self.lexemes = lexemes
        self.vocabulary = vocabulary
        self.trie = trie
    }

    /// The mask of a lexeme's state; nil when it is better walked with what follows.
    func mask(of state: LexemeAutomaton.State, isLast: Bool) -> LexemeMask? {
        let key = Key(state: state, isLast: isLast)
        if let known = masks[key] { return known }
        let mask =
            runMask(of: state, isLast: isLast) ?? exclusionMask(of: state, isLast: isLast)
            ?? LexemeMask(from: state, isLast: isLast, lexemes, vocabulary, trie)
        masks[key] = .some(mask)
        if mask?.words.isEmpty == false { count += 1 }
        return mask
    }

    /// The mask of a state from which only a counted run of scalars is left.
    private func runMask(of state: LexemeAutomaton.State, isLast: Bool) -> LexemeMask? {
        let position = lexemes.states[Int(state)]
        guard position.spelling == .content || position.spelling == .plain && isLast,
            let run = lexemes.pool.scalarRun(position.pattern)
        else { return nil }
        let start = lexemes.intern(LexemeState(pattern: run.unbounded, spelling: position.spelling))
        let key = RunKey(start: start, isLast: isLast)
        let table = runs[key] ?? ScalarRunTable(from: start, isLast: isLast, lexemes, vocabulary, trie)
        runs[key] = table
        let (minimum, maximum) = table.clamp(atLeast: run.minimum, atMost: run.maximum)
        let bounded = RunKey(start: start, isLast: isLast, minimum: minimum, maximum: maximum)
        let mask = runMasks[bounded] ?? table.mask(atLeast: minimum, atMost: maximum)
        runMasks[bounded] = mask
        return mask
    }

    /// The mask of a state in a string from which any text is possible but some fixed ones.
    private func exclusionMask(of state: LexemeAutomaton.State, isLast: Bool) -> LexemeMask? {
        let position = lexemes.states[Int(state)]
        guard position.spelling == .content, lexemes.pool.excludesOnlyTexts(position.pattern) else { return nil }
        let baseState = lexemes.intern(LexemeState(pattern: PatternPool.anything, spelling: .content))
        guard let base = mask(of: baseState, isLast: isLast) else { return nil }
        return LexemeMask(excludingTextsFrom: state, base: base, baseState: baseState, lexemes, trie)
    }
}
