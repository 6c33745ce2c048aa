extension GrammarBuilder {
    /// Adds all nodes of another grammar; gives its root. Its layout does not come along.
    package mutating func embed(_ grammar: Grammar) -> Grammar.NodeID {
        let ids = grammar.nodes.indices.map { reserve(name: grammar.names[Grammar.NodeID(index: $0)]) }
        for (id, node) in zip(ids, grammar.nodes) { define(id, as: node.mappingReferences { ids[$0.index] }) }
        warnings += grammar.warnings
        return ids[grammar.root.index]
    }
}
