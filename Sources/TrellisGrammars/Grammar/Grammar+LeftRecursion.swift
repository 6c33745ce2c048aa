extension Grammar {
    /// The same language without rules that begin with themselves; nil when that takes more nodes than the limit, the time is
    /// over or the task is cancelled.
    ///
    /// What the root does not reach is left out. A grammar without left recursion is returned as it is.
    package func withoutLeftRecursion(nodeLimit: Int, within watch: CompilationWatch) -> Grammar? {
        let nullable = nullableNodes()
        let components = StrongComponents(count: nodes.count) { firstNodes(of: nodes[$0], nullable).map(\.index) }
        guard components.isCyclic.contains(true) else { return self }
        var elimination = LeftRecursionElimination(self, nullable, components, nodeLimit: nodeLimit, watch)
        return elimination.run()
    }

    /// Whether the empty text satisfies each node: from the leaves up, each node again when one of its parts has changed.
    func nullableNodes() -> [Bool] {
        var nullable = [Bool](repeating: false, count: nodes.count)
        let users = users
        var pending = Array(nodes.indices)
        while let index = pending.popLast() {
            guard !nullable[index], nodes[index].isNullable({ nullable[$0.index] }) else { continue }
            nullable[index] = true
            pending += users[index]
        }
        return nullable
    }

    /// The nodes that may be entered before a byte of the node was read.
    private func firstNodes(of node: Node, _ nullable: [Bool]) -> [NodeID] {
        guard case .sequence(let parts) = node else { return node.parts }
        return Array(parts.prefix(parts.prefix { nullable[$0.index] }.count + 1))
    }
}

extension Grammar.Node {
    /// The nodes of which this one is made without a byte in between; objects and arrays begin with a bracket.
    var parts: [Grammar.NodeID] {
        switch self {
        case .literal, .lexeme, .object, .array: []
        case .sequence(let parts), .choice(let parts): parts
        case .repetition(let body, _, _): [body]
        }
    }

    /// Whether the empty text satisfies the node.
    func isNullable(_ part: (Grammar.NodeID) -> Bool) -> Bool {
        switch self {
        case .literal(let bytes): bytes.isEmpty
        case .lexeme(let lexeme): lexeme.form == .plain && lexeme.pattern.isNullable
        case .sequence(let parts): parts.allSatisfy(part)
        case .choice(let nodes): nodes.contains(where: part)
        case .repetition(let body, let minimum, let maximum):
            maximum == 0 || minimum == 0 || (maximum ?? .max) >= minimum && part(body)
        case .object, .array: false
        }
    }
}
