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

    /// Compiles a grammar for a vocabulary.
    ///
    /// Throws `MatchingError` when no text satisfies the grammar or a rule begins with itself.
    public init(_ grammar: Grammar, for vocabulary: MatchingVocabulary) throws(MatchingError) {
        self.grammar = grammar
        self.vocabulary = vocabulary
        unsafe tables = try vocabulary.withContents { contents throws(MatchingError) in
            try MatchingTables(grammar, contents)
        }
    }
}

/// The growing tables of one grammar.
final class MatchingTables {
    let automaton: GrammarAutomaton
    let masks: MaskBuilder
    let completions: CompletionTable

    init(_ grammar: Grammar, _ contents: MatchingVocabulary.Contents) throws(MatchingError) {
        contents.renewIfLarge()
        var local = LocalLexemes()
        let program = try GrammarProgram(grammar, lexemes: contents.lexemes, local: &local)
        guard !contents.lexemes.pool.hasExceededLimit else {
            // The tables hold an answer that is not certain: the next grammar starts with new ones.
            contents.renew()
            throw .limitExceeded(name: "states in a pattern", value: PatternPool.searchLimit)
        }
        automaton = GrammarAutomaton(program: program, lexemes: contents.lexemes, local: local)
        masks = MaskBuilder(automaton, contents)
        completions = CompletionTable(automaton, contents)
    }
}
