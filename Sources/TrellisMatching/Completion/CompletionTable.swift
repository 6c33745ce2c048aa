import TrellisGrammars

/// The shortest completions of states: what makes an answer end in time.
///
/// Costs are counted in bytes, from the leaves up: a node's cost is the length of a shortest text of it, a frame's
/// the length of what must follow it. From a state, the completion takes the configuration with the least sum of
/// what remains of its lexeme and what follows, appends that lexeme's shortest rest, and goes on from the state
/// that is reached, so that the text is one the automaton accepts whatever the estimates were.
final class CompletionTable {
    private let automaton: GrammarAutomaton
    private let vocabulary: MatchingVocabulary.Contents
    private lazy var nodeCosts = makeNodeCosts()
    private var stackCosts: [StackTable.Stack: Int] = [:]
    private var tokenCounts: [GrammarAutomaton.State: Int] = [:]

    private static let infinite = Int.max / 4
    /// The length at which a completion is given up; far beyond what fits into any context.
    private static let lengthLimit = 1 << 22

    /// Makes a table for an automaton.
    init(_ automaton: GrammarAutomaton, _ vocabulary: MatchingVocabulary.Contents) {
        self.automaton = automaton
        self.vocabulary = vocabulary
    }

    /// The least number of tokens, as far as is known, that completes the text; nil when the vocabulary cannot spell it.
    func tokenCount(from state: GrammarAutomaton.State) -> Int? {
        if automaton.isAccepting(state) { return 0 }
        if let known = tokenCounts[state] { return known < 0 ? nil : known }
        let count = tokens(from: state)?.count
        tokenCounts[state] = count ?? -1
        return count
    }

    /// Whether a completion takes at most so many tokens.
    func fits(from state: GrammarAutomaton.State, within tokens: Int) -> Bool {
        if automaton.isAccepting(state) { return tokens >= 0 }
        let cost = cost(of: state)
        if vocabulary.hasByteTokens, cost <= tokens { return true }
        // Estimates may be a few bytes high where escapes are written; a factor of eight is beyond any of that.
        if cost / 8 > tokens.multipliedReportingOverflow(by: max(1, vocabulary.trie.longest)).partialValue {
            return false
        }
        return tokenCount(from: state).map { $0 <= tokens } ?? false
    }

    /// The tokens of a shortest completion, longest first at each place; nil when the vocabulary cannot spell it.
    func tokens(from state: GrammarAutomaton.State) -> [Int32]? {
        guard var text = bytes(from: state)?[...] else { return nil }
        var tokens: [Int32] = []
        while !text.isEmpty {
            guard let (token, length) = vocabulary.trie.longestMatch(text) else { return nil }
            tokens.append(token)
            text = text.dropFirst(length)
        }
        return tokens
    }

    /// The bytes of a shortest completion.
    func bytes(from state: GrammarAutomaton.State) -> [UInt8]? {
        var state = state
        var text: [UInt8] = []
        while !automaton.isAccepting(state) {
            guard text.count < Self.lengthLimit else { return nil }
            var best: (lexeme: Int32, stack: StackTable.Stack, cost: Int)?
            // A lexeme that may end here stands beside what follows it: only the latter makes the text end.
            for (lexeme, stack) in automaton.configurations(state)
            where lexeme >= LocalLexemes.literalBase || !automaton.lexemes.isAccepting(lexeme) {
                let cost = cost(of: lexeme, stack)
                if cost < best?.cost ?? .max { best = (lexeme, stack, cost) }
            }
            guard let best else { return nil }
            let rest = rest(of: best.lexeme, best.stack)
            guard !rest.isEmpty else { return nil }
            for byte in rest { state = automaton.step(state, byte) }
            text.append(contentsOf: rest)
            guard state != GrammarAutomaton.dead else { return nil }
        }
        return text
    }

    private func cost(of state: GrammarAutomaton.State) -> Int {
        automaton.configurations(state).map { cost(of: $0.lexeme, $0.stack) }.min() ?? Self.infinite
    }
}

// MARK: - Costs

extension CompletionTable {
    private func cost(of lexeme: Int32, _ stack: StackTable.Stack) -> Int {
        if lexeme < LocalLexemes.literalBase { return automaton.lexemes.cost(of: lexeme) + cost(ofStack: stack) }
        let rest = rest(of: lexeme, stack)
        guard lexeme >= LocalLexemes.nameBase else { return rest.count + cost(ofStack: stack) }
        // A name is followed by its own value: what follows depends on which it is.
        var state = lexeme
        for byte in rest { state = automaton.lexemeStep(state, byte) }
        guard let property = automaton.local.acceptedProperty(state) else { return Self.infinite }
        return rest.count + cost(after: property, stack)
    }

    private func rest(of lexeme: Int32, _ stack: StackTable.Stack) -> [UInt8] {
        lexeme < LocalLexemes.literalBase
            ? automaton.lexemes.cheapestRest(of: lexeme)
            : Array(automaton.local.rest(of: lexeme) { self.cost(after: $0, stack) })
    }

    /// The cost of what follows the name of a property.
    private func cost(after property: Int32, _ stack: StackTable.Stack) -> Int {
        automaton.stacks.frames(stack).map { frame -> Int in
            guard frame.kind == .objectName, let (object, _) = object(frame) else { return Self.infinite }
            var next = frame
            next.kind = .objectColon
            next.first = property
            return 2 + cost(of: next, object)
        }.min() ?? Self.infinite
    }

    private func cost(ofStack stack: StackTable.Stack) -> Int {
        if let known = stackCosts[stack] { return known }
        let least = automaton.stacks.frames(stack).map { cost(of: $0) }.min() ?? 0
        stackCosts[stack] = least
        return least
    }

    private func object(_ frame: Frame) -> (ObjectNode, GrammarProgram.ObjectTable)? {
        guard case .object(let object) = automaton.program.grammar.nodes[Int(frame.node)],
            let table = automaton.program.objects[frame.node]
        else { return nil }
        return (object, table)
    }

    private func cost(of frame: Frame) -> Int {
        let nodes = automaton.program.grammar.nodes
        switch frame.kind {
        case .end: return 0
        case .sequence:
            guard case .sequence(let parts) = nodes[Int(frame.node)] else { return Self.infinite }
            return sum(parts[Int(frame.first)...].map { nodeCosts[$0.index] } + [cost(ofStack: frame.parent)])
        case .repetition:
            guard case .repetition(let body, let minimum, _) = nodes[Int(frame.node)] else { return Self.infinite }
            return sum([times(minimum - Int(frame.first), nodeCosts[body.index]), cost(ofStack: frame.parent)])
        case .arrayOpen, .arrayNext, .arrayComma:
            guard case .array(let array) = nodes[Int(frame.node)] else { return Self.infinite }
            var first = Int(frame.first)
            var total = cost(ofStack: frame.parent) + 1
            if frame.kind == .arrayComma {
                total = sum([total, elementCost(array, first)])
                first += 1
            }
            return sum([total, elementsCost(array, from: first)])
        default:
            guard let (object, _) = object(frame) else { return Self.infinite }
            return cost(of: frame, object)
        }
    }

    private func cost(of frame: Frame, _ object: ObjectNode) -> Int {
        let end = cost(ofStack: frame.parent) + 1
        switch frame.kind {
        case .objectColon:
            let value = nodeCosts[object.properties[Int(frame.first)].value.index]
            return sum([value, end, membersCost(object, frame, after: frame.first)])
        case .objectOpenName, .objectOpenColon:
            let value = object.openProperties.map { nodeCosts[$0.value.index] }.min() ?? Self.infinite
            return sum([2, value, end, times(object.minimumCount - Int(frame.count) - 1, value + 6)])
        default: return sum([end, membersCost(object, frame, after: nil)])
        }
    }

    /// The cost of the members that must still come.
    private func membersCost(_ object: ObjectNode, _ frame: Frame, after property: Int32?) -> Int {
        var costs: [Int] = []
        var optional = Self.infinite
        for (index, candidate) in object.properties.enumerated() {
            let isOver =
                switch object.order {
                case .declared: index < Int(frame.names) || property.map { index <= Int($0) } ?? false
                case .any:
                    !automaton.local.contains(frame.names, Int32(index)) || property.map { index == Int($0) } ?? false
                }
            if isOver { continue }
            let cost = sum([candidate.name.utf8.count + 6, nodeCosts[candidate.value.index]])
            if candidate.isRequired { costs.append(cost) } else { optional = min(optional, cost) }
        }
        for open in object.openProperties { optional = min(optional, sum([8, nodeCosts[open.value.index]])) }
        let missing = object.minimumCount - Int(frame.count) - (property == nil ? 0 : 1) - costs.count
        return sum(costs + [times(missing, optional)])
    }

    private func elementCost(_ array: ArrayNode, _ index: Int) -> Int {
        let node = index < array.prefix.count ? array.prefix[index] : array.items
        return node.map { nodeCosts[$0.index] } ?? Self.infinite
    }

    private func elementsCost(_ array: ArrayNode, from first: Int) -> Int {
        let prefix = (first..<max(first, min(array.minimumCount, array.prefix.count))).map {
            elementCost(array, $0) + 2
        }
        let others = array.minimumCount - max(first, array.prefix.count)
        return sum(prefix + [others > 0 ? times(others, elementCost(array, array.prefix.count) + 2) : 0])
    }

    private func times(_ count: Int, _ cost: Int) -> Int {
        guard count > 0 else { return 0 }
        let (product, overflow) = count.multipliedReportingOverflow(by: cost)
        return overflow ? Self.infinite : min(product, Self.infinite)
    }

    private func sum(_ costs: [Int]) -> Int { costs.reduce(0) { min($0 + $1, Self.infinite) } }

    /// The cost of every node, lowered from infinite until nothing changes.
    private func makeNodeCosts() -> [Int] {
        let program = automaton.program
        var costs = [Int](repeating: Self.infinite, count: program.grammar.nodes.count)
        func cost(_ id: Grammar.NodeID) -> Int { costs[id.index] }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (index, node) in program.grammar.nodes.enumerated() where program.isLive[index] {
                let new: Int
                switch node {
                case .literal(let bytes): new = bytes.count
                case .lexeme: new = automaton.lexemes.cost(of: program.starts[index])
                case .sequence(let parts): new = sum(parts.map(cost))
                case .choice(let nodes): new = nodes.map(cost).min() ?? Self.infinite
                case .repetition(let body, let minimum, _): new = times(minimum, cost(body))
                case .array(let array):
                    let prefix = array.prefix.prefix(array.minimumCount).map { cost($0) + 2 }
                    let others = array.minimumCount - array.prefix.count
                    new = sum(
                        [2, others > 0 ? times(others, (array.items.map(cost) ?? Self.infinite) + 2) : 0] + prefix)
                case .object(let object):
                    let required = object.properties.filter(\.isRequired).map {
                        cost($0.value) + $0.name.utf8.count + 6
                    }
                    let optional =
                        (object.properties.filter { !$0.isRequired }.map { cost($0.value) + $0.name.utf8.count + 6 }
                        + object.openProperties.map { cost($0.value) + 8 }).min() ?? Self.infinite
                    new = sum([2, times(object.minimumCount - required.count, optional)] + required)
                }
                if new < costs[index] {
                    costs[index] = new
                    hasChanged = true
                }
            }
        }
        return costs
    }
}
