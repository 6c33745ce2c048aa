import TrellisGrammars
import TrellisJSON

/// A grammar with what its compilation found out: lexemes as states, dead nodes, nodes that may be empty.
struct GrammarProgram {
    /// The lexemes between the tokens of JSON, as states.
    struct Punctuation {
        var openBrace: Int32
        var closeBrace: Int32
        var openBracket: Int32
        var closeBracket: Int32
        var comma: Int32
        var colon: Int32
        /// The white space before a first member or element; nil when there is none.
        var gap: Int32?
    }

    /// An open property that can be written.
    struct OpenName {
        /// Its number in the object.
        var property: Int32
        /// The lexeme of the name.
        var name: Int32
        /// The node of the value.
        var value: Int32
        /// The needs that it meets, one bit each.
        var needs: Int32
    }

    /// An object's properties as tables.
    struct ObjectTable {
        /// The list of spelled names.
        var list: Int32
        /// The open properties that can be written.
        var open: [OpenName]
        /// The open members that needs ask for.
        var needs: NeedTable
        /// The first required property at or after each position; the count where there is none.
        var nextRequired: [Int32]
        /// The number of required properties at or after each position.
        var requiredAfter: [Int32]
        /// Whether members are counted because of a bound.
        var isCounting: Bool
    }

    let grammar: Grammar
    let punctuation: Punctuation
    /// The state at the start of each literal or lexeme node.
    private(set) var starts: [Int32]
    /// The states at the start of each object's open names.
    private let openStarts: [Int: [Int32]]
    /// The tables of each object node.
    private(set) var objects: [Int32: ObjectTable] = [:]
    /// The tables of each array node with tallies.
    private(set) var tallied: [Int32: TallyTable] = [:]
    /// Whether some text satisfies each node.
    private(set) var isLive: [Bool]
    /// Whether the empty text satisfies each node.
    private(set) var isNullable: [Bool]
    /// The rank of each node: higher than that of every node it is entered through to its first byte.
    private(set) var ranks: [Int32]
    /// The nodes in the order of their ranks.
    private(set) var nodesByRank: [Int32] = []

    /// Compiles a grammar; the lexemes are added to the automata.
    init(
        _ grammar: Grammar, lexemes: LexemeAutomaton, local: LocalLexemes, watch: CompilationWatch
    ) throws(MatchingError) {
        self.grammar = grammar
        punctuation = Self.punctuation(grammar.layout, lexemes, local)
        starts = []
        var openStarts: [Int: [Int32]] = [:]
        for (index, node) in grammar.nodes.enumerated() {
            try MatchingError.checkCancellation()
            try Self.check(watch)
            switch node {
            case .literal(let bytes): starts.append(bytes.isEmpty ? LexemeAutomaton.dead : local.literal(bytes))
            case .lexeme(let lexeme): starts.append(lexemes.start(lexeme))
            case .object(let object):
                openStarts[index] = object.openProperties.map { lexemes.start(Lexeme($0.names, as: .jsonString)) }
                starts.append(LexemeAutomaton.dead)
            default: starts.append(LexemeAutomaton.dead)
            }
        }
        self.openStarts = openStarts
        isLive = [Bool](repeating: false, count: grammar.nodes.count)
        isNullable = isLive
        ranks = [Int32](repeating: 0, count: grammar.nodes.count)
        for node in grammar.nodes { try check(node) }
        let users = grammar.users
        try findLiveNodes(users, lexemes, watch)
        findNullableNodes(users, lexemes)
        guard isLive[grammar.root.index] else { throw .noTextPossible }
        try rankNodes()
        for (index, node) in grammar.nodes.enumerated() {
            try MatchingError.checkCancellation()
            try Self.check(watch)
            switch node {
            case .object(let object): objects[Int32(index)] = table(of: object, index, local)
            case .array(let array) where !array.tallies.isEmpty: tallied[Int32(index)] = tallyTable(of: array)
            default: break
            }
        }
    }

    private static func check(_ watch: CompilationWatch) throws(MatchingError) {
        if let value = watch.exceeded { throw .limitExceeded(name: CompilationWatch.name, value: value) }
    }

    private func check(_ node: Grammar.Node) throws(MatchingError) {
        switch node {
        case .array(let array):
            if !array.tallies.isEmpty, array.situationCount > ArrayNode.situationLimit {
                throw .limitExceeded(name: "situations of counted elements", value: ArrayNode.situationLimit)
            }
            guard array.isUnique else { return }
            let required = array.tallies.reduce(array.minimumCount) {
                $0 + min($1.minimumCount, ArrayNode.distinctLimit + 1)
            }
            guard required <= ArrayNode.distinctLimit else {
                throw .limitExceeded(name: "elements that must differ", value: ArrayNode.distinctLimit)
            }
            for element in array.prefix + (array.items.map { [$0] } ?? []) where !isComparable(element) {
                throw .elementsNotComparable(rule: grammar.names[element] ?? "#\(element.index)")
            }
        case .object(let object):
            if object.needs.count > ObjectNode.needLimit {
                throw .limitExceeded(name: "needs of an object", value: ObjectNode.needLimit)
            }
            if object.hasDistinctNames, object.minimumCount > ArrayNode.distinctLimit {
                throw .limitExceeded(name: "names that must differ", value: ArrayNode.distinctLimit)
            }
        default: break
        }
    }

    /// Whether the texts of a node are JSON values that are compared by their text alone.
    private func isComparable(_ node: Grammar.NodeID) -> Bool {
        switch grammar[node] {
        case .literal, .lexeme: true
        case .choice(let nodes): nodes.allSatisfy(isComparable)
        case .sequence, .repetition, .object, .array: false
        }
    }

    /// The node of an array's element, when there may be one.
    func element(_ array: ArrayNode, _ index: Int32) -> Int32? {
        if let maximum = array.maximumCount, Int(index) >= maximum { return nil }
        guard let node = Int(index) < array.prefix.count ? array.prefix[Int(index)] : array.items,
            isLive[node.index]
        else { return nil }
        return Int32(node.index)
    }
}

// MARK: - Tables

extension GrammarProgram {
    private static func punctuation(
        _ layout: Layout, _ lexemes: LexemeAutomaton, _ local: LocalLexemes
    ) -> Punctuation {
        switch layout {
        case .exact(let afterColon, let afterComma):
            return Punctuation(
                openBrace: local.literal(Array("{".utf8)), closeBrace: local.literal(Array("}".utf8)),
                openBracket: local.literal(Array("[".utf8)), closeBracket: local.literal(Array("]".utf8)),
                comma: local.literal(Array(("," + afterComma).utf8)),
                colon: local.literal(Array((":" + afterColon).utf8)), gap: nil)
        case .flexible(let limit):
            let blank = Pattern.repetition(
                .scalars(ScalarSet([0x20...0x20, 0x09...0x0A, 0x0D...0x0D])), atLeast: 0, atMost: limit)
            func lexeme(_ parts: [Pattern]) -> Int32 { lexemes.start(Lexeme(.sequence(parts), as: .plain)) }
            return Punctuation(
                openBrace: local.literal(Array("{".utf8)), closeBrace: lexeme([blank, .text("}")]),
                openBracket: local.literal(Array("[".utf8)), closeBracket: lexeme([blank, .text("]")]),
                comma: lexeme([blank, .text(","), blank]), colon: lexeme([blank, .text(":"), blank]),
                gap: lexeme([blank]))
        }
    }

    private func table(
        of object: ObjectNode, _ index: Int, _ local: LocalLexemes
    ) -> ObjectTable {
        var nextRequired: [Int32] = [Int32(object.properties.count)]
        var requiredAfter: [Int32] = [0]
        for (index, property) in object.properties.enumerated().reversed() {
            nextRequired.append(property.isRequired ? Int32(index) : nextRequired[nextRequired.count - 1])
            requiredAfter.append(requiredAfter[requiredAfter.count - 1] + (property.isRequired ? 1 : 0))
        }
        let names = object.properties.map { property in
            var spelled = ""
            JSONValue.write(quoted: property.name, into: &spelled)
            return Array(spelled.utf8)
        }
        let open = openProperties(of: object, index)
        return ObjectTable(
            list: local.addNames(names), open: open,
            needs: NeedTable(
                members: open.map { (Int($0.needs), 1) }, count: object.needs.count, preferring: .elements),
            nextRequired: nextRequired.reversed(), requiredAfter: requiredAfter.reversed(),
            isCounting: object.minimumCount > 0 || object.maximumCount != nil)
    }
}

// MARK: - Analysis

extension GrammarProgram {
    /// The open properties that can be written.
    private func openProperties(of object: ObjectNode, _ index: Int) -> [OpenName] {
        let starts = openStarts[index] ?? []
        return object.openProperties.indices.compactMap { open in
            let value = object.openProperties[open].value.index
            guard starts[open] != LexemeAutomaton.dead, isLive[value] else { return nil }
            let needs = object.needs.indices.reduce(Int32(0)) { set, need in
                set | (object.needs[need].contains(open) ? 1 << Int32(need) : 0)
            }
            return OpenName(property: Int32(open), name: starts[open], value: Int32(value), needs: needs)
        }
    }

    /// Marks the nodes that some text satisfies, from the leaves up: a node is looked at again when one of those that it
    /// refers to has changed. Arrays that count or compare elements ask for the alternatives of a choice, too.
    private mutating func findLiveNodes(
        _ users: [[Int]], _ lexemes: LexemeAutomaton, _ watch: CompilationWatch
    ) throws(MatchingError) {
        var pending = Array(grammar.nodes.indices.reversed())
        while let index = pending.popLast() {
            try MatchingError.checkCancellation()
            try Self.check(watch)
            guard !isLive[index], isLiveNow(index, lexemes) else { continue }
            isLive[index] = true
            pending += users[index]
            for user in users[index] where isLive[user] {
                if case .choice = grammar.nodes[user] { pending += users[user] }
            }
        }
    }

    private func isLiveNow(_ index: Int, _ lexemes: LexemeAutomaton) -> Bool {
        switch grammar.nodes[index] {
        case .literal: return true
        case .lexeme: return starts[index] != LexemeAutomaton.dead
        case .sequence(let parts): return parts.allSatisfy { isLive[$0.index] }
        case .choice(let nodes): return nodes.contains { isLive[$0.index] }
        case .repetition(let body, let minimum, let maximum):
            return (maximum ?? .max) >= minimum && (minimum == 0 || isLive[body.index])
        case .array(let array):
            if let maximum = array.maximumCount, maximum < array.minimumCount { return false }
            guard array.tallies.isEmpty else {
                return tallyTable(of: array).plan(after: 0, counts: 0).map {
                    $0.elements <= array.maximumCount ?? .max
                } ?? false
            }
            let needed = min(array.minimumCount, array.prefix.count)
            guard array.prefix[..<needed].allSatisfy({ isLive[$0.index] }) else { return false }
            guard array.minimumCount <= array.prefix.count || array.items.map({ isLive[$0.index] }) ?? false else {
                return false
            }
            guard array.isUnique, array.minimumCount > 1 else { return true }
            var enumerator = ValueEnumerator(grammar, lexemes.pool, isLive: isLive)
            var values = ValueTable()
            return DistinctPlaces(array, &enumerator, &values).canFill(from: 0, without: [])
        case .object(let object):
            let required = object.properties.filter(\.isRequired)
            guard required.allSatisfy({ isLive[$0.value.index] }) else { return false }
            let open = openProperties(of: object, index)
            let needs = NeedTable(
                members: open.map { (Int($0.needs), 1) }, count: object.needs.count, preferring: .elements)
            guard let needed = needs.plan(for: 1 << object.needs.count - 1)?.elements else { return false }
            if let maximum = object.maximumCount, max(required.count + needed, object.minimumCount) > maximum {
                return false
            }
            return object.minimumCount <= object.properties.filter { isLive[$0.value.index] }.count || !open.isEmpty
        }
    }

    private mutating func findNullableNodes(_ users: [[Int]], _ lexemes: LexemeAutomaton) {
        var pending = Array(grammar.nodes.indices.reversed())
        while let index = pending.popLast() {
            guard isLive[index], !isNullable[index], isNullableNow(index, lexemes) else { continue }
            isNullable[index] = true
            pending += users[index]
        }
    }

    private func isNullableNow(_ index: Int, _ lexemes: LexemeAutomaton) -> Bool {
        switch grammar.nodes[index] {
        case .literal(let bytes): bytes.isEmpty
        case .lexeme: starts[index] != LexemeAutomaton.dead && lexemes.isAccepting(starts[index])
        case .sequence(let parts): parts.allSatisfy { isNullable[$0.index] }
        case .choice(let nodes): nodes.contains { isNullable[$0.index] }
        case .repetition(let body, let minimum, _): minimum == 0 || isNullable[body.index]
        case .object, .array: false
        }
    }

    /// Ranks the nodes; throws when a node can come back to itself before a byte was read.
    private mutating func rankNodes() throws(MatchingError) {
        enum Mark { case open, done }
        var marks = [Mark?](repeating: nil, count: grammar.nodes.count)
        for root in grammar.nodes.indices where marks[root] == nil {
            var path: [(node: Int, next: [Int])] = [(root, firstNodes(root))]
            marks[root] = .open
            while let top = path.last {
                guard let child = top.next.last else {
                    marks[top.node] = .done
                    ranks[top.node] = Int32(nodesByRank.count)
                    nodesByRank.append(Int32(top.node))
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next.removeLast()
                switch marks[child] {
                case .open: throw .leftRecursion(rule: grammar.names[Grammar.NodeID(index: child)] ?? "#\(child)")
                case .done: break
                case nil:
                    marks[child] = .open
                    path.append((child, firstNodes(child)))
                }
            }
        }
    }

    /// The nodes that may be entered before a byte of the node was read.
    private func firstNodes(_ index: Int) -> [Int] {
        switch grammar.nodes[index] {
        case .literal, .lexeme, .object, .array: return []
        case .choice(let nodes): return nodes.map(\.index)
        case .repetition(let body, _, _): return [body.index]
        case .sequence(let parts):
            let nullable = parts.prefix { isNullable[$0.index] }.count
            return parts.prefix(nullable + 1).map(\.index)
        }
    }
}
