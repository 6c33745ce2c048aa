public import TrellisGrammars

/// A grammar ready to be matched against the tokens of a vocabulary.
///
/// Compiling looks at each node of the grammar once; states, transitions and masks are made when a text first needs
/// them and kept for every matcher of the grammar. Shared between tasks; a `Matcher` holds the position of one text.
public final class CompiledGrammar: Sendable {
    /// The grammar.
    public let grammar: Grammar
    /// The vocabulary it was compiled for.
    public let vocabulary: MatchingVocabulary
    /// Only touched inside `MatchingVocabulary.withContents`, whose lock it shares.
    nonisolated(unsafe) let tables: MatchingTables
    /// The masks of the tables that are made, to be read without that lock.
    let finishedMasks: FinishedMasks

    /// Compiles a grammar for a vocabulary, on the thread of the caller; nothing is kept for the next call.
    ///
    /// Linear in the size of the grammar but for its patterns, whose emptiness may take a search of bounded size. Waits while
    /// another grammar of the vocabulary is being compiled or used. `GrammarCompiler` does it in the background and once.
    ///
    /// Throws `MatchingError`: no text satisfies the grammar, a rule begins with itself, elements that must differ cannot be
    /// compared, a limit was hit, or the task that compiles was cancelled.
    public init(_ grammar: Grammar, for vocabulary: MatchingVocabulary) throws(MatchingError) {
        self.grammar = grammar
        self.vocabulary = vocabulary
        let finishedMasks = FinishedMasks()
        self.finishedMasks = finishedMasks
        unsafe tables = try vocabulary.withContents { contents throws(MatchingError) in
            try MatchingTables(grammar, contents, finishedMasks)
        }
    }
}

extension CompiledGrammar {
    /// Whether a whole text satisfies the grammar; needs no model.
    public func matches(_ text: some Sequence<UInt8>) -> Bool { firstMismatch(in: text) == nil }

    /// Where a text breaks the grammar: the offset of the first byte that may not come, or the length of a text that is not
    /// complete; nil for a text that satisfies the grammar. Linear in the length of the text.
    public func firstMismatch(in text: some Sequence<UInt8>) -> Int? {
        let text = Array(text)
        return vocabulary.withContents { _ in
            let automaton = unsafe tables.automaton
            var state = automaton.start
            var offset = 0
            for byte in text {
                state = automaton.step(state, byte)
                if state == GrammarAutomaton.dead { return offset }
                offset += 1
            }
            return automaton.isAccepting(state) ? nil : offset
        }
    }
}

/// The growing tables of one grammar.
final class MatchingTables {
    let automaton: GrammarAutomaton
    let masks: MaskBuilder
    let completions: CompletionTable
    let budgets: BudgetTable

    init(
        _ grammar: Grammar, _ contents: MatchingVocabulary.Contents, _ finishedMasks: FinishedMasks
    ) throws(MatchingError) {
        contents.renewIfLarge()
        let local = LocalLexemes()
        let pool = contents.lexemes.pool
        // Only here: a mask or a completion is never left half made.
        pool.isInterruptible = true
        defer { pool.isInterruptible = false }
        let program: GrammarProgram
        do throws(MatchingError) {
            program = try GrammarProgram(grammar, lexemes: contents.lexemes, local: local)
            guard !pool.hasExceededLimit else {
                try MatchingError.checkCancellation()
                throw .limitExceeded(name: "states in a pattern", value: PatternPool.searchLimit)
            }
        } catch {
            // The tables may hold an answer that is not certain: the next grammar starts with new ones.
            if pool.hasExceededLimit { contents.renew() }
            throw error
        }
        automaton = GrammarAutomaton(program: program, lexemes: contents.lexemes, local: local)
        masks = MaskBuilder(automaton, contents, into: finishedMasks)
        completions = CompletionTable(automaton, contents)
        budgets = BudgetTable(automaton, completions, contents)
    }
}
