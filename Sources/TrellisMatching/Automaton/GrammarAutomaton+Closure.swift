import TrellisGrammars

/// What goes on without a byte.
extension GrammarAutomaton {
    /// Goes up, then down, until only lexemes are left that wait for a byte.
    ///
    /// A closure is not whole where a limit was hit, and then nobody sees it.
    func finish(_ closure: inout Closure) {
        let pool = lexemes.pool
        while let next = closure.nextResumed(), pool.exceeded == nil {
            pool.countStep()
            for frame in unsafe stacks.frames(next.stack) { resume(frame, next.ending, &closure) }
        }
        while let (rank, stack) = closure.nextEntry(), pool.exceeded == nil {
            pool.countStep()
            expand(program.nodesByRank[Int(rank)], stack, &closure)
        }
    }

    /// Adds a configuration, and what follows it where its lexeme may end.
    func add(_ lexeme: Int32, _ stack: StackTable.Stack, _ closure: inout Closure) {
        if lexemeIsAccepting(lexeme) { closure.resume(stack, after: ending(of: lexeme)) }
        if lexemeCanContinue(lexeme) { unsafe closure.add(lexeme, stack, &stacks) }
    }

    /// What is known of a lexeme that ends in a state.
    func ending(of lexeme: Int32) -> LexemeEnding {
        if lexeme >= RecordedLexemes.base { return LexemeEnding(value: distinct.value(of: lexeme)) }
        return LexemeEnding(property: local.acceptedProperty(lexeme) ?? -1)
    }

    /// Goes into a node whose value is compared and must not be one of a set.
    func enter(_ node: Int32, _ stack: StackTable.Stack, without refused: ValueSets.Number, _ closure: inout Closure) {
        guard program.isLive[Int(node)] else { return }
        switch program.grammar.nodes[Int(node)] {
        case .literal(let bytes):
            let value = distinct.value(of: bytes)
            if distinct.sets.contains(refused, value) { return }
            let frame = Frame(kind: .value, first: value, parent: stack)
            unsafe add(program.starts[Int(node)], stacks.push(frame), &closure)
        case .lexeme: if let start = distinct.start(of: node, without: refused) { add(start, stack, &closure) }
        case .choice(let nodes): for choice in nodes { enter(Int32(choice.index), stack, without: refused, &closure) }
        case .sequence, .repetition, .object, .array: break
        }
    }

    /// Goes into a node, and on behind it where it may be empty.
    func enter(_ node: Int32, _ stack: StackTable.Stack, _ closure: inout Closure) {
        enterNonEmpty(node, stack, &closure)
        if program.isNullable[Int(node)] { closure.resume(stack) }
    }

    /// Goes into a node, whose texts without a byte the caller has seen to.
    private func enterNonEmpty(_ node: Int32, _ stack: StackTable.Stack, _ closure: inout Closure) {
        if program.isLive[Int(node)] { unsafe closure.enter(rank: program.ranks[Int(node)], stack, &stacks) }
    }

    /// Goes on with a frame.
    private func resume(_ frame: Frame, _ ending: LexemeEnding, _ closure: inout Closure) {
        switch frame.kind {
        case .end: closure.isAccepting = true
        case .sequence:
            guard case .sequence(let parts) = program.grammar.nodes[Int(frame.node)] else { return }
            if enter(parts, of: frame.node, from: Int(frame.first), frame.parent, &closure) {
                closure.resume(frame.parent)
            }
        case .repetition: resumeRepetition(frame, &closure)
        case .objectOpen, .objectName, .objectColon, .objectOpenName, .objectOpenColon, .objectNext, .objectComma:
            if case .object(let object) = program.grammar.nodes[Int(frame.node)],
                let table = program.objects[frame.node]
            {
                resume(frame, ending, object, table, &closure)
            }
        case .arrayOpen, .arrayNext, .arrayComma:
            if case .array(let array) = program.grammar.nodes[Int(frame.node)] {
                resume(frame, ending, array, &closure)
            }
        case .value: closure.resume(frame.parent, after: LexemeEnding(value: frame.first))
        }
    }

    /// Goes into the parts of a node that waits for its first byte.
    private func expand(_ node: Int32, _ stack: StackTable.Stack, _ closure: inout Closure) {
        switch program.grammar.nodes[Int(node)] {
        case .literal(let bytes):
            if !bytes.isEmpty { unsafe closure.add(program.starts[Int(node)], stack, &stacks) }
        case .lexeme:
            let start = program.starts[Int(node)]
            if lexemeCanContinue(start) { unsafe closure.add(start, stack, &stacks) }
        case .sequence(let parts): _ = enter(parts, of: node, from: 0, stack, &closure)
        case .choice(let nodes): for choice in nodes { enterNonEmpty(Int32(choice.index), stack, &closure) }
        case .repetition: enterRound(Frame(kind: .repetition, node: node, parent: stack), &closure)
        case .object(let object):
            let names = program.initialNames(object, local)
            unsafe add(
                program.punctuation.openBrace,
                stacks.push(
                    Frame(
                        kind: .objectOpen, node: node, names: names, needs: 1 << Int32(object.needs.count) - 1,
                        parent: stack)), &closure)
        case .array:
            unsafe add(
                program.punctuation.openBracket, stacks.push(Frame(kind: .arrayOpen, node: node, parent: stack)),
                &closure)
        }
    }

    /// Goes into the parts of a sequence that may be the first to have a byte; true when all of them may be empty.
    private func enter(
        _ parts: [Grammar.NodeID], of node: Int32, from start: Int, _ stack: StackTable.Stack, _ closure: inout Closure
    ) -> Bool {
        for index in start..<parts.count {
            let next =
                unsafe index + 1 == parts.count
                ? stack : stacks.push(Frame(kind: .sequence, node: node, first: Int32(index + 1), parent: stack))
            enterNonEmpty(Int32(parts[index].index), next, &closure)
            guard program.isNullable[parts[index].index] else { return false }
        }
        return true
    }

    private func resumeRepetition(_ frame: Frame, _ closure: inout Closure) {
        guard case .repetition(let body, let minimum, _) = program.grammar.nodes[Int(frame.node)] else { return }
        // Rounds without a byte make up for those that are missing, where the body may be empty.
        if Int(frame.first) >= minimum || program.isNullable[body.index] { closure.resume(frame.parent) }
        enterRound(frame, &closure)
    }

    /// Goes into one more round of a repetition.
    private func enterRound(_ frame: Frame, _ closure: inout Closure) {
        guard case .repetition(let body, let minimum, let maximum) = program.grammar.nodes[Int(frame.node)] else {
            return
        }
        if let maximum, Int(frame.first) >= maximum { return }
        let least = program.isNullable[body.index] ? 0 : minimum
        var next = frame
        next.first = maximum == nil ? Int32(min(Int(frame.first) + 1, least)) : frame.first + 1
        unsafe enterNonEmpty(Int32(body.index), stacks.push(next), &closure)
    }
}
