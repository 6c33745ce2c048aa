import TrellisGrammars
import TrellisJSON

/// Which nodes have a text, and which objects and arrays can come to an end: by plain search.
struct NaiveEnds {
    /// The members of an object so far: the place in the declared order, how many, and the open properties that came.
    struct Members: Hashable {
        var position = 0
        var count = 0
        var open: Set<Int> = []
        /// Where names must differ: the open ones.
        var names: Set<String> = []
    }

    /// The elements of an array so far: how many, and how many that count for each tally.
    struct Elements: Hashable {
        var count = 0
        var tallies: [Int]
        /// Where elements must differ: those before, and the bytes of the one that is being written.
        var used: Set<JSONValue> = []
        var text: [UInt8]?
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
        Members(position: index + 1, count: members.count + 1, open: members.open, names: members.names)
    }

    func after(open index: Int, _ object: ObjectNode, _ members: Members) -> Members {
        Members(
            position: object.properties.count, count: members.count + 1, open: members.open.union([index]),
            names: members.names)
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
            var after = Elements(count: place + 1, tallies: elements.tallies, used: elements.used)
            if array.isUnique { after.text = [] }
            for (index, tally) in array.tallies.enumerated()
            where tally.firstPlace <= place && (tally.kinds.contains(node) || tally.kinds.contains(element)) {
                after.tallies[index] += 1
                if after.tallies[index] > tally.maximumCount ?? .max { return nil }
            }
            return (node.index, after)
        }
    }

    func canFinish(_ array: ArrayNode, _ elements: Elements) -> Bool {
        if array.isUnique { return canFinishDistinct(array, elements) }
        if elements.count > array.maximumCount ?? .max { return false }
        var reached: Set<Elements> = [elements]
        // The arrays of the tests need no more elements than this.
        for _ in 0..<12 {
            if reached.contains(where: { mayEnd(array, $0) }) { return true }
            reached = Set(reached.flatMap { next(array, $0).map(\.after) })
        }
        return false
    }

    // MARK: Distinct elements

    /// As `canFinish`, trying the values of every further element.
    private func canFinishDistinct(_ array: ArrayNode, _ elements: Elements) -> Bool {
        if elements.count > array.maximumCount ?? .max { return false }
        if mayEnd(array, elements) { return true }
        guard elements.count < 12 else { return false }
        return next(array, elements).contains { node, after in
            // More values than elements are needed make no difference.
            values(of: node).subtracting(elements.used).prefix(8).contains { value in
                var after = after
                after.used.insert(value)
                return canFinishDistinct(array, after)
            }
        }
    }

    /// The values that an element must not have.
    func refused(_ array: ArrayNode, _ elements: Elements, after: Elements) -> Set<JSONValue> {
        let nodes = array.prefix + (array.items.map { [$0] } ?? [])
        let candidates = nodes.reduce(into: Set<JSONValue>()) { $0.formUnion(values(of: $1.index)) }
        return elements.used.union(
            candidates.filter { value in
                var after = after
                after.used.insert(value)
                return !canFinishDistinct(array, after)
            })
    }

    /// Values of a node that is compared: all when there are few.
    func values(of node: Int) -> Set<JSONValue> {
        switch nodes[node] {
        case .literal(let bytes): return Set([try? JSONValue(parsing: bytes)].compactMap { $0 })
        case .lexeme(let lexeme):
            return Set(
                texts(of: lexeme.pattern, [], 6).compactMap { text in
                    lexeme.form == .jsonString ? .string(text) : try? JSONValue(parsing: text)
                })
        case .choice(let nodes): return nodes.reduce(into: []) { $0.formUnion(values(of: $1.index)) }
        case .sequence, .repetition, .object, .array: return []
        }
    }

    /// Texts of a pattern, found by trying scalars.
    private func texts(of pattern: Pattern, _ prefix: [UInt32], _ depth: Int) -> Set<String> {
        var result: Set<String> = []
        if pattern.matchesEmpty {
            result.insert(String(String.UnicodeScalarView(prefix.compactMap(Unicode.Scalar.init))))
        }
        guard depth > 0 else { return result }
        for scalar in pattern.representatives.union([0x61]).sorted() where Unicode.Scalar(scalar) != nil {
            let rest = pattern.after(scalar)
            if rest.matchesSomething, result.count < 20 {
                result.formUnion(texts(of: rest, prefix + [scalar], depth - 1))
            }
        }
        return result
    }

    /// The pattern of a lexeme that is compared without the values so far.
    func pattern(of lexeme: Lexeme, without used: Set<JSONValue>) -> Pattern {
        switch lexeme.form {
        case .jsonString:
            let texts = used.compactMap(\.stringValue)
            return texts.isEmpty ? lexeme.pattern : .intersection([lexeme.pattern, .complement(.texts(texts))])
        case .plain:
            // The numbers of the tests are lists of texts.
            guard case .texts(let texts) = lexeme.pattern else { return lexeme.pattern }
            let kept = texts.filter { text in (try? JSONValue(parsing: text)).map { !used.contains($0) } ?? true }
            return kept.isEmpty ? .nothing : .texts(kept)
        }
    }
}
