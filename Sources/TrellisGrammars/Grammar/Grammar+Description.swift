import TrellisJSON

extension Grammar: CustomStringConvertible {
    /// The grammar as readable rules: the root first, then each rule that it and others refer to.
    ///
    /// Literals are quoted, patterns stand between slashes, `string` is any JSON string and `string(/…/)` one whose content
    /// matches. In an object `?` marks a property that may be left out, and a pattern in place of a name other properties;
    /// of those with the same `need` at least one comes. After an array `with` says how many elements are of some kinds.
    public var description: String {
        var printer = GrammarPrinter(self)
        return printer.print()
    }
}

/// Prints rules in the order in which they are met.
private struct GrammarPrinter {
    private let grammar: Grammar
    private var ruleNames: [Grammar.NodeID: String] = [:]
    private var queue: [Grammar.NodeID] = []
    private var taken: Set<JSONName> = []

    init(_ grammar: Grammar) { self.grammar = grammar }

    mutating func print() -> String {
        ruleNames[grammar.root] = "root"
        taken.insert("root")
        queue = [grammar.root]
        var lines: [String] = []
        var next = 0
        while next < queue.count {
            let id = queue[next]
            next += 1
            lines.append("\(ruleNames[id] ?? "") = \(body(of: id))")
        }
        lines += grammar.warnings.map { "# warning: \($0.pointer): \($0.message)" }
        return lines.joined(separator: "\n")
    }

    /// How others refer to a node: leaves stand for themselves, the rest is a rule of its own.
    private mutating func reference(to id: Grammar.NodeID) -> String {
        switch grammar[id] {
        case .literal, .lexeme: return body(of: id)
        case .choice(let ids) where ids.count <= 4 && ids.allSatisfy { isLeaf($0) }: return body(of: id)
        default: break
        }
        if let known = ruleNames[id] { return known }
        let name = freeName(for: id)
        ruleNames[id] = name
        queue.append(id)
        return name
    }

    private func isLeaf(_ id: Grammar.NodeID) -> Bool {
        switch grammar[id] {
        case .literal, .lexeme: true
        default: false
        }
    }

    /// A name from the end of the node's place in the schema, with a number when it is taken.
    private mutating func freeName(for id: Grammar.NodeID) -> String {
        let last = grammar.names[id]?.split(separator: "/").last.map(String.init) ?? "value"
        let base = String(
            last.unicodeScalars.map {
                $0.properties.isAlphabetic || $0 == "_" || $0.value < 0x3A && $0.value > 0x2F ? Character($0) : "_"
            })
        var name = base
        var number = 2
        while !taken.insert(JSONName(name)).inserted {
            name = "\(base).\(number)"
            number += 1
        }
        return name
    }

    private mutating func body(of id: Grammar.NodeID) -> String {
        switch grammar[id] {
        case .literal(let bytes): return quoted(String(decoding: bytes, as: UTF8.self))
        case .lexeme(let lexeme):
            switch (lexeme.form, lexeme.pattern) {
            case (.jsonString, .anything): return "string"
            case (.jsonString, let pattern): return "string(/\(pattern)/)"
            case (.plain, let pattern): return "/\(pattern)/"
            }
        case .sequence(let ids): return ids.map { reference(to: $0) }.joined(separator: " ")
        case .choice(let ids): return ids.isEmpty ? "∅" : ids.map { reference(to: $0) }.joined(separator: " | ")
        case .repetition(let id, let atLeast, let atMost):
            return "(\(reference(to: id)))\(counts(atLeast, atMost) ?? "*")"
        case .object(let object): return body(of: object)
        case .array(let array): return body(of: array)
        }
    }

    private mutating func body(of object: ObjectNode) -> String {
        var lines: [String] = []
        for property in object.properties {
            lines.append(
                "  \(quoted(property.name))\(property.isRequired ? "" : "?"): \(reference(to: property.value))")
        }
        for (index, property) in object.openProperties.enumerated() {
            let needs = object.needs.indices.filter { object.needs[$0].contains(index) }.map { " need \($0 + 1)" }
            lines.append("  /\(property.names)/: \(reference(to: property.value))\(needs.joined())")
        }
        let bounds = counts(object.minimumCount, object.maximumCount) ?? ""
        let order = object.order == .any ? " in any order" : ""
        return lines.isEmpty ? "{}\(bounds)" : "{\n\(lines.joined(separator: "\n"))\n}\(bounds)\(order)"
    }

    private mutating func body(of array: ArrayNode) -> String {
        var parts = array.prefix.map { reference(to: $0) }
        if let items = array.items { parts.append("\(reference(to: items))…") }
        let tallies = array.tallies.map { tally in
            let kinds = tally.kinds.map { reference(to: $0) }.joined(separator: " | ")
            let place = tally.firstPlace > 0 ? " from \(tally.firstPlace + 1)" : ""
            return " with (\(kinds))\(counts(tally.minimumCount, tally.maximumCount) ?? "*")\(place)"
        }
        let bounds = counts(array.minimumCount, array.maximumCount) ?? ""
        let unique = array.isUnique ? " all different" : ""
        return "[\(parts.joined(separator: ", "))]\(bounds)\(tallies.joined())\(unique)"
    }

    private func counts(_ atLeast: Int, _ atMost: Int?) -> String? {
        switch (atLeast, atMost) {
        case (0, nil): nil
        case (let low, nil): "{\(low),}"
        case (let low, let high?): low == high ? "{\(low)}" : "{\(low),\(high)}"
        }
    }

    private func quoted(_ text: String) -> String {
        var result = ""
        JSONValue.write(quoted: text, into: &result)
        return result
    }
}
