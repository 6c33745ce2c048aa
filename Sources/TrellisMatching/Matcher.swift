public import TrellisTokenization

/// A position in a compiled grammar: which tokens may come next, and the way back.
///
/// A matcher is a small value: making one costs nothing to speak of, copying one takes the same few nanoseconds however long
/// the text is and shares its history until either moves. It is moved by tokens; a token that the mask does not have is
/// refused and changes nothing.
///
/// With a token budget the mask keeps only tokens after which a completion is known that fits, and there always is one:
/// a text is never cut off.
///
/// Where matching hits a limit of the grammar, masks are empty and nothing is accepted; `failure` names it.
public struct Matcher: Sendable {
    /// The grammar that is matched.
    public let grammar: CompiledGrammar
    /// Only touched inside `MatchingVocabulary.withContents`, whose lock they share.
    private nonisolated(unsafe) let tables: MatchingTables
    let finishedMasks: FinishedMasks
    var position: Position
    /// The positions before each accepted token, for going back.
    private var history: [Position] = []
    /// Whether an end token was accepted.
    public private(set) var isFinished = false

    struct Position {
        var state: GrammarAutomaton.State
        /// The tokens that may still come.
        var budget: Int?
        /// A completion that fits into the budget, where the position on its own would be said to need more.
        var promise: [Int32]?
    }

    /// Starts at the beginning of a text.
    public init(_ grammar: CompiledGrammar) {
        self.grammar = grammar
        let tables = grammar.vocabulary.withContents { contents in grammar.freshTables(contents) }
        unsafe self.tables = tables
        finishedMasks = tables.finishedMasks
        position = Position(state: tables.automaton.start)
    }

    /// Runs a body that has the tables to itself; throws when a limit was hit, now or before.
    func withTables<Result>(
        _ body: (MatchingTables, MatchingVocabulary.Contents) -> Result
    ) throws(MatchingError) -> Result {
        try grammar.vocabulary.withContents { contents throws(MatchingError) in
            try unsafe tables.run { tables in body(tables, contents) }
        }
    }
}

extension Matcher {
    /// The greatest number of tokens that may still come, the end token not counted; nil when there is no limit.
    public var remainingTokenBudget: Int? { position.budget }

    /// Whether the text may end here: the end tokens are allowed.
    public var isComplete: Bool {
        (try? withTables { tables, _ in tables.automaton.isAccepting(position.state) }) ?? false
    }

    /// The limit of the grammar that matching this text has hit, nil as long as it has hit none.
    ///
    /// From then on the mask is empty, and nothing is accepted. A new matcher of the grammar starts anew.
    public var failure: MatchingError? { grammar.vocabulary.withContents { _ in unsafe tables.failure } }

    /// Moves on by a token; false, and nothing changes, when it is not allowed.
    ///
    /// A look-up for each byte of the token, once its states are known. Special tokens are never allowed, but the end tokens
    /// are where the text may end; after one of those nothing is.
    public mutating func accept(_ token: TokenID) -> Bool {
        guard !isFinished else { return false }
        let vocabulary = grammar.vocabulary
        if vocabulary.vocabulary.kind(of: token) == .text {
            return move(by: vocabulary.vocabulary.bytes(of: token), Int32(bitPattern: token.rawValue))
        }
        guard vocabulary.endTokens.contains(Int32(bitPattern: token.rawValue)), isComplete else { return false }
        history.append(position)
        isFinished = true
        return true
    }

    /// Moves on by bytes as if by one token; false, and nothing changes, when they are not allowed.
    ///
    /// They may begin or end anywhere, also inside a character; going back by one takes them back together.
    public mutating func accept(bytes: some Sequence<UInt8>) -> Bool { !isFinished && move(by: Array(bytes)[...], nil) }

    private mutating func move(by bytes: ArraySlice<UInt8>, _ token: Int32?) -> Bool {
        let (start, budget) = (position.state, position.budget)
        let moved = try? withTables { tables, _ -> (state: GrammarAutomaton.State, fits: Bool) in
            let state = tables.automaton.step(start, over: bytes, of: token)
            guard let budget, state != GrammarAutomaton.dead else { return (state, true) }
            return (state, tables.completions.fits(from: state, within: budget - 1))
        }
        guard let moved, moved.state != GrammarAutomaton.dead else { return false }
        var next = Position(state: moved.state, budget: budget.map { $0 - 1 })
        if !moved.fits {
            // A token of the completion that was found to fit.
            guard let token, let plan = try? withTables({ tables, _ in plan(tables) }), plan.first == token else {
                return false
            }
            next.promise = Array(plan.dropFirst())
        }
        history.append(position)
        position = next
        return true
    }

    /// Goes back by a number of accepted tokens, at most to the beginning; the token budget is what it was there. Costs nothing
    /// to speak of.
    public mutating func rollback(_ count: Int) {
        guard count > 0, !history.isEmpty else { return }
        let kept = max(0, history.count - count)
        position = history[kept]
        history.removeSubrange(kept...)
        isFinished = false
    }
}
