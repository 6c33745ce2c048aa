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
            return elements.enumerated().allSatisfy { index, element in
                (index < node.prefix.count ? node.prefix[index] : node.items).map { accepts(element, $0) } ?? false
            }
        }
    }

    private func accepts(_ object: JSONObject, _ node: ObjectNode) -> Bool {
        guard object.count >= node.minimumCount, object.count <= node.maximumCount ?? .max else { return false }
        var declared = node.properties[...]
        var missing = Set(node.properties.filter(\.isRequired).map { JSONName($0.name) })
        for (name, value) in object {
            if let index = declared.firstIndex(where: { JSONName($0.name) == JSONName(name) }) {
                let property = declared[index]
                guard accepts(value, property.value) else { return false }
                if node.order == .declared { declared = declared[(index + 1)...] }
            } else {
                guard let open = node.openProperties.first(where: { matches($0.names, name) }),
                    accepts(value, open.value)
                else { return false }
                if node.order == .declared { declared = [] }
            }
            missing.remove(JSONName(name))
        }
        return missing.isEmpty
    }

    private func matches(_ pattern: Pattern, _ text: String) -> Bool {
        let start = states[pattern] ?? pool.state(for: pattern)
        states[pattern] = start
        let end = text.unicodeScalars.reduce(start) { pool.successor(of: $0, after: $1.value) }
        return pool.isNullable(end)
    }
}
