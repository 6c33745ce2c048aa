import TrellisGrammars

/// The length in bytes of the shortest text of each node, and of what must follow each stack.
///
/// Node costs are lowered from infinite until nothing changes; the cost of a frame is what a shortest continuation
/// writes after it. Where white space is free, none is counted.
final class CostTable {
    static let infinite = Int.max / 4

    let automaton: GrammarAutomaton
    let colon: Int
    let comma: Int
    var nodeCosts: [Int]
    private var stackCosts: [StackTable.Stack: Int] = [:]
    /// The length of each property's spelled name, by object node.
    var nameLengths: [Int32: [Int]] = [:]
    /// The cheapest and the shortest ways to the end of each array with tallies, once the costs of nodes are known.
    var tallied: [Int32: (cheapest: TallyTable, shortest: TallyTable)] = [:]

    init(_ automaton: GrammarAutomaton) {
        self.automaton = automaton
        switch automaton.program.grammar.layout {
        case .exact(let afterColon, let afterComma):
            colon = 1 + afterColon.utf8.count
            comma = 1 + afterComma.utf8.count
        case .flexible:
            colon = 1
            comma = 1
        }
        nodeCosts = [Int](repeating: Self.infinite, count: automaton.program.grammar.nodes.count)
        for (node, table) in automaton.program.objects {
            let names = unsafe automaton.local.nameLists[Int(table.list)].names
            var lengths = [Int](repeating: 0, count: names.count)
            for name in names { lengths[Int(name.property)] = name.bytes.count }
            nameLengths[node] = lengths
        }
        let users = automaton.program.grammar.users
        var pending = nodeCosts.indices.filter { automaton.program.isLive[$0] }
        var isPending = automaton.program.isLive
        // In rounds: each looks at the users of what the last one changed.
        while !pending.isEmpty {
            var next: [Int] = []
            for index in pending {
                isPending[index] = false
                let cost = nodeCost(Int32(index))
                guard cost < nodeCosts[index] else { continue }
                nodeCosts[index] = cost
                for user in users[index] where !isPending[user] && automaton.program.isLive[user] {
                    isPending[user] = true
                    next.append(user)
                }
            }
            pending = next
        }
        for (node, _) in automaton.program.tallied {
            if case .array(let array) = automaton.program.grammar.nodes[Int(node)] {
                tallied[node] = tallyTables(of: array)
            }
        }
    }

    // MARK: Configurations

    /// The cost of the rest of a lexeme and of what follows it.
    func cost(of lexeme: Int32, _ stack: StackTable.Stack) -> Int {
        guard automaton.isLocal(lexeme) else {
            return sum([automaton.lexemes.cost(of: automaton.shared(lexeme)), cost(of: stack)])
        }
        let rest = rest(of: lexeme, stack)
        guard lexeme >= LocalLexemes.nameBase else { return sum([rest.count, cost(of: stack)]) }
        // A name is followed by its own value: what follows depends on which it is.
        var state = lexeme
        for byte in rest { state = automaton.lexemeStep(state, byte) }
        guard let property = automaton.local.acceptedProperty(state) else { return Self.infinite }
        return sum([rest.count, cost(afterName: property, stack)])
    }

    /// The bytes from a lexeme's state to its cheapest end.
    func rest(of lexeme: Int32, _ stack: StackTable.Stack) -> [UInt8] {
        automaton.isLocal(lexeme)
            ? Array(automaton.local.rest(of: lexeme) { self.cost(afterName: $0, stack) })
            : automaton.lexemes.cheapestRest(of: automaton.shared(lexeme))
    }

    private func cost(afterName property: Int32, _ stack: StackTable.Stack) -> Int {
        unsafe automaton.stacks.frames(stack).map { frame -> Int in
            guard frame.kind == .objectName else { return Self.infinite }
            var next = frame
            next.kind = .objectColon
            next.first = property
            return sum([colon, cost(of: next)])
        }.min() ?? Self.infinite
    }

    /// The cost of what must follow the lexeme on a stack.
    func cost(of stack: StackTable.Stack) -> Int {
        if let known = stackCosts[stack] { return known }
        // What lies below first, without recursion: stacks may be deep.
        var pending = [stack]
        while let next = pending.last {
            let frames = unsafe automaton.stacks.frames(next)
            let below = frames.map(\.parent).filter { stackCosts[$0] == nil && $0 != StackTable.none }
            guard below.isEmpty || stackCosts[next] != nil else {
                pending += below
                continue
            }
            stackCosts[next] = frames.map { cost(of: $0) }.min() ?? 0
            pending.removeLast()
        }
        return stackCosts[stack] ?? 0
    }

    // MARK: Frames

    private func cost(of frame: Frame) -> Int {
        let nodes = automaton.program.grammar.nodes
        switch (frame.kind, nodes[Int(frame.node)]) {
        case (.end, _): return 0
        case (.value, _): return cost(of: frame.parent)
        case (.sequence, .sequence(let parts)):
            return sum(parts[Int(frame.first)...].map { nodeCosts[$0.index] } + [cost(of: frame.parent)])
        case (.repetition, .repetition(let body, let minimum, _)):
            return sum([times(minimum - Int(frame.first), nodeCosts[body.index]), cost(of: frame.parent)])
        case (_, .array(let array)) where array.isUnique:
            return sum([distinctCost(of: frame, array), 1, cost(of: frame.parent)])
        case (_, .array(let array)) where !array.tallies.isEmpty:
            return sum([talliedCost(of: frame, array), 1, cost(of: frame.parent)])
        case (_, .array(let array)):
            let first = Int(frame.first)
            let elements: Int =
                switch frame.kind {
                case .arrayComma:
                    sum([elementCost(array, first), elementsCost(array, from: first + 1, isFirst: false)])
                default: elementsCost(array, from: first, isFirst: frame.kind == .arrayOpen)
                }
            return sum([elements, 1, cost(of: frame.parent)])
        case (_, .object(let object)):
            guard let table = automaton.program.objects[frame.node] else { return Self.infinite }
            return sum([cost(of: frame, object, table), 1, cost(of: frame.parent)])
        default: return Self.infinite
        }
    }

    // MARK: Nodes

    private func nodeCost(_ index: Int32) -> Int {
        let program = automaton.program
        switch program.grammar.nodes[Int(index)] {
        case .literal(let bytes): return bytes.count
        case .lexeme: return automaton.lexemes.cost(of: program.starts[Int(index)])
        case .sequence(let parts): return sum(parts.map { nodeCosts[$0.index] })
        case .choice(let nodes): return nodes.map { nodeCosts[$0.index] }.min() ?? Self.infinite
        case .repetition(let body, let minimum, _): return times(minimum, nodeCosts[body.index])
        case .array(let array) where array.isUnique:
            return sum([2, distinctCost(of: Frame(kind: .arrayOpen, node: index), array)])
        case .array(let array) where !array.tallies.isEmpty:
            return sum([2, max(0, talliedCost(array, tallyTables(of: array), after: 0, counts: 0) - comma)])
        case .array(let array): return sum([2, elementsCost(array, from: 0, isFirst: true)])
        case .object(let object):
            guard let table = program.objects[index] else { return Self.infinite }
            var required: [Int] = []
            var optional: [Int] = []
            for property in object.properties.indices {
                let cost = memberCost(index, object, property)
                if object.properties[property].isRequired { required.append(cost) } else { optional.append(cost) }
            }
            let frame = Frame(kind: .objectOpen, node: index, needs: 1 << Int32(object.needs.count) - 1)
            let members = membersCost(
                frame, object, table, required: required, optional: optional, commas: -1,
                atLeast: object.minimumCount)
            return sum([2, members])
        }
    }

    func times(_ count: Int, _ cost: Int) -> Int {
        guard count > 0 else { return 0 }
        let (product, overflow) = count.multipliedReportingOverflow(by: cost)
        return overflow ? Self.infinite : min(product, Self.infinite)
    }

    func sum(_ costs: [Int]) -> Int { costs.reduce(0) { min($0 + $1, Self.infinite) } }
}
