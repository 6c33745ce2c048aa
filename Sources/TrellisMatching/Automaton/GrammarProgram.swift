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

    /// An object's properties as tables.
    struct ObjectTable {
        /// The list of spelled names.
        var list: Int32
        /// The open properties that can be written: lexeme of the name, node of the value.
        var open: [(name: Int32, value: Int32)]
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
    /// Whether some text satisfies each node.
    private(set) var isLive: [Bool]
    /// Whether the empty text satisfies each node.
    private(set) var isNullable: [Bool]

    /// Compiles a grammar; the lexemes are added to the automata.
    init(
        _ grammar: Grammar, lexemes: LexemeAutomaton, local: inout LocalLexemes
    ) throws(MatchingError) {
        self.grammar = grammar
        punctuation = Self.punctuation(grammar.layout, lexemes, &local)
        starts = grammar.nodes.map { node in
            switch node {
            case .literal(let bytes): bytes.isEmpty ? LexemeAutomaton.dead : local.literal(bytes)
            case .lexeme(let lexeme): lexemes.start(lexeme)
            default: LexemeAutomaton.dead
            }
        }
        var openStarts: [Int: [Int32]] = [:]
        for (index, node) in grammar.nodes.enumerated() {
            if case .object(let object) = node {
                openStarts[index] = object.openProperties.map { lexemes.start(Lexeme($0.names, as: .jsonString)) }
            }
        }
        self.openStarts = openStarts
        isLive = [Bool](repeating: false, count: grammar.nodes.count)
        isNullable = isLive
        findLiveNodes()
        findNullableNodes(lexemes)
        guard isLive[grammar.root.index] else { throw .noTextPossible }
        try checkLeftRecursion()
        for (index, node) in grammar.nodes.enumerated() {
            if case .object(let object) = node {
                objects[Int32(index)] = table(of: object, index, &local)
            }
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
        _ layout: Layout, _ lexemes: LexemeAutomaton, _ local: inout LocalLexemes
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
        of object: ObjectNode, _ index: Int, _ local: inout LocalLexemes
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
        return ObjectTable(
            list: local.addNames(names),
            open: zip(object.openProperties, openStarts[index] ?? []).compactMap { open, name in
                guard name != LexemeAutomaton.dead, isLive[open.value.index] else { return nil }
                return (name, Int32(open.value.index))
            },
            nextRequired: nextRequired.reversed(), requiredAfter: requiredAfter.reversed(),
            isCounting: object.minimumCount > 0 || object.maximumCount != nil)
    }
}

// MARK: - Analysis

extension GrammarProgram {
    /// Marks the nodes that some text satisfies, from the leaves up until nothing changes.
    private mutating func findLiveNodes() {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for index in grammar.nodes.indices where !isLive[index] && isLiveNow(index) {
                isLive[index] = true
                hasChanged = true
            }
        }
    }

    private func isLiveNow(_ index: Int) -> Bool {
        switch grammar.nodes[index] {
        case .literal: return true
        case .lexeme: return starts[index] != LexemeAutomaton.dead
        case .sequence(let parts): return parts.allSatisfy { isLive[$0.index] }
        case .choice(let nodes): return nodes.contains { isLive[$0.index] }
        case .repetition(let body, let minimum, let maximum):
            return (maximum ?? .max) >= minimum && (minimum == 0 || isLive[body.index])
        case .array(let array):
            if let maximum = array.maximumCount, maximum < array.minimumCount { return false }
            let needed = min(array.minimumCount, array.prefix.count)
            guard array.prefix[..<needed].allSatisfy({ isLive[$0.index] }) else { return false }
            return array.minimumCount <= array.prefix.count || array.items.map { isLive[$0.index] } ?? false
        case .object(let object):
            let required = object.properties.filter(\.isRequired)
            guard required.allSatisfy({ isLive[$0.value.index] }) else { return false }
            if let maximum = object.maximumCount, max(required.count, object.minimumCount) > maximum { return false }
            return object.minimumCount <= object.properties.filter { isLive[$0.value.index] }.count
                || zip(object.openProperties, openStarts[index] ?? []).contains { open, name in
                    isLive[open.value.index] && name != LexemeAutomaton.dead
                }
        }
    }

    private mutating func findNullableNodes(_ lexemes: LexemeAutomaton) {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for index in grammar.nodes.indices where !isNullable[index] && isNullableNow(index, lexemes) {
                isNullable[index] = true
                hasChanged = true
            }
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

    /// Throws when a node can come back to itself before a byte was read.
    private func checkLeftRecursion() throws(MatchingError) {
        enum Mark { case open, done }
        var marks = [Mark?](repeating: nil, count: grammar.nodes.count)
        for root in grammar.nodes.indices where marks[root] == nil {
            var path: [(node: Int, next: [Int])] = [(root, firstNodes(root))]
            marks[root] = .open
            while let top = path.last {
                guard let child = top.next.last else {
                    marks[top.node] = .done
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
