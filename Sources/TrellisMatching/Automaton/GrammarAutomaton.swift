import TrellisGrammars

/// The byte automaton of a whole grammar: a pushdown automaton made deterministic as far as texts lead.
///
/// A configuration is a lexeme's state and the set of stacks that may follow it; a state is a set of configurations,
/// one for each lexeme state, and whether the text may end here. States are numbered: the same situation, reached
/// again by another text, is the same number, so that its transitions and its token mask are known. A string's
/// inside is one state however long the string is.
///
/// No dead ends: every configuration of every state can be completed, since dead nodes are never entered and every
/// lexeme state can be completed.
///
/// Not synchronised: used under the lock of its vocabulary.
final class GrammarAutomaton {
    /// The number of a state.
    typealias State = Int32

    /// The state of no configuration.
    static let dead: State = -1

    let program: GrammarProgram
    let lexemes: LexemeAutomaton
    let local: LocalLexemes
    @exclusivity(unchecked)
    var stacks = StackTable()
    let distinct: DistinctValues
    // Invariant of the unchecked properties: used under the lock of the vocabulary, and no call comes back here while one of
    // them is being changed. They are read for every byte, where the checks would be a fifth of the time.
    /// Each state: flags, then lexeme state and stacks of each configuration, sorted.
    @exclusivity(unchecked)
    var table = SequenceTable()
    @exclusivity(unchecked)
    private var successors = SuccessorTable()
    @exclusivity(unchecked)
    var tokenSuccessors = SuccessorTable()
    /// The numbers of states under construction.
    @exclusivity(unchecked)
    var scratch: [Int32] = []
    @exclusivity(unchecked)
    var nextScratch: [Int32] = []
    private var resumed: [Continuation: State] = [:]
    var memberChoices: [MemberKey: MemberChoice] = [:]
    /// The states without recorded texts.
    private var unrecordedStates: [UnrecordedKey: State] = [:]
    private(set) var start: State = GrammarAutomaton.dead

    private struct UnrecordedKey: Hashable {
        var state: State
        var purpose: Purpose
    }

    private enum Flags {
        static let accepting: Int32 = 1
        static let uncertain: Int32 = 2
    }

    struct MemberKey: Hashable {
        var node: Int32
        var names: Int32
        var count: Int32
        var needs: Int32
        var record: Int32
    }

    /// The size of the tables at which no more states are made.
    var sizeLimit = Int.max
    /// About the bytes that the tables take: four a number, and as many again for finding it and for transitions.
    var size: Int { unsafe (table.elements.count + stacks.elementCount) * 16 + distinct.bytes }
    /// Whether states were refused for that. Then a state may be dead where none should be.
    private(set) var isFull = false

    /// Makes the automaton of a program.
    init(program: GrammarProgram, lexemes: LexemeAutomaton, local: LocalLexemes) {
        self.program = program
        self.lexemes = lexemes
        self.local = local
        distinct = DistinctValues(program, lexemes)
        let bottom = unsafe stacks.push(Frame(kind: .end))
        start = close { closure in self.enter(Int32(program.grammar.root.index), bottom, &closure) }
    }

    /// The number of states so far.
    var count: Int { unsafe table.count }

    /// Whether the text may end in a state.
    func isAccepting(_ state: State) -> Bool { flags(state) & Flags.accepting != 0 }

    /// Whether a value was compared with one that isn't known, so that the state may not really be reached.
    ///
    /// Only states after a lexeme without its text can be.
    func isUncertain(_ state: State) -> Bool { flags(state) & Flags.uncertain != 0 }

    private func flags(_ state: State) -> Int32 {
        state == Self.dead ? 0 : unsafe table.elements[Int(table.starts[Int(state)])]
    }

    /// The configurations of a state.
    func configurations(_ state: State) -> [(lexeme: Int32, stack: StackTable.Stack)] {
        guard state != Self.dead else { return [] }
        let numbers = unsafe table[state].dropFirst()
        return stride(from: numbers.startIndex, to: numbers.endIndex, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }

    /// Calls a body for each configuration of a state.
    func eachConfiguration(of state: State, _ body: (_ lexeme: Int32, _ stack: StackTable.Stack) -> Void) {
        var place = unsafe Int(table.starts[Int(state)]) + 1
        let end = unsafe Int(table.starts[Int(state) + 1])
        while place < end {
            unsafe body(table.elements[place], table.elements[place + 1])
            place += 2
        }
    }

    /// The state after a byte, or `dead`.
    func step(_ state: State, _ byte: UInt8) -> State {
        guard state != Self.dead else { return Self.dead }
        let start = unsafe Int(table.starts[Int(state)])
        if unsafe Int(table.starts[Int(state) + 1]) == start + 3, unsafe table.elements[start] == 0 {
            // The usual case: inside a literal or a string, where only the lexeme moves.
            let lexeme = unsafe table.elements[start + 1]
            let next = lexemeStep(lexeme, byte)
            if next == lexeme { return state }
            if next == LexemeAutomaton.dead { return Self.dead }
            if !lexemeIsAccepting(next) {
                let stack = unsafe table.elements[start + 2]
                return unsafe table.intern { numbers in
                    numbers.append(0)
                    numbers.append(next)
                    numbers.append(stack)
                }
            }
        }
        if let known = unsafe successors.find(state, UInt32(byte)) { return known }
        if size > sizeLimit {
            isFull = true
            return Self.dead
        }
        let next = stepInside(state, byte) ?? stepThrough(state, byte)
        unsafe successors.insert(state, UInt32(byte), next)
        return next
    }

    /// The state after a byte at which no lexeme ends and no two come to be the same; nil when it is not so.
    private func stepInside(_ state: State, _ byte: UInt8) -> State? {
        unsafe scratch.removeAll(keepingCapacity: true)
        unsafe scratch.append(0)
        unsafe scratch.append(contentsOf: table[state].dropFirst())
        guard moveScratch(by: byte) else { return nil }
        return unsafe scratch.count == 1 ? Self.dead : table.intern(scratch)
    }

    /// The state after a byte, with what follows the lexemes that end.
    private func stepThrough(_ state: State, _ byte: UInt8) -> State {
        close { closure in
            self.eachConfiguration(of: state) { lexeme, stack in
                let next = self.lexemeStep(lexeme, byte)
                if next != LexemeAutomaton.dead { self.add(next, stack, &closure) }
            }
        }
    }

    /// The state after what a set of stacks continues with, when a lexeme has ended.
    ///
    /// - Parameter ending: what is known of the lexeme.
    func resume(_ stack: StackTable.Stack, after ending: LexemeEnding = LexemeEnding()) -> State {
        let key = Continuation(stack: stack, ending: ending)
        if let known = resumed[key] { return known }
        let state = close { closure in closure.resume(stack, after: ending) }
        resumed[key] = state
        return state
    }

    /// The state of some configurations in place of those of another, kept for a purpose.
    func replacement(
        for state: State, _ purpose: Purpose, _ configurations: () -> [(lexeme: Int32, stack: StackTable.Stack)]
    ) -> State {
        let key = UnrecordedKey(state: state, purpose: purpose)
        if let known = unrecordedStates[key] { return known }
        let result = unsafe table.intern([flags(state)] + configurations().flatMap { [$0.lexeme, $0.stack] })
        unrecordedStates[key] = result
        return result
    }

    /// The state of some configurations of a state.
    func state(of configurations: [(lexeme: Int32, stack: StackTable.Stack)]) -> State {
        unsafe table.intern([0] + configurations.flatMap { [$0.lexeme, $0.stack] })
    }

    /// The bytes that lead on from a state.
    func byteSet(of state: State) -> ByteSet {
        var set = ByteSet()
        for (lexeme, _) in configurations(state) {
            set.formUnion(isLocal(lexeme) ? local.byteSet(of: lexeme) : lexemes.byteSet(of: shared(lexeme)))
        }
        return set
    }

    /// The state that a body makes, with all that goes on from there without a byte.
    private func close(_ body: (inout Closure) -> Void) -> State {
        var closure = Closure()
        body(&closure)
        finish(&closure)
        guard closure.isAccepting || !closure.configurations.isEmpty else { return Self.dead }
        return unsafe table.intern { numbers in
            numbers.append(
                (closure.isAccepting ? Flags.accepting : 0) | (closure.isUncertain ? Flags.uncertain : 0))
            for (lexeme, stack) in closure.configurations {
                numbers.append(lexeme)
                numbers.append(stack)
            }
        }
    }

    // MARK: Lexemes of all kinds

    /// Whether a lexeme is a literal or a declared name, rather than one that grammars share.
    func isLocal(_ lexeme: Int32) -> Bool {
        lexeme >= LocalLexemes.literalBase && lexeme < RecordedLexemes.base
    }

    /// The shared lexeme that a lexeme is, its text forgotten.
    func shared(_ lexeme: Int32) -> LexemeAutomaton.State {
        lexeme < RecordedLexemes.base ? lexeme : distinct.recorded.lexeme(of: lexeme)
    }

    /// The state of a lexeme after a byte, or dead.
    func lexemeStep(_ lexeme: Int32, _ byte: UInt8) -> Int32 {
        if lexeme < LocalLexemes.literalBase { return lexemes.step(lexeme, byte) }
        if lexeme < RecordedLexemes.base { return local.step(lexeme, byte) ?? LexemeAutomaton.dead }
        return distinct.step(lexeme, byte)
    }

    /// Whether a lexeme may end in a state.
    func lexemeIsAccepting(_ lexeme: Int32) -> Bool {
        isLocal(lexeme) ? local.isAccepting(lexeme) : lexemes.isAccepting(shared(lexeme))
    }

    func lexemeCanContinue(_ lexeme: Int32) -> Bool {
        isLocal(lexeme) ? !local.isAccepting(lexeme) : lexemes.canContinue(shared(lexeme))
    }
}
