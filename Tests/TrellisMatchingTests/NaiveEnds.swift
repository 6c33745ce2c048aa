import TrellisGrammars

/// Which nodes have a text, and which objects and arrays can come to an end: by plain search.
struct NaiveEnds {
    /// The members of an object so far: the place in the declared order, how many, and the open properties that came.
    struct Members: Hashable {
        var position = 0
        var count = 0
        var open: Set<Int> = []
    }

    /// The elements of an array so far: how many, and how many that count for each tally.
    struct Elements: Hashable {
        var count = 0
        var tallies: [Int]
    }

    let nodes: [Grammar.Node]
    private(set) var live: [Bool]

    init(_ grammar: Grammar) {
        nodes = grammar.nodes
        live = [Bool](repeating: false, count: nodes.count)
        for _ in nodes { for index in nodes.indices where !live[index] { live[index] = isLive(nodes[index]) } }
    }

    private func isLive(_ node: Grammar.Node) -> Bool {
        switch node {
        case .literal: return true
        case .lexeme(let lexeme): return lexeme.pattern.matchesSomething
        case .sequence(let parts): return parts.allSatisfy { live[$0.index] }
        case .choice(let nodes): return nodes.contains { live[$0.index] }
        case .repetition(let body, let minimum, let maximum):
            return (maximum ?? .max) >= minimum && (minimum == 0 || live[body.index])
        case .object(let object): return canFinish(object, Members())
        case .array(let array): return canFinish(array, Elements(tallies: array.tallies.map { _ in 0 }))
        }
    }

    // MARK: Objects

    func mayEnd(_ object: ObjectNode, _ members: Members) -> Bool {
        !object.properties.dropFirst(members.position).contains(where: \.isRequired)
            && members.count >= object.minimumCount
            && object.needs.allSatisfy { !members.open.isDisjoint(with: $0) }
    }

    func after(property index: Int, _ members: Members) -> Members {
        Members(position: index + 1, count: members.count + 1, open: members.open)
    }

    func after(open index: Int, _ object: ObjectNode, _ members: Members) -> Members {
        Members(position: object.properties.count, count: members.count + 1, open: members.open.union([index]))
    }

    func canFinish(_ object: ObjectNode, _ members: Members) -> Bool {
        if members.count > object.maximumCount ?? .max { return false }
        if mayEnd(object, members) { return true }
        for index in object.properties.indices.dropFirst(members.position) {
            let property = object.properties[index]
            if live[property.value.index], canFinish(object, after(property: index, members)) { return true }
            if property.isRequired { return false }
        }
        return object.openProperties.indices.contains { index in
            let open = object.openProperties[index]
            guard live[open.value.index], open.names.matchesSomething else { return false }
            // A member that meets no further need helps to the least number only.
            guard members.count < object.minimumCount || !members.open.contains(index) else { return false }
            return canFinish(object, after(open: index, object, members))
        }
    }

    // MARK: Arrays

    func mayEnd(_ array: ArrayNode, _ elements: Elements) -> Bool {
        elements.count >= array.minimumCount
            && zip(array.tallies, elements.tallies).allSatisfy { $0.minimumCount <= $1 }
    }

    /// The nodes that may come next, each with the elements after it; too many of a kind are left out.
    func next(_ array: ArrayNode, _ elements: Elements) -> [(node: Int, after: Elements)] {
        let place = elements.count
        guard place < array.maximumCount ?? .max,
            let element = place < array.prefix.count ? array.prefix[place] : array.items
        else { return [] }
        var alternatives = [element]
        if case .choice(let nodes) = nodes[element.index], !array.tallies.isEmpty { alternatives = nodes }
        return alternatives.filter { live[$0.index] }.compactMap { node in
            var after = Elements(count: place + 1, tallies: elements.tallies)
            for (index, tally) in array.tallies.enumerated()
            where tally.firstPlace <= place && (tally.kinds.contains(node) || tally.kinds.contains(element)) {
                after.tallies[index] += 1
                if after.tallies[index] > tally.maximumCount ?? .max { return nil }
            }
            return (node.index, after)
        }
    }

    func canFinish(_ array: ArrayNode, _ elements: Elements) -> Bool {
        if elements.count > array.maximumCount ?? .max { return false }
        var reached: Set<Elements> = [elements]
        // The arrays of the tests need no more elements than this.
        for _ in 0..<12 {
            if reached.contains(where: { mayEnd(array, $0) }) { return true }
            reached = Set(reached.flatMap { next(array, $0).map(\.after) })
        }
        return false
    }
}
