import TrellisGrammars
import TrellisJSON

/// Whether a JSON value, written in the layout of a grammar, is a text of the grammar: by plain recursion over nodes.
///
/// Strings are compared by their content, so escapes play no part; the matcher's own tests see to those.
final class GrammarAcceptor {
    private let grammar: Grammar
    private let pool = PatternPool()
    private var states: [Pattern: PatternPool.State] = [:]

    init(_ grammar: Grammar) { self.grammar = grammar }

    func accepts(_ value: JSONValue) -> Bool { accepts(value, grammar.root) }

    private func accepts(_ value: JSONValue, _ id: Grammar.NodeID) -> Bool {
        switch grammar[id] {
        case .literal(let bytes): return Array(value.text(.compact).utf8) == bytes
        case .lexeme(let lexeme):
            switch lexeme.form {
            case .plain:
                guard case .number(let number) = value else { return false }
                return matches(lexeme.pattern, number.text)
            case .jsonString:
                guard case .string(let text) = value else { return false }
                return matches(lexeme.pattern, text)
            }
        case .choice(let ids): return ids.contains { accepts(value, $0) }
        case .sequence, .repetition: return false
        case .object(let node):
            guard case .object(let object) = value else { return false }
            return accepts(object, node)
        case .array(let node):
            guard case .array(let elements) = value, elements.count >= node.minimumCount,
                elements.count <= node.maximumCount ?? .max
            else { return false }
            if node.isUnique, Set(elements).count < elements.count { return false }
            return accepts(elements, node, tallies: node.tallies.map { _ in 0 }, from: 0)
        }
    }

    /// Whether the elements from a place on can be read so that the tallies come out right.
    private func accepts(_ elements: [JSONValue], _ node: ArrayNode, tallies: [Int], from place: Int) -> Bool {
        guard place < elements.count else {
            return zip(node.tallies, tallies).allSatisfy { $0.minimumCount <= $1 && $1 <= $0.maximumCount ?? .max }
        }
        guard let element = place < node.prefix.count ? node.prefix[place] : node.items else { return false }
        var kinds = [element]
        if case .choice(let nodes) = grammar[element], !node.tallies.isEmpty { kinds = nodes }
        return kinds.contains { kind in
            guard accepts(elements[place], kind) else { return false }
            var tallies = tallies
            for (index, tally) in node.tallies.enumerated()
            where tally.firstPlace <= place && (tally.kinds.contains(kind) || tally.kinds.contains(element)) {
                tallies[index] += 1
            }
            return accepts(elements, node, tallies: tallies, from: place + 1)
        }
    }

    private func accepts(_ object: JSONObject, _ node: ObjectNode) -> Bool {
        guard object.count >= node.minimumCount, object.count <= node.maximumCount ?? .max else { return false }
        var declared = node.properties[...]
        var missing = Set(node.properties.filter(\.isRequired).map { JSONName($0.name) })
        var unmet = node.needs
        for (name, value) in object {
            if let index = declared.firstIndex(where: { JSONName($0.name) == JSONName(name) }) {
                let property = declared[index]
                guard accepts(value, property.value) else { return false }
                if node.order == .declared { declared = declared[(index + 1)...] }
            } else {
                // Open properties that share names have no value in common.
                let open = node.openProperties.firstIndex { matches($0.names, name) && accepts(value, $0.value) }
                guard let open else { return false }
                unmet.removeAll { $0.contains(open) }
                if node.order == .declared { declared = [] }
            }
            missing.remove(JSONName(name))
        }
        return missing.isEmpty && unmet.isEmpty
    }

    private func matches(_ pattern: Pattern, _ text: String) -> Bool {
        let start = states[pattern] ?? pool.state(for: pattern)
        states[pattern] = start
        let end = text.unicodeScalars.reduce(start) { pool.successor(of: $0, after: $1.value) }
        return pool.isNullable(end)
    }
}
