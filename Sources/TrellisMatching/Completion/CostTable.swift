import TrellisGrammars

/// The length in bytes of the shortest text of each node, and of what must follow each stack.
///
/// Node costs are lowered from infinite until nothing changes; the cost of a frame is what a shortest continuation
/// writes after it. Where white space is free, none is counted.
final class CostTable {
    static let infinite = Int.max / 4

    private let automaton: GrammarAutomaton
    private let colon: Int
    private let comma: Int
    private var nodeCosts: [Int]
    private var stackCosts: [StackTable.Stack: Int] = [:]
    /// The length of each property's spelled name, by object node.
    private var nameLengths: [Int32: [Int]] = [:]
    /// The cheapest and the shortest ways to the end of each array with tallies, once the costs of nodes are known.
    private var tallied: [Int32: (cheapest: TallyTable, shortest: TallyTable)] = [:]

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
        if lexeme < LocalLexemes.literalBase { return sum([automaton.lexemes.cost(of: lexeme), cost(of: stack)]) }
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
        lexeme < LocalLexemes.literalBase
            ? automaton.lexemes.cheapestRest(of: lexeme)
            : Array(automaton.local.rest(of: lexeme) { self.cost(afterName: $0, stack) })
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
        switch (frame.kind, frame.kind == .end ? nil : nodes[Int(frame.node)]) {
        case (.end, _): return 0
        case (.sequence, .sequence(let parts)):
            return sum(parts[Int(frame.first)...].map { nodeCosts[$0.index] } + [cost(of: frame.parent)])
        case (.repetition, .repetition(let body, let minimum, _)):
            return sum([times(minimum - Int(frame.first), nodeCosts[body.index]), cost(of: frame.parent)])
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

    private func cost(of frame: Frame, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable) -> Int {
        var after = frame
        after.count += 1
        switch frame.kind {
        case .objectOpen: return membersCost(frame, object, table, after: nil, commas: -1, atLeast: 0)
        case .objectComma: return membersCost(frame, object, table, after: nil, commas: -1, atLeast: 1)
        case .objectColon:
            return sum([
                nodeCosts[object.properties[Int(frame.first)].value.index],
                membersCost(after, object, table, after: frame.first, commas: 0, atLeast: 0),
            ])
        case .objectOpenName, .objectOpenColon:
            after.names = automaton.program.namesAfterOpen(frame.names, object)
            after.needs &= ~table.open[Int(frame.first)].needs
            return sum([
                frame.kind == .objectOpenName ? colon : 0, nodeCosts[Int(table.open[Int(frame.first)].value)],
                membersCost(after, object, table, after: nil, commas: 0, atLeast: 0),
            ])
        default: return membersCost(frame, object, table, after: nil, commas: 0, atLeast: 0)
        }
    }

    /// The cost of the cheapest members that may end the object.
    ///
    /// - Parameter commas: added to the number of members for the number of commas: -1 where the first has none.
    private func membersCost(
        _ frame: Frame, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable, after property: Int32?, commas: Int,
        atLeast least: Int
    ) -> Int {
        var required: [Int] = []
        var optional: [Int] = []
        for index in object.properties.indices {
            let isOver =
                switch object.order {
                case .declared: index < Int(frame.names) || property.map { index <= Int($0) } ?? false
                case .any:
                    !automaton.local.contains(frame.names, Int32(index)) || property.map { index == Int($0) } ?? false
                }
            if isOver { continue }
            let cost = memberCost(frame.node, object, index)
            if object.properties[index].isRequired { required.append(cost) } else { optional.append(cost) }
        }
        return membersCost(
            object, table, required: required, optional: optional, needs: frame.needs, commas: commas,
            atLeast: max(object.minimumCount - Int(frame.count), least))
    }

    /// The cost of required members, of open ones that meet needs, and of the cheapest others up to a least number.
    private func membersCost(
        _ object: ObjectNode, _ table: GrammarProgram.ObjectTable, required: [Int], optional: [Int], needs: Int32,
        commas: Int, atLeast least: Int
    ) -> Int {
        var needed = CompletionPlan.end
        if needs != 0 {
            let members = table.open.map { (needs: Int($0.needs), cost: openCost($0)) }
            let costs = NeedTable(
                members: members, count: object.needs.count,
                preferring: object.maximumCount == nil ? .cost : .elements)
            guard let plan = costs.plan(for: Int(needs)) else { return Self.infinite }
            needed = plan
        }
        let count = required.count + needed.elements
        let others = cheapest(least - count, optional, table.open.map(openCost).min() ?? Self.infinite)
        return sum(required + others + [min(needed.cost, Self.infinite), times(count + others.count + commas, comma)])
    }

    /// The least costs of so many members, each declared one taken at most once.
    private func cheapest(_ count: Int, _ declared: [Int], _ open: Int) -> [Int] {
        guard count > 0 else { return [] }
        var chosen = Array(declared.filter { $0 <= open }.sorted().prefix(count))
        let missing = count - chosen.count
        // Beyond any text's length the number does not matter.
        if missing > 0 { chosen += [Int](repeating: open, count: min(missing, 1 << 16)) }
        return chosen
    }

    private func memberCost(_ node: Int32, _ object: ObjectNode, _ index: Int) -> Int {
        sum([nameLengths[node]?[index] ?? Self.infinite, colon, nodeCosts[object.properties[index].value.index]])
    }

    private func openCost(_ open: (name: Int32, value: Int32, needs: Int32)) -> Int {
        sum([automaton.lexemes.cost(of: open.name), colon, nodeCosts[Int(open.value)]])
    }

    /// The ways to the end of an array with tallies, each element with its comma.
    private func tallyTables(of array: ArrayNode) -> (cheapest: TallyTable, shortest: TallyTable) {
        func table(_ preference: CompletionPlan.Preference) -> TallyTable {
            automaton.program.tallyTable(of: array, preferring: preference) { sum([nodeCosts[Int($0)], comma]) }
        }
        return (table(.cost), table(.elements))
    }

    /// The cost of the elements to the end of an array with tallies; the cheapest ones where they are not too many.
    private func talliedCost(
        _ array: ArrayNode, _ tables: (cheapest: TallyTable, shortest: TallyTable), after elements: Int, counts: Int
    ) -> Int {
        let room = array.maximumCount.map { $0 - elements } ?? .max
        let plan = tables.cheapest.plan(after: elements, counts: counts)
        let chosen =
            plan.map { $0.elements <= room } ?? false ? plan : tables.shortest.plan(after: elements, counts: counts)
        return chosen.map { min($0.cost, Self.infinite) } ?? Self.infinite
    }

    private func talliedCost(of frame: Frame, _ array: ArrayNode) -> Int {
        guard let tables = tallied[frame.node] else { return Self.infinite }
        let elements = Int(frame.first)
        switch frame.kind {
        case .arrayOpen: return max(0, talliedCost(array, tables, after: 0, counts: 0) - comma)
        case .arrayComma:
            return automaton.program.nextElements(array, at: frame).map { node, counts in
                sum([
                    nodeCosts[Int(node)], talliedCost(array, tables, after: elements + 1, counts: Int(counts)),
                ])
            }.min() ?? Self.infinite
        default: return talliedCost(array, tables, after: elements, counts: Int(frame.count))
        }
    }

    private func elementCost(_ array: ArrayNode, _ index: Int) -> Int {
        let node = index < array.prefix.count ? array.prefix[index] : array.items
        return node.map { nodeCosts[$0.index] } ?? Self.infinite
    }

    private func elementsCost(_ array: ArrayNode, from first: Int, isFirst: Bool) -> Int {
        guard first < array.minimumCount else { return 0 }
        let prefix = (first..<max(first, min(array.minimumCount, array.prefix.count))).map { elementCost(array, $0) }
        let others = array.minimumCount - max(first, array.prefix.count)
        return sum(
            prefix + [
                others > 0 ? times(others, elementCost(array, array.prefix.count)) : 0,
                times(array.minimumCount - first - (isFirst ? 1 : 0), comma),
            ])
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
            let members = membersCost(
                object, table, required: required, optional: optional, needs: 1 << Int32(object.needs.count) - 1,
                commas: -1, atLeast: object.minimumCount)
            return sum([2, members])
        }
    }

    private func times(_ count: Int, _ cost: Int) -> Int {
        guard count > 0 else { return 0 }
        let (product, overflow) = count.multipliedReportingOverflow(by: cost)
        return overflow ? Self.infinite : min(product, Self.infinite)
    }

    private func sum(_ costs: [Int]) -> Int { costs.reduce(0) { min($0 + $1, Self.infinite) } }
}
