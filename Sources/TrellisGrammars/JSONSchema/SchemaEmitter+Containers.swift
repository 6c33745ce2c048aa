import TrellisJSON

/// The nodes of arrays and objects.
extension SchemaEmitter {
    mutating func object(_ layout: ObjectLayout, at location: SchemaDocument.Location?) throws(GrammarError)
        -> ObjectNode
    {
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
        // A name that comes twice is one member, which makes a difference only where there must be others.
        node.hasDistinctNames = !node.openProperties.isEmpty && (node.minimumCount > 0 || !node.needs.isEmpty)
        guard !node.hasDistinctNames || node.minimumCount <= ArrayNode.distinctLimit else {
            throw .limitExceeded(
                pointer: location.map { normalizer.document.pointer(of: $0) } ?? "", limit: "names that must differ",
                value: ArrayNode.distinctLimit)
        }
        return node
    }

    mutating func array(_ layout: ArrayLayout, at location: SchemaDocument.Location?) throws(GrammarError) -> ArrayNode
    {
        var node = ArrayNode(items: nil, minimumCount: layout.minimumCount, maximumCount: layout.maximumCount)
        node.tallies = layout.tallies
        node.isUnique = try canCompare(layout, at: location)
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

    /// Whether the elements of an array are compared; throws when that is asked for and cannot be done.
    private mutating func canCompare(
        _ layout: ArrayLayout, at location: SchemaDocument.Location?
    ) throws(GrammarError) -> Bool {
        guard layout.isUnique else { return false }
        let pointer = location.map { normalizer.document.pointer(of: $0) } ?? ""
        let required = layout.tallies.reduce(layout.minimumCount) {
            $0 + min($1.minimumCount, ArrayNode.distinctLimit + 1)
        }
        guard required <= ArrayNode.distinctLimit else {
            throw .limitExceeded(
                pointer: pointer, limit: "elements that must differ", value: ArrayNode.distinctLimit)
        }
        let kinds = (layout.prefix + [layout.items]).joined().filter { productive.contains($0.formula) }
        let forms = kinds.compactMap { self.forms[$0.formula] }
        var reason: String?
        if forms.contains(where: { !$0.arrays.isEmpty || !$0.objects.isEmpty }) {
            reason = "elements that are arrays or objects are not compared"
        } else if !layout.tallies.isEmpty {
            for form in forms where try !hasValues(form.leaves, moreThan: required) {
                reason = "elements that have few values are counted too"
            }
        }
        guard let reason else { return true }
        guard let location else {
            throw .unsupported(pointer: pointer, keyword: "uniqueItems", reason: reason)
        }
        try normalizer.refuse("uniqueItems", at: location, reason)
        return false
    }

    /// Whether a form without arrays and objects has more values than so many.
    private func hasValues(_ form: NormalForm, moreThan count: Int) throws(GrammarError) -> Bool {
        if try normalizer.questions.texts(form.strings, atMost: count) == nil { return true }
        for shape in form.numbers {
            let numbers = Lexeme(shape.pattern, as: .plain).withOneSpelling.pattern
            if try normalizer.questions.texts(numbers, atMost: count) == nil { return true }
        }
        return false
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
