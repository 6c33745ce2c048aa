import TrellisJSON

/// The nodes of arrays and objects.
extension SchemaEmitter {
    mutating func object(_ layout: ObjectLayout) throws(GrammarError) -> ObjectNode {
        let shape = layout.shape
        var node = ObjectNode(
            properties: [], minimumCount: shape.minimumCount, maximumCount: shape.maximumCount,
            order: options.propertyOrder)
        for name in shape.names {
            guard let member = shape.members[name], productive.contains(member.formula) else { continue }
            node.properties.append(
                .init(name: name.text, value: try self.node(for: member.formula), isRequired: member.isRequired))
        }
        let others = Pattern.not(.any(of: [.texts(shape.names.map(\.text))]))
        var needs = layout.needs.map { _ in [Int]() }
        for (index, cell) in shape.cells.enumerated() where productive.contains(cell.formula) {
            let names = shape.names.isEmpty ? cell.names : Pattern.all(of: [cell.names, others])
            if try normalizer.questions.isEmpty(names) { continue }
            for need in needs.indices where layout.needs[need].contains(index) {
                needs[need].append(node.openProperties.count)
            }
            node.openProperties.append(.init(names: names, value: try self.node(for: cell.formula)))
        }
        node.needs = needs
        if node.openProperties.isEmpty {
            // Bounds that the properties themselves keep need no counting.
            if node.minimumCount <= shape.requiredCount { node.minimumCount = 0 }
            if let maximum = node.maximumCount, maximum >= node.properties.count { node.maximumCount = nil }
        } else if node.minimumCount <= shape.requiredCount {
            node.minimumCount = 0
        }
        return node
    }

    mutating func array(_ layout: ArrayLayout) throws(GrammarError) -> ArrayNode {
        var node = ArrayNode(items: nil, minimumCount: layout.minimumCount, maximumCount: layout.maximumCount)
        node.tallies = layout.tallies
        var prefix = layout.prefix
        while let last = prefix.last, last == layout.items, prefix.count > layout.firstCommonPlace {
            prefix.removeLast()
        }
        if let maximum = layout.maximumCount { prefix = Array(prefix.prefix(maximum)) }
        for kinds in prefix {
            guard let element = try element(kinds, &node.tallies) else {
                // The array has to end before this element.
                node.maximumCount = min(node.maximumCount ?? .max, node.prefix.count)
                return node
            }
            node.prefix.append(element)
        }
        if node.maximumCount.map({ $0 > prefix.count }) ?? true, let items = try element(layout.items, &node.tallies) {
            node.items = items
        } else {
            node.maximumCount = min(node.maximumCount ?? .max, prefix.count)
        }
        return node
    }

    /// The node of an element that is of one of some kinds, written into the tallies that it counts for; nil when none is possible.
    private mutating func element(
        _ kinds: [ArrayLayout.Kind], _ tallies: inout [ArrayNode.Tally]
    ) throws(GrammarError) -> Grammar.NodeID? {
        var nodes: [Grammar.NodeID] = []
        for kind in kinds where productive.contains(kind.formula) {
            let node = try self.node(for: kind.formula)
            nodes.append(node)
            for tally in kind.tallies where !tallies[tally].kinds.contains(node) { tallies[tally].kinds.append(node) }
        }
        return nodes.count > 1 ? builder.add(.choice(nodes)) : nodes.first
    }
}
