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
    private(set) var local: LocalLexemes
    private(set) var stacks = StackTable()
    /// Each state: whether the text may end, then lexeme state and stacks of each configuration, sorted.
    private var table = SequenceTable()
    private var successors = SuccessorTable()
    /// The numbers of a state under construction.
    private var scratch: [Int32] = []
    private var resumed: [Continuation: State] = [:]
    private var memberChoices: [MemberKey: MemberChoice] = [:]
    private(set) var start: State = GrammarAutomaton.dead

    private struct Continuation: Hashable {
        var stack: StackTable.Stack
        var property: Int32
    }

    private struct MemberKey: Hashable {
        var node: Int32
        var names: Int32
        var count: Int32
        var needs: Int32
    }

    /// Makes the automaton of a program.
    init(program: GrammarProgram, lexemes: LexemeAutomaton, local: LocalLexemes) {
        self.program = program
        self.lexemes = lexemes
        self.local = local
        let bottom = stacks.push(Frame(kind: .end))
        start = close { closure in self.enter(Int32(program.grammar.root.index), bottom, &closure) }
    }

    /// The number of states so far.
    var count: Int { table.count }

    /// Whether the text may end in a state.
    func isAccepting(_ state: State) -> Bool { table[state].first == 1 }

    /// The configurations of a state.
    func configurations(_ state: State) -> [(lexeme: Int32, stack: StackTable.Stack)] {
        let numbers = table[state].dropFirst()
        return stride(from: numbers.startIndex, to: numbers.endIndex, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    }

    /// Calls a body for each configuration of a state.
    func eachConfiguration(of state: State, _ body: (_ lexeme: Int32, _ stack: StackTable.Stack) -> Void) {
        var place = Int(table.starts[Int(state)]) + 1
        let end = Int(table.starts[Int(state) + 1])
        while place < end {
            body(table.elements[place], table.elements[place + 1])
            place += 2
        }
    }

    /// The state after a byte, or `dead`.
    func step(_ state: State, _ byte: UInt8) -> State {
        let start = Int(table.starts[Int(state)])
        if Int(table.starts[Int(state) + 1]) == start + 3, table.elements[start] == 0 {
            // The usual case: inside a literal or a string, where only the lexeme moves.
            let lexeme = table.elements[start + 1]
            let next = lexemeStep(lexeme, byte)
            if next == lexeme { return state }
            if next == LexemeAutomaton.dead { return Self.dead }
            if !lexemeIsAccepting(next) {
                let stack = table.elements[start + 2]
                return table.intern { numbers in
                    numbers.append(0)
                    numbers.append(next)
                    numbers.append(stack)
                }
            }
        }
        if let known = successors.find(state, byte) { return known }
        let next = stepInside(state, byte) ?? stepThrough(state, byte)
        successors.insert(state, byte, next)
        return next
    }

    /// The state after a byte at which no lexeme ends and no two come to be the same; nil when it is not so.
    private func stepInside(_ state: State, _ byte: UInt8) -> State? {
        var place = Int(table.starts[Int(state)]) + 1
        let end = Int(table.starts[Int(state) + 1])
        scratch.removeAll(keepingCapacity: true)
        scratch.append(0)
        while place < end {
            let next = lexemeStep(table.elements[place], byte)
            let stack = table.elements[place + 1]
            place += 2
            if next == LexemeAutomaton.dead { continue }
            if lexemeIsAccepting(next) { return nil }
            // Configurations are sorted by their lexeme.
            var index = scratch.count
            while index > 1, scratch[index - 2] >= next {
                if scratch[index - 2] == next { return nil }
                index -= 2
            }
            scratch.insert(stack, at: index)
            scratch.insert(next, at: index)
        }
        return scratch.count == 1 ? Self.dead : table.intern(scratch)
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
    /// - Parameter property: the property whose declared name the lexeme was.
    func resume(_ stack: StackTable.Stack, property: Int32? = nil) -> State {
        let key = Continuation(stack: stack, property: property ?? -1)
        if let known = resumed[key] { return known }
        let state = close { closure in self.resume(stack, property: key.property, &closure) }
        resumed[key] = state
        return state
    }

    /// The state of some configurations of a state.
    func state(of configurations: [(lexeme: Int32, stack: StackTable.Stack)]) -> State {
        table.intern([0] + configurations.flatMap { [$0.lexeme, $0.stack] })
    }

    /// The bytes that lead on from a state.
    func byteSet(of state: State) -> ByteSet {
        var set = ByteSet()
        for (lexeme, _) in configurations(state) {
            set.formUnion(
                lexeme < LocalLexemes.literalBase ? lexemes.byteSet(of: lexeme) : local.byteSet(of: lexeme))
        }
        return set
    }

    // MARK: Lexemes of both kinds

    /// The state of a lexeme after a byte, or dead.
    func lexemeStep(_ lexeme: Int32, _ byte: UInt8) -> Int32 {
        lexeme < LocalLexemes.literalBase
            ? lexemes.step(lexeme, byte) : local.step(lexeme, byte) ?? LexemeAutomaton.dead
    }

    private func lexemeIsAccepting(_ lexeme: Int32) -> Bool {
        lexeme < LocalLexemes.literalBase ? lexemes.isAccepting(lexeme) : local.isAccepting(lexeme)
    }

    private func lexemeCanContinue(_ lexeme: Int32) -> Bool {
        lexeme < LocalLexemes.literalBase ? lexemes.canContinue(lexeme) : !local.isAccepting(lexeme)
    }
}

// MARK: - Closure

extension GrammarAutomaton {
    /// A state under construction.
    private struct Closure {
        var isAccepting = false
        var configurations: [(lexeme: Int32, stack: StackTable.Stack)] = []
        /// The stacks that were continued, with the property whose name ended.
        var resumed: [(stack: StackTable.Stack, property: Int32)] = []
        /// The repetitions that were entered.
        var repetitions: [(node: Int32, count: Int32, stack: StackTable.Stack)] = []
    }

    private func close(_ body: (inout Closure) -> Void) -> State {
        var closure = Closure()
        body(&closure)
        guard closure.isAccepting || !closure.configurations.isEmpty else { return Self.dead }
        closure.configurations.sort { $0.lexeme < $1.lexeme }
        return table.intern { numbers in
            numbers.append(closure.isAccepting ? 1 : 0)
            for (lexeme, stack) in closure.configurations {
                numbers.append(lexeme)
                numbers.append(stack)
            }
        }
    }

    /// Adds a configuration, and what follows it where its lexeme may end.
    private func add(_ lexeme: Int32, _ stack: StackTable.Stack, _ closure: inout Closure) {
        if lexemeIsAccepting(lexeme) {
            resume(stack, property: local.acceptedProperty(lexeme) ?? -1, &closure)
        }
        guard lexemeCanContinue(lexeme) else { return }
        if let index = closure.configurations.firstIndex(where: { $0.lexeme == lexeme }) {
            closure.configurations[index].stack = stacks.union(closure.configurations[index].stack, stack)
        } else {
            closure.configurations.append((lexeme, stack))
        }
    }

    /// Goes on with every frame on top of a set of stacks.
    private func resume(_ stack: StackTable.Stack, property: Int32, _ closure: inout Closure) {
        if closure.resumed.contains(where: { $0.stack == stack && $0.property == property }) { return }
        closure.resumed.append((stack, property))
        for frame in stacks.frames(stack) { resume(frame, property, &closure) }
    }

    private func resume(_ frame: Frame, _ property: Int32, _ closure: inout Closure) {
        switch frame.kind {
        case .end: closure.isAccepting = true
        case .sequence: enterSequence(frame.node, from: frame.first, frame.parent, &closure)
        case .repetition: enterRepetition(frame.node, count: frame.first, frame.parent, &closure)
        case .objectOpen, .objectName, .objectColon, .objectOpenName, .objectOpenColon, .objectNext, .objectComma:
            if case .object(let object) = program.grammar.nodes[Int(frame.node)],
                let table = program.objects[frame.node]
            {
                resume(frame, property, object, table, &closure)
            }
        case .arrayOpen, .arrayNext, .arrayComma:
            if case .array(let array) = program.grammar.nodes[Int(frame.node)] { resume(frame, array, &closure) }
        }
    }

    /// Goes into a node, with what follows it.
    private func enter(_ node: Int32, _ stack: StackTable.Stack, _ closure: inout Closure) {
        guard program.isLive[Int(node)] else { return }
        switch program.grammar.nodes[Int(node)] {
        case .literal(let bytes):
            if bytes.isEmpty {
                resume(stack, property: -1, &closure)
            } else {
                add(program.starts[Int(node)], stack, &closure)
            }
        case .lexeme: add(program.starts[Int(node)], stack, &closure)
        case .sequence: enterSequence(node, from: 0, stack, &closure)
        case .choice(let nodes): for choice in nodes { enter(Int32(choice.index), stack, &closure) }
        case .repetition: enterRepetition(node, count: 0, stack, &closure)
        case .object(let object):
            let names = program.initialNames(object, &local)
            add(
                program.punctuation.openBrace,
                stacks.push(
                    Frame(
                        kind: .objectOpen, node: node, names: names, needs: 1 << Int32(object.needs.count) - 1,
                        parent: stack)), &closure)
        case .array:
            add(
                program.punctuation.openBracket, stacks.push(Frame(kind: .arrayOpen, node: node, parent: stack)),
                &closure)
        }
    }

    private func enterSequence(_ node: Int32, from index: Int32, _ stack: StackTable.Stack, _ closure: inout Closure) {
        guard case .sequence(let parts) = program.grammar.nodes[Int(node)] else { return }
        guard Int(index) < parts.count else { return resume(stack, property: -1, &closure) }
        let next =
            Int(index) + 1 == parts.count
            ? stack : stacks.push(Frame(kind: .sequence, node: node, first: index + 1, parent: stack))
        enter(Int32(parts[Int(index)].index), next, &closure)
    }

    private func enterRepetition(
        _ node: Int32, count: Int32, _ stack: StackTable.Stack, _ closure: inout Closure
    ) {
        guard case .repetition(let body, let minimum, let maximum) = program.grammar.nodes[Int(node)] else { return }
        // A body that may be empty makes every count from here on possible: fewer rounds done allow all that more allow,
        // so that a round without a byte, which comes back here with one more, adds nothing.
        let isNullable = program.isNullable[body.index]
        let isKnown = closure.repetitions.contains {
            $0.node == node && $0.stack == stack && (isNullable ? $0.count <= count : $0.count == count)
        }
        if isKnown { return }
        closure.repetitions.append((node, count, stack))
        let least = isNullable ? 0 : minimum
        if Int(count) >= least { resume(stack, property: -1, &closure) }
        if let maximum, Int(count) >= maximum { return }
        let next = maximum == nil ? min(Int(count) + 1, least) : Int(count) + 1
        enter(
            Int32(body.index),
            stacks.push(Frame(kind: .repetition, node: node, first: Int32(next), parent: stack)), &closure)
    }

    private func resume(_ frame: Frame, _ array: ArrayNode, _ closure: inout Closure) {
        let punctuation = program.punctuation
        if frame.kind == .arrayComma { return enterElement(frame, array, &closure) }
        let (allowsElement, allowsEnd) = program.elementChoice(array, at: frame)
        if allowsEnd { add(punctuation.closeBracket, frame.parent, &closure) }
        guard allowsElement else { return }
        var next = frame
        next.kind = .arrayComma
        if frame.kind == .arrayNext {
            add(punctuation.comma, stacks.push(next), &closure)
        } else if let gap = punctuation.gap {
            add(gap, stacks.push(next), &closure)
        } else {
            enterElement(frame, array, &closure)
        }
    }

    private func enterElement(_ frame: Frame, _ array: ArrayNode, _ closure: inout Closure) {
        var next = frame
        next.kind = .arrayNext
        // Beyond the places that differ and the least count, an unbounded array does not remember how long it is.
        next.first = array.maximumCount == nil ? Int32(min(Int(frame.first) + 1, array.countedPlaces)) : frame.first + 1
        for (node, count) in program.nextElements(array, at: frame) {
            next.count = count
            enter(node, stacks.push(next), &closure)
        }
    }

    private func choice(
        _ frame: Frame, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable
    ) -> MemberChoice {
        let key = MemberKey(node: frame.node, names: frame.names, count: frame.count, needs: frame.needs)
        if let known = memberChoices[key] { return known }
        let choice = program.memberChoice(object, table, at: frame, &local)
        memberChoices[key] = choice
        return choice
    }

    private func resume(
        _ frame: Frame, _ property: Int32, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable,
        _ closure: inout Closure
    ) {
        let punctuation = program.punctuation
        var next = frame
        switch frame.kind {
        case .objectOpen:
            let choice = choice(frame, object, table)
            if choice.allowsEnd { add(punctuation.closeBrace, frame.parent, &closure) }
            guard choice.allowsMember else { return }
            next.kind = .objectComma
            if let gap = punctuation.gap {
                add(gap, stacks.push(next), &closure)
            } else {
                resume(next, -1, object, table, &closure)
            }
        case .objectNext:
            let choice = choice(frame, object, table)
            if choice.allowsEnd { add(punctuation.closeBrace, frame.parent, &closure) }
            guard choice.allowsMember else { return }
            next.kind = .objectComma
            add(punctuation.comma, stacks.push(next), &closure)
        case .objectComma:
            let choice = choice(frame, object, table)
            if let allowed = choice.names, let names = local.names(list: table.list, allowed: allowed) {
                next.kind = .objectName
                add(names, stacks.push(next), &closure)
            }
            for index in choice.open {
                next.kind = .objectOpenName
                next.first = index
                add(table.open[Int(index)].name, stacks.push(next), &closure)
            }
        case .objectName:
            guard property >= 0 else { return }
            next.kind = .objectColon
            next.first = property
            add(punctuation.colon, stacks.push(next), &closure)
        case .objectOpenName:
            next.kind = .objectOpenColon
            add(punctuation.colon, stacks.push(next), &closure)
        case .objectColon, .objectOpenColon:
            let isOpen = frame.kind == .objectOpenColon
            next.kind = .objectNext
            next.first = 0
            if isOpen { next.needs = frame.needs & ~table.open[Int(frame.first)].needs }
            next.names =
                isOpen
                ? program.namesAfterOpen(frame.names, object)
                : program.namesAfter(frame.first, frame.names, object, &local)
            // Beyond the least count, an object without a greatest one does not remember how many members it has.
            next.count =
                !table.isCounting
                ? 0
                : object.maximumCount == nil
                    ? min(frame.count + 1, Int32(clamping: object.minimumCount)) : frame.count + 1
            let value =
                isOpen
                ? table.open[Int(frame.first)].value : Int32(object.properties[Int(frame.first)].value.index)
            enter(value, stacks.push(next), &closure)
        default: break
        }
    }
}
