import TrellisGrammars
import TrellisJSON

/// A grammar as text for people: one rule a line, the root first.
///
/// A node is written in place where it is used once; nodes that are used more often, or that lead back to themselves, become
/// rules of their own. Literals stand in quotation marks, lexemes between slashes (as JSON strings after the word
/// `string`), and objects and arrays look like JSON, with `?` for what may be absent, `…` for what may be repeated, and counts
/// behind them.
struct GrammarText {
    /// The rules.
    let text: String

    /// Writes a grammar.
    init(_ grammar: Grammar) {
        var writer = Writer(grammar: grammar)
        text = writer.write()
    }

    /// The writing of one grammar.
    private struct Writer {
        let grammar: Grammar
        /// The nodes that are rules, in the order in which they were met.
        var rules: [Grammar.NodeID] = []
        /// Their names.
        var names: [Grammar.NodeID: String] = [:]
        /// How often each node is used.
        var uses: [Int]

        init(grammar: Grammar) {
            self.grammar = grammar
            uses = [Int](repeating: 0, count: grammar.nodes.count)
            for node in grammar.nodes {
                for id in node.parts { uses[id.index] += 1 }
            }
        }

        /// Writes the root and then every rule that was mentioned.
        mutating func write() -> String {
            _ = name(grammar.root)
            var lines = ["layout: \(layout)"]
            var next = 0
            while next < rules.count {
                let id = rules[next]
                lines.append("\(name(id)) = \(body(grammar[id], 0))")
                next += 1
            }
            return lines.joined(separator: "\n") + "\n"
        }

        /// Gives the name of a rule, which is made when it is asked for the first time.
        private mutating func name(_ id: Grammar.NodeID) -> String {
            if let name = names[id] { return name }
            let given = grammar.names[id].map { "<\($0)>" }
            let name = id == grammar.root ? "root" : given ?? "<\(rules.count)>"
            names[id] = name
            rules.append(id)
            return name
        }

        /// Mentions a node: in place, or by the name of its rule.
        ///
        /// A cycle always passes the root or a node that is used twice: it is used inside the cycle, and from where the cycle is
        /// entered.
        private mutating func mention(_ id: Grammar.NodeID, _ level: Int, inSequence: Bool = false) -> String {
            let node = grammar[id]
            if id == grammar.root || (uses[id.index] > 1 && !node.isShort) { return name(id) }
            let text = body(node, level)
            if case .choice(let nodes) = node, nodes.count > 1, inSequence { return "(\(text))" }
            return text
        }

        /// Writes what a node stands for.
        private mutating func body(_ node: Grammar.Node, _ level: Int) -> String {
            switch node {
            case .literal(let bytes): return quoted(String(decoding: bytes, as: UTF8.self))
            case .lexeme(let lexeme):
                let pattern = "/\(PatternText(lexeme.pattern).text)/"
                return lexeme.form == .jsonString ? "string \(pattern)" : pattern
            case .sequence(let nodes):
                return nodes.isEmpty
                    ? "empty" : nodes.map { mention($0, level, inSequence: true) }.joined(separator: " ")
            case .choice(let nodes):
                return nodes.isEmpty ? "nothing" : nodes.map { mention($0, level) }.joined(separator: " | ")
            case .repetition(let id, let least, let most):
                return "(\(mention(id, level)))\(count(least, most))"
            case .object(let object): return body(object, level)
            case .array(let array):
                var parts = array.prefix.map { mention($0, level) }
                if let items = array.items { parts.append(mention(items, level) + "…") }
                return "[\(parts.joined(separator: ", "))]\(limits(array.minimumCount, array.maximumCount))"
            }
        }

        private mutating func body(_ object: ObjectNode, _ level: Int) -> String {
            var parts: [String] = []
            for property in object.properties {
                parts.append(
                    "\(quoted(property.name))\(property.isRequired ? "" : "?"): \(mention(property.value, level + 1))")
            }
            for property in object.openProperties {
                parts.append("/\(PatternText(property.names).text)/…: \(mention(property.value, level + 1))")
            }
            let order = object.order == .any && parts.count > 1 ? " in any order" : ""
            let margin = "\n" + String(repeating: "  ", count: level)
            let members = parts.map { "\(margin)  \($0)" }.joined(separator: ",") + (parts.isEmpty ? "" : margin)
            return "{\(members)}\(limits(object.minimumCount, object.maximumCount))\(order)"
        }

        /// Writes how often something is repeated.
        private func count(_ least: Int, _ most: Int?) -> String {
            switch (least, most) {
            case (0, nil): "*"
            case (1, nil): "+"
            case (0, 1): "?"
            case (let least, nil): "{\(least),}"
            case (let least, let most?): least == most ? "{\(least)}" : "{\(least),\(most)}"
            }
        }

        /// Writes how many members or elements there may be, where that is limited.
        private func limits(_ least: Int, _ most: Int?) -> String {
            least == 0 && most == nil ? "" : count(least, most)
        }

        private var layout: String {
            switch grammar.layout {
            case .exact(let afterColon, let afterComma):
                "\(quoted(afterColon)) after a colon, \(quoted(afterComma)) after a comma"
            case .flexible(let limit): "at most \(limit) bytes of white space where JSON has it"
            }
        }

        private func quoted(_ text: String) -> String { JSONValue.string(text).text() }
    }
}

extension Grammar.Node {
    /// The nodes that a node refers to.
    fileprivate var parts: [Grammar.NodeID] {
        switch self {
        case .literal, .lexeme: []
        case .sequence(let nodes), .choice(let nodes): nodes
        case .repetition(let node, _, _): [node]
        case .object(let object): object.properties.map(\.value) + object.openProperties.map(\.value)
        case .array(let array): array.prefix + (array.items.map { [$0] } ?? [])
        }
    }

    /// Whether a node is written in place however often it is used.
    fileprivate var isShort: Bool {
        switch self {
        case .literal(let bytes): bytes.count <= 20
        default: false
        }
    }
}
