import TrellisGrammars

/// The costs of the elements of arrays.
extension CostTable {
    /// The ways to the end of an array with tallies, each element with its comma.
    func tallyTables(of array: ArrayNode) -> (cheapest: TallyTable, shortest: TallyTable) {
        func table(_ preference: CompletionPlan.Preference) -> TallyTable {
            automaton.program.tallyTable(of: array, preferring: preference) { sum([nodeCosts[Int($0)], comma]) }
        }
        return (table(.cost), table(.elements))
    }

    /// The cost of the elements to the end of an array with tallies; the cheapest ones where they are not too many.
    func talliedCost(
        _ array: ArrayNode, _ tables: (cheapest: TallyTable, shortest: TallyTable), after elements: Int, counts: Int
    ) -> Int {
        let room = array.maximumCount.map { $0 - elements } ?? .max
        let plan = tables.cheapest.plan(after: elements, counts: counts)
        let chosen =
            plan.map { $0.elements <= room } ?? false ? plan : tables.shortest.plan(after: elements, counts: counts)
        return chosen.map { min($0.cost, Self.infinite) } ?? Self.infinite
    }

    func talliedCost(of frame: Frame, _ array: ArrayNode) -> Int {
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

    func elementCost(_ array: ArrayNode, _ index: Int) -> Int {
        let node = index < array.prefix.count ? array.prefix[index] : array.items
        return node.map { nodeCosts[$0.index] } ?? Self.infinite
    }

    func elementsCost(_ array: ArrayNode, from first: Int, isFirst: Bool) -> Int {
        guard first < array.minimumCount else { return 0 }
        let prefix = (first..<max(first, min(array.minimumCount, array.prefix.count))).map { elementCost(array, $0) }
        let others = array.minimumCount - max(first, array.prefix.count)
        return sum(
            prefix + [
                others > 0 ? times(others, elementCost(array, array.prefix.count)) : 0,
                times(array.minimumCount - first - (isFirst ? 1 : 0), comma),
            ])
    }

    // MARK: Elements that must differ

    /// The cost of the elements to the end of an array whose elements must differ.
    ///
    /// While an element is being written any value may be taken by it, so that those after it may have to do with the dearer ones.
    func distinctCost(of frame: Frame, _ array: ArrayNode) -> Int {
        switch frame.kind {
        case .arrayOpen: return max(0, distinctCost(of: frame, array, from: 0, counts: 0, skipping: 0) - comma)
        case .arrayComma:
            let elements = automaton.program.nextElements(array, at: frame)
            return elements.map { node, counts in
                sum([
                    automaton.distinctCost(of: node, in: array, at: frame),
                    distinctCost(of: frame, array, from: Int(frame.first) + 1, counts: Int(counts), skipping: 1),
                ])
            }.min() ?? Self.infinite
        default:
            return distinctCost(
                of: frame, array, from: Int(frame.first), counts: Int(frame.count), skipping: 1)
        }
    }

    /// The cost of the required elements from a place on, each with its comma.
    private func distinctCost(
        of frame: Frame, _ array: ArrayNode, from place: Int, counts: Int, skipping skipped: Int
    ) -> Int {
        var count = max(0, array.minimumCount - place)
        if let table = automaton.program.tallied[frame.node] {
            count = table.plan(after: place, counts: counts)?.elements ?? 0
        }
        let values = automaton.distinct.cost(
            array, frame.node, count: count, used: frame.record, skipping: skipped)
        return sum([values, times(count, comma)])
    }
}
