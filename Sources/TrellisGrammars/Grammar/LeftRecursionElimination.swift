/// Rewrites the rules that begin with themselves, directly or over others.
///
/// Within one component of mutual left recursion the rules are a left-linear system: a rule is one of its own
/// beginnings, or another rule of the component and then a suffix. Read from the other side that is a chain of suffixes: a
/// rule is a beginning of some rule and then a *tail*, where the tail from j to i is nothing (for i = j), or a suffix that
/// makes rule k out of rule j and then the tail from k to i. Tails recur at their end, which costs the stack nothing.
///
/// Suffixes and beginnings that may be empty would hide a recursion again. So the rules of a component are taken without
/// the empty text first (`nonEmpty`), which is put beside them at the end.
struct LeftRecursionElimination {
    private struct Tail: Hashable {
        var from: Int
        var to: Int
    }
    private struct Suffix: Hashable {
        var node: Int
        var start: Int
    }
    /// Rule `to` is the rule the step starts from and then the suffix; nil stands for nothing.
    private struct Step {
        var to: Int
        var suffix: Grammar.NodeID?
    }

    private let components: StrongComponents
    private let nodeLimit: Int
    private let watch: CompilationWatch
    private var grammar: Grammar
    private var nullable: [Bool]
    /// Each node without the empty text.
    private var nonEmpty: [Int: Grammar.NodeID] = [:]
    private var tails: [Tail: Grammar.NodeID] = [:]
    private var suffixes: [Suffix: Grammar.NodeID] = [:]
    /// The steps from each node of a component, and its own beginnings; made when the component is met.
    private var steps: [Int: [Step]] = [:]
    private var beginnings: [Int: [Grammar.NodeID]] = [:]
    /// The nodes that are reached from each node of a component by steps whose suffix may be empty.
    private var near: [Int: Set<Int>] = [:]
    /// Nodes whose number is given and whose body is not made yet.
    private var pendingNonEmpty: [Int] = []
    private var pendingTails: [Tail] = []

    init(
        _ grammar: Grammar, _ nullable: [Bool], _ components: StrongComponents, nodeLimit: Int,
        _ watch: CompilationWatch
    ) {
        self.grammar = grammar
        self.nullable = nullable
        self.components = components
        self.nodeLimit = nodeLimit
        self.watch = watch
    }

    /// Whether the nodes or the time are used up: then what is made is no longer whole, and nobody sees it.
    private var isOver: Bool { grammar.nodes.count > nodeLimit || watch.exceeded != nil }

    /// The grammar, nil when a limit was hit or the task was cancelled.
    mutating func run() -> Grammar? {
        let count = grammar.nodes.count
        var seen: Set<Int> = [grammar.root.index]
        var pending = [grammar.root.index]
        while let index = pending.popLast() {
            let twin = isRecursive(index) ? withoutEmpty(index) : nil
            while !pendingNonEmpty.isEmpty || !pendingTails.isEmpty {
                if let node = pendingNonEmpty.popLast() { defineNonEmpty(node) }
                if let tail = pendingTails.popLast() { define(tail) }
                guard !isOver, !Task.isCancelled else { return nil }
            }
            // The body of a node that may be empty has moved to its twin.
            if let twin, twin.index != index { grammar.nodes[index] = .choice([twin, empty]) }
            for child in grammar.nodes[index].references where seen.insert(child.index).inserted {
                pending.append(child.index)
            }
        }
        for index in 0..<count where isRecursive(index) && !seen.contains(index) {
            grammar.nodes[index] = .choice([])
        }
        return grammar
    }

    private func isRecursive(_ index: Int) -> Bool {
        index < components.numbers.count && components.isCyclic[components.numbers[index]]
    }

    // MARK: New nodes

    private mutating func add(_ node: Grammar.Node) -> Grammar.NodeID {
        grammar.nodes.append(node)
        nullable.append(node.isNullable { nullable[$0.index] })
        return Grammar.NodeID(index: grammar.nodes.count - 1)
    }

    private mutating func reserve(isNullable: Bool) -> Grammar.NodeID {
        grammar.nodes.append(.choice([]))
        nullable.append(isNullable)
        return Grammar.NodeID(index: grammar.nodes.count - 1)
    }

    private var emptyNode: Grammar.NodeID?

    private var empty: Grammar.NodeID {
        mutating get {
            let id = emptyNode ?? add(.literal([]))
            emptyNode = id
            return id
        }
    }

    private mutating func joined(_ first: Grammar.NodeID, _ rest: Grammar.NodeID?) -> Grammar.NodeID {
        rest.map { add(.sequence([first, $0])) } ?? first
    }

    /// What a sequence says from one of its parts on; nil at its end.
    private mutating func suffix(_ parts: [Grammar.NodeID], of node: Int, from start: Int) -> Grammar.NodeID? {
        guard start < parts.count else { return nil }
        var rest = parts[parts.count - 1]
        var index = parts.count - 1
        // From the nearest known suffix, or the last part, forward to the one that is asked for.
        for known in start..<parts.count - 1 {
            if let id = suffixes[Suffix(node: node, start: known)] {
                rest = id
                index = known
                break
            }
        }
        while index > start {
            index -= 1
            rest = add(.sequence([parts[index], rest]))
            suffixes[Suffix(node: node, start: index)] = rest
        }
        return rest
    }

    // MARK: Without the empty text

    private mutating func withoutEmpty(_ index: Int) -> Grammar.NodeID {
        if let known = nonEmpty[index] { return known }
        let id = nullable[index] ? reserve(isNullable: false) : Grammar.NodeID(index: index)
        nonEmpty[index] = id
        if nullable[index] || isRecursive(index) { pendingNonEmpty.append(index) }
        return id
    }

    private mutating func defineNonEmpty(_ index: Int) {
        guard let id = nonEmpty[index] else { return }
        if isRecursive(index) {
            let component = components.members[components.numbers[index]]
            if beginnings[index] == nil { analyze(component) }
            var choices: [Grammar.NodeID] = []
            for member in component {
                for beginning in beginnings[member] ?? [] where !isOver {
                    choices.append(joined(beginning, tail(Tail(from: member, to: index))))
                }
            }
            grammar.nodes[id.index] = .choice(choices)
            return
        }
        switch grammar.nodes[index] {
        case .literal, .object, .array: grammar.nodes[id.index] = .choice([])
        case .lexeme(let lexeme):
            let pattern = Pattern.all(of: [lexeme.pattern, .length(atLeast: 1, atMost: nil)])
            grammar.nodes[id.index] = .lexeme(Lexeme(pattern, as: lexeme.form))
        case .choice(let nodes):
            var choices: [Grammar.NodeID] = []
            for node in nodes { choices.append(withoutEmpty(node.index)) }
            grammar.nodes[id.index] = .choice(choices)
        case .sequence(let parts):
            var choices: [Grammar.NodeID] = []
            for (start, part) in parts.enumerated() {
                choices.append(joined(withoutEmpty(part.index), suffix(parts, of: index, from: start + 1)))
                if !nullable[part.index] { break }
            }
            grammar.nodes[id.index] = .choice(choices)
        case .repetition(let body, _, let maximum):
            grammar.nodes[id.index] = .repetition(withoutEmpty(body.index), atLeast: 1, atMost: maximum)
        }
    }

    // MARK: Components

    /// Finds the steps and the beginnings of the nodes of a component.
    private mutating func analyze(_ component: [Int]) {
        for member in component {
            steps[member] = []
            beginnings[member] = []
        }
        let number = components.numbers[component[0]]
        func isMember(_ id: Grammar.NodeID) -> Bool {
            id.index < components.numbers.count && components.numbers[id.index] == number
        }
        for member in component {
            switch grammar.nodes[member] {
            case .choice(let nodes):
                for node in nodes {
                    if isMember(node) {
                        steps[node.index]?.append(Step(to: member, suffix: nil))
                    } else {
                        let beginning = withoutEmpty(node.index)
                        beginnings[member]?.append(beginning)
                    }
                }
            case .sequence(let parts):
                for (start, part) in parts.enumerated() {
                    let rest = suffix(parts, of: member, from: start + 1)
                    if isMember(part) {
                        steps[part.index]?.append(Step(to: member, suffix: rest))
                    } else {
                        let beginning = joined(withoutEmpty(part.index), rest)
                        beginnings[member]?.append(beginning)
                    }
                    if !nullable[part.index] { break }
                }
            case .repetition(let body, let minimum, let maximum):
                guard maximum ?? .max >= max(minimum, 1) else { break }
                let least = nullable[body.index] ? 0 : max(0, minimum - 1)
                let rest =
                    maximum == 1 ? nil : add(.repetition(body, atLeast: least, atMost: maximum.map { $0 - 1 }))
                steps[body.index]?.append(Step(to: member, suffix: rest))
            case .literal, .lexeme, .object, .array: break
            }
        }
    }

    private mutating func tail(_ tail: Tail) -> Grammar.NodeID {
        if let known = tails[tail] { return known }
        let id = reserve(isNullable: reachable(from: tail.from).contains(tail.to))
        tails[tail] = id
        pendingTails.append(tail)
        return id
    }

    /// The nodes that are reached by steps whose suffix may be empty.
    private mutating func reachable(from node: Int) -> Set<Int> {
        if let known = near[node] { return known }
        var seen: Set<Int> = [node]
        var pending = [node]
        while let next = pending.popLast() {
            for step in steps[next] ?? [] where step.suffix.map({ nullable[$0.index] }) ?? true {
                if seen.insert(step.to).inserted { pending.append(step.to) }
            }
        }
        near[node] = seen
        return seen
    }

    private mutating func define(_ tail: Tail) {
        guard let id = tails[tail] else { return }
        let near = reachable(from: tail.from)
        var choices: [Grammar.NodeID] = near.contains(tail.to) ? [empty] : []
        for node in near.sorted() {
            for step in steps[node] ?? [] where !isOver {
                guard let suffix = step.suffix else { continue }
                let first = withoutEmpty(suffix.index)
                choices.append(joined(first, self.tail(Tail(from: step.to, to: tail.to))))
            }
        }
        grammar.nodes[id.index] = .choice(choices)
    }
}
