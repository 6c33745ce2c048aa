import TrellisGrammars

/// The costs of the members of objects.
extension CostTable {
    func cost(of frame: Frame, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable) -> Int {
        var after = frame
        after.count += 1
        switch frame.kind {
        case .objectOpen: return membersCost(frame, object, table, after: nil, commas: -1, atLeast: 0)
        case .objectComma: return membersCost(frame, object, table, after: nil, commas: -1, atLeast: 1)
        case .objectColon:
            return sum([
                nodeCosts[object.properties[Int(frame.first)].value.index],
                membersCost(after, object, table, after: frame.first, commas: 0, atLeast: 0),
            ])
        case .objectOpenName, .objectOpenColon:
            after.names = automaton.program.namesAfterOpen(frame.names, object)
            after.needs &= ~table.open[Int(frame.first)].needs
            return sum([
                frame.kind == .objectOpenName ? colon : 0, nodeCosts[Int(table.open[Int(frame.first)].value)],
                membersCost(after, object, table, after: nil, commas: 0, atLeast: 0),
            ])
        default: return membersCost(frame, object, table, after: nil, commas: 0, atLeast: 0)
        }
    }

    /// The cost of the cheapest members that may end the object.
    ///
    /// - Parameter commas: added to the number of members for the number of commas: -1 where the first has none.
    private func membersCost(
        _ frame: Frame, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable, after property: Int32?, commas: Int,
        atLeast least: Int
    ) -> Int {
        var required: [Int] = []
        var optional: [Int] = []
        for index in object.properties.indices {
            let isOver =
                switch object.order {
                case .declared: index < Int(frame.names) || property.map { index <= Int($0) } ?? false
                case .any:
                    !automaton.local.contains(frame.names, Int32(index)) || property.map { index == Int($0) } ?? false
                }
            if isOver { continue }
            let cost = memberCost(frame.node, object, index)
            if object.properties[index].isRequired { required.append(cost) } else { optional.append(cost) }
        }
        return membersCost(
            frame, object, table, required: required, optional: optional, commas: commas,
            atLeast: max(object.minimumCount - Int(frame.count), least))
    }

    /// The cost of required members, of open ones that meet needs, and of the cheapest others up to a least number.
    func membersCost(
        _ frame: Frame, _ object: ObjectNode, _ table: GrammarProgram.ObjectTable, required: [Int], optional: [Int],
        commas: Int, atLeast least: Int
    ) -> Int {
        // Names that must differ get dearer: none of those to come costs more than the last of so many.
        let names =
            object.hasDistinctNames
            ? automaton.distinct.sets.count(frame.record) + max(0, least - required.count) + object.needs.count + 1 : 0
        let costs = table.open.map { openCost($0, in: frame.node, among: names) }
        var needed = CompletionPlan.end
        if frame.needs != 0 {
            let plans = NeedTable(
                members: zip(table.open, costs).map { (needs: Int($0.needs), cost: $1) }, count: object.needs.count,
                preferring: object.maximumCount == nil ? .cost : .elements)
            guard let plan = plans.plan(for: Int(frame.needs)) else { return Self.infinite }
            needed = plan
        }
        let count = required.count + needed.elements
        let others = cheapest(least - count, optional, costs.min() ?? Self.infinite)
        return sum(
            required + others + [
                min(needed.cost, Self.infinite), times(count + others.count + commas, comma),
            ])
    }

    /// The least costs of so many members, each declared one taken at most once.
    private func cheapest(_ count: Int, _ declared: [Int], _ open: Int) -> [Int] {
        guard count > 0 else { return [] }
        var chosen = Array(declared.filter { $0 <= open }.sorted().prefix(count))
        let missing = count - chosen.count
        // Beyond any text's length the number does not matter.
        if missing > 0 { chosen += [Int](repeating: open, count: min(missing, 1 << 16)) }
        return chosen
    }

    func memberCost(_ node: Int32, _ object: ObjectNode, _ index: Int) -> Int {
        sum([nameLengths[node]?[index] ?? Self.infinite, colon, nodeCosts[object.properties[index].value.index]])
    }

    /// The cost of a member with an open name: the cheapest, or the last of so many that differ.
    private func openCost(_ open: GrammarProgram.OpenName, in node: Int32, among names: Int) -> Int {
        let name =
            names == 0
            ? automaton.lexemes.cost(of: open.name)
            : automaton.distinct.nameCosts(of: open.property, in: node, count: names).last ?? Self.infinite
        return sum([name, colon, nodeCosts[Int(open.value)]])
    }
}
