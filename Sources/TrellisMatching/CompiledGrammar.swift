public import TrellisGrammars

/// A grammar ready to be matched against the tokens of a vocabulary.
///
/// Compiling looks at each node of the grammar once; states, transitions and masks are made when a text first needs
/// them and kept for every matcher of the grammar. When they have become many, the next text starts new ones, so that a grammar
/// may be kept for good. Shared between tasks; a `Matcher` holds the position of one text.
public final class CompiledGrammar: Sendable {
    /// The grammar.
    public let grammar: Grammar
    /// The vocabulary it was compiled for.
    public let vocabulary: MatchingVocabulary
    private let limits: GrammarLimits
    /// The tables of the next text; only touched inside `MatchingVocabulary.withContents`, whose lock they share.
    private nonisolated(unsafe) var tables: MatchingTables

    /// Compiles a grammar for a vocabulary, on the thread of the caller; nothing is kept for the next call.
    ///
    /// Linear in the size of the grammar but for its patterns, whose emptiness may take a search of bounded size. Waits while
    /// another grammar of the vocabulary is being compiled or used. `GrammarCompiler` does it in the background and once.
    ///
    /// Throws `MatchingError`: no text satisfies the grammar, a rule begins with itself, elements that must differ cannot be
    /// compared, a limit was hit, or the task that compiles was cancelled.
    ///
    /// - Parameter limits: their nodes, states, memory and time count here.
    public init(
        _ grammar: Grammar, for vocabulary: MatchingVocabulary, limits: GrammarLimits = GrammarLimits()
    ) throws(MatchingError) {
        self.grammar = grammar
        self.vocabulary = vocabulary
        self.limits = limits
        unsafe tables = try vocabulary.withContents { contents throws(MatchingError) in
            try MatchingTables(grammar, contents, limits)
        }
    }
}

extension CompiledGrammar {
    /// Whether a whole text satisfies the grammar; needs no model.
    ///
    /// Throws `MatchingError.limitExceeded`.
    public func matches(_ text: some Sequence<UInt8>) throws(MatchingError) -> Bool {
        try firstMismatch(in: text) == nil
    }

    /// Where a text breaks the grammar: the offset of the first byte that may not come, or the length of a text that is not
    /// complete; nil for a text that satisfies the grammar. Linear in the length of the text.
    ///
    /// Throws `MatchingError.limitExceeded`.
    public func firstMismatch(in text: some Sequence<UInt8>) throws(MatchingError) -> Int? {
        let text = Array(text)
        return try vocabulary.withContents { contents throws(MatchingError) in
            try freshTables(contents).run { tables in
                let automaton = tables.automaton
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
}

extension CompiledGrammar {
    /// The tables for a new text: new ones where those so far are large, or have hit a limit.
    func freshTables(_ contents: MatchingVocabulary.Contents) -> MatchingTables {
        if unsafe tables.isLarge, let fresh = try? MatchingTables(grammar, contents, limits) {
            unsafe tables = fresh
        }
        return unsafe tables
    }
}

/// The growing tables of one grammar.
final class MatchingTables {
    let automaton: GrammarAutomaton
    let masks: MaskBuilder
    let completions: CompletionTable
    let budgets: BudgetTable
    /// The masks that are made, to be read without the lock of the vocabulary.
    let finishedMasks = FinishedMasks()
    private let lexemeMasks: LexemeMaskTable
    private let limits: GrammarLimits
    // Invariant of the unchecked properties: as in `GrammarAutomaton`.
    /// The bytes that work on this grammar has added to the tables that grammars share.
    @exclusivity(unchecked)
    private var used = 0
    /// The limit that was hit while a text was matched.
    @exclusivity(unchecked)
    private(set) var failure: MatchingError?

    init(
        _ grammar: Grammar, _ contents: MatchingVocabulary.Contents, _ limits: GrammarLimits
    ) throws(MatchingError) {
        guard grammar.nodes.count <= limits.nodes else {
            throw .limitExceeded(name: "nodes in a grammar", value: limits.nodes)
        }
        contents.renewIfLarge()
        let local = LocalLexemes()
        let watch = CompilationWatch(limits)
        self.limits = limits
        let pool = contents.lexemes.pool
        pool.begin(limits)
        // Only here: a mask or a completion is never left half made.
        pool.isInterruptible = true
        defer { pool.isInterruptible = false }
        do throws(MatchingError) {
            let program = try GrammarProgram(grammar, lexemes: contents.lexemes, local: local, watch: watch)
            automaton = GrammarAutomaton(program: program, lexemes: contents.lexemes, local: local)
            if pool.exceeded != nil { try MatchingError.checkCancellation() }
            if let exceeded = pool.exceeded { throw .limitExceeded(exceeded, limits) }
        } catch {
            // The tables may hold an answer that is not certain: the next grammar starts with new ones.
            if pool.exceeded != nil { contents.renew() }
            throw error
        }
        lexemeMasks = contents.lexemeMasks
        masks = MaskBuilder(automaton, contents, into: finishedMasks)
        completions = CompletionTable(automaton, contents)
        budgets = BudgetTable(automaton, completions, contents)
    }

    /// Whether a quarter of the memory is used up, or a limit was hit.
    var isLarge: Bool {
        unsafe failure != nil || used + size > limits.memory / 4
    }

    /// About the bytes of the tables of this grammar alone.
    private var size: Int { unsafe automaton.size + masks.bytes }

    /// The limit that was hit, by what is being done now or before.
    private var exceeded: MatchingError? {
        if let failure = unsafe failure { return failure }
        if unsafe automaton.isFull || used + size > limits.memory { return .limitExceeded(.memory, limits) }
        return automaton.lexemes.pool.exceeded.map { .limitExceeded($0, limits) }
    }

    /// Runs a body within the limits; throws when it has hit one, or another did before.
    func run<Result>(_ body: (MatchingTables) -> Result) throws(MatchingError) -> Result {
        if let failure = unsafe failure { throw failure }
        let lexemes = automaton.lexemes
        let before = lexemes.size + lexemeMasks.bytes
        unsafe lexemes.pool.begin(limits, used: used)
        automaton.sizeLimit = unsafe max(0, limits.memory - used - masks.bytes)
        let result = body(self)
        unsafe used += lexemes.size + lexemeMasks.bytes - before
        if let exceeded {
            unsafe failure = exceeded
            finishedMasks.close()
            throw exceeded
        }
        return result
    }
}
