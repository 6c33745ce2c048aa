import TrellisGrammars

/// The elements of arrays with tallies: their kinds by place, and which of them leave a way to the end.
extension GrammarProgram {
    /// The kinds of an element that can be written, each with the tallies that it counts for.
    func kinds(_ array: ArrayNode, at place: Int) -> [(node: Int32, tallies: [Int])] {
        if let maximum = array.maximumCount, place >= maximum { return [] }
        guard let element = place < array.prefix.count ? array.prefix[place] : array.items else { return [] }
        func tallies(of nodes: [Grammar.NodeID]) -> [Int] {
            array.tallies.indices.filter { index in
                array.tallies[index].firstPlace <= place && nodes.contains { array.tallies[index].kinds.contains($0) }
            }
        }
        var kinds: [(node: Int32, tallies: [Int])] = []
        if case .choice(let alternatives) = grammar[element] {
            for node in alternatives where isLive[node.index] {
                kinds.append((Int32(node.index), tallies(of: [element, node])))
            }
        } else if isLive[element.index] {
            kinds.append((Int32(element.index), tallies(of: [element])))
        }
        return kinds
    }

    /// The ways to the end of an array of elements that can be written, by a cost of their nodes.
    func tallyTable(
        of array: ArrayNode, preferring preference: CompletionPlan.Preference = .elements,
        cost: (Int32) -> Int = { _ in 1 }
    ) -> TallyTable {
        var unbounded = array
        unbounded.maximumCount = nil
        let lists = (0...array.countedPlaces).map { place in
            kinds(unbounded, at: place).map { TallyTable.Kind(tallies: $0.tallies, cost: cost($0.node)) }
        }
        return TallyTable(array, kinds: lists, preferring: preference)
    }

    /// What may come at a place between elements, which a frame tells.
    func elementChoice(_ array: ArrayNode, at frame: Frame) -> (allowsElement: Bool, allowsEnd: Bool) {
        guard let table = tallied[frame.node] else {
            return (element(array, frame.first) != nil, Int(frame.first) >= array.minimumCount)
        }
        let plan = table.plan(after: Int(frame.first), counts: Int(frame.count))
        return (!nextElements(array, at: frame).isEmpty, plan?.elements == 0)
    }

    /// The elements that may come at a place, each with the counts after it.
    func nextElements(_ array: ArrayNode, at frame: Frame) -> [(node: Int32, counts: Int32)] {
        guard let table = tallied[frame.node] else {
            guard let node = element(array, frame.first) else { return [] }
            return [(node, 0)]
        }
        let elements = Int(frame.first)
        return kinds(array, at: elements).compactMap { kind in
            guard let next = table.counts(Int(frame.count), adding: kind.tallies),
                let plan = table.plan(after: elements + 1, counts: next),
                elements + 1 + plan.elements <= array.maximumCount ?? .max
            else { return nil }
            return (kind.node, Int32(next))
        }
    }
}
