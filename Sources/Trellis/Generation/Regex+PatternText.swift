extension Regex {
    /// The pattern of the expression as text that means the same; nil when it has none.
    ///
    /// The standard library prints patterns, but the text it prints for expressions that were built, rather than
    /// written as literals, lacks groups: a choice of “a” and “b” before “c” comes out as `a|bc`, one or more of `/ab/` as
    /// `ab+`. Therefore the text is read again beside the tree it was printed from, and written with the groups it needs.
    /// Where the two do not agree to the last character there is no text, except for literals, whose groups a person wrote.
    var patternText: String? {
        guard let text = _literalPattern else { return nil }
        guard let root = RegexNode(regex: self) else { return nil }
        var reader = RegexTextReader(text)
        if let written = reader.read(root), reader.isAtEnd { return written }
        return root.isLiteral ? text : nil
    }
}

/// A node of the tree inside a `Regex`, seen by reflection.
struct RegexNode {
    /// The name of the case.
    let name: String
    /// The payload of the case, one value or several.
    let payload: [Any]

    /// Finds the root of the tree of an expression.
    init?(regex: Any) {
        guard let program = Mirror(reflecting: regex).child("program"),
            let tree = Mirror(reflecting: program).child("tree"),
            let root = Mirror(reflecting: tree).child("root")
        else { return nil }
        self.init(root)
    }

    private init(_ value: Any) {
        guard let child = Mirror(reflecting: value).children.first, let label = child.label else {
            name = "\(value)"
            payload = []
            return
        }
        name = label
        let mirror = Mirror(reflecting: child.value)
        payload = mirror.displayStyle == .tuple ? mirror.children.map(\.value) : [child.value]
    }

    /// Whether the text was written by a person and needs no more groups.
    var isLiteral: Bool { name == "convertedRegexLiteral" }

    /// The nodes that the node is made of, when it is a list.
    var parts: [RegexNode] { payload.first.map { Mirror(reflecting: $0).children.map { RegexNode($0.value) } } ?? [] }

    /// One value of the payload as a node.
    func node(_ index: Int) -> RegexNode? { payload.indices.contains(index) ? RegexNode(payload[index]) : nil }

    /// The node without wrappers that leave no trace in the text.
    var core: RegexNode {
        switch name {
        case "convertedRegexLiteral", "ignoreCapturesInTypedOutput", "limitCaptureNesting": node(0)?.core ?? self
        case "concatenation" where parts.count == 1: parts[0].core
        default: self
        }
    }

    /// Whether a quantifier after the text of the node applies to all of it.
    var isSingle: Bool {
        let core = core
        switch core.name {
        case "quotedLiteral": return core.literalScalars?.count == 1
        case "atom": return core.node(0)?.literalScalars?.count ?? 1 == 1
        case "customCharacterClass", "capture", "nonCapturingGroup": return true
        default: return false
        }
    }

    /// The characters that the node stands for, when it is a character, a scalar or a literal text.
    var literalScalars: [Unicode.Scalar]? {
        switch payload.first {
        case let text as String: Array(text.unicodeScalars)
        case let character as Character: Array(character.unicodeScalars)
        case let scalar as Unicode.Scalar: [scalar]
        default: nil
        }
    }
}

extension Mirror {
    fileprivate func child(_ label: String) -> Any? { children.first { $0.label == label }?.value }
}
