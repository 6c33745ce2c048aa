/// Collects the nodes of a grammar; equal nodes become one.
public struct GrammarBuilder {
    private var nodes: [Grammar.Node?] = []
    private var known: [Grammar.Node: Grammar.NodeID] = [:]
    private var names: [Grammar.NodeID: String] = [:]
    /// The warnings so far.
    public var warnings: [GrammarWarning] = []

    /// Makes a builder without nodes.
    public init() {}

    /// The number of nodes so far.
    public var count: Int { nodes.count }

    /// Adds a node, or finds the equal one.
    public mutating func add(_ node: Grammar.Node) -> Grammar.NodeID {
        if let id = known[node] { return id }
        let id = Grammar.NodeID(index: nodes.count)
        nodes.append(node)
        known[node] = id
        return id
    }

    /// Sets a number aside for a node that is defined later: the way to recursion.
    public mutating func reserve(name: String? = nil) -> Grammar.NodeID {
        let id = Grammar.NodeID(index: nodes.count)
        nodes.append(nil)
        names[id] = name
        return id
    }

    /// Defines a reserved node.
    public mutating func define(_ id: Grammar.NodeID, as node: Grammar.Node) { nodes[id.index] = node }

    /// The grammar with that root; throws when a reserved node was not defined.
    public func build(root: Grammar.NodeID, layout: Layout) throws(GrammarError) -> Grammar {
        var defined: [Grammar.Node] = []
        for (index, node) in nodes.enumerated() {
            guard let node else {
                throw .undefinedNode(name: names[Grammar.NodeID(index: index)] ?? "#\(index)")
            }
            defined.append(node)
        }
        return Grammar(nodes: defined, root: root, layout: layout, warnings: warnings, names: names)
    }
}

extension GrammarBuilder {
    /// Adds a literal text.
    public mutating func literal(_ text: String) -> Grammar.NodeID { add(.literal(Array(text.utf8))) }

    /// Adds a lexeme.
    public mutating func lexeme(_ pattern: Pattern, as form: Lexeme.Form) -> Grammar.NodeID {
        add(.lexeme(Lexeme(pattern, as: form)))
    }
}
