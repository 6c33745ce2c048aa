/// Turns the rules of a grammar text into nodes.
///
/// Expressions without recursion that make a good lexeme become one; everything else becomes nodes of the same shape.
/// Rules are gone through with those they refer to first, so that long chains of references need no deep stack.
struct RuleLowering {
    private var builder: GrammarBuilder
    private let rules: [RuleTable.Rule]
    private let limits: GrammarLimits
    /// The lexeme of each rule that is one.
    private var parts: [RegularPart?]
    /// The node of each other rule, as far as it is needed.
    private var nodes: [Grammar.NodeID?]
    private var pending: [Int] = []

    private init(_ rules: [RuleTable.Rule], _ builder: GrammarBuilder, _ limits: GrammarLimits) {
        self.rules = rules
        self.builder = builder
        self.limits = limits
        parts = [RegularPart?](repeating: nil, count: rules.count)
        nodes = [Grammar.NodeID?](repeating: nil, count: rules.count)
    }

    /// The grammar of one of the rules, which must all be defined.
    ///
    /// - Parameters:
    ///   - builder: holds the nodes that the rules refer to.
    ///   - cursor: the text, for the places of errors.
    ///   - watch: the time that is left.
    static func grammar(
        of root: Int, _ rules: [RuleTable.Rule], in builder: GrammarBuilder, layout: Layout, cursor: TextCursor,
        limits: GrammarLimits, within watch: CompilationWatch
    ) throws(GrammarError) -> Grammar {
        for rule in rules where rule.definition == nil {
            throw .undefinedRule(cursor.place(rule.mention), name: rule.name)
        }
        var lowering = RuleLowering(rules, builder, limits)
        lowering.findLexemes()
        let id = lowering.node(ofRule: root)
        while let number = lowering.pending.popLast() {
            try GrammarError.checkCancellation()
            if let value = watch.exceeded {
                throw .textLimitExceeded(
                    cursor.place(rules[number].mention), limit: CompilationWatch.name, value: value)
            }
            guard let id = lowering.nodes[number], let definition = rules[number].definition else { continue }
            let node = lowering.node(of: definition)
            lowering.builder.define(id, as: node)
            guard lowering.builder.count <= limits.nodes else {
                throw .textLimitExceeded(
                    cursor.place(rules[number].mention), limit: "nodes in a grammar", value: limits.nodes)
            }
        }
        let grammar = try lowering.builder.build(root: id, layout: layout)
        guard let result = grammar.withoutLeftRecursion(nodeLimit: limits.nodes, within: watch) else {
            try GrammarError.checkCancellation()
            if let value = watch.exceeded {
                throw .textLimitExceeded(
                    cursor.place(rules[root].mention), limit: CompilationWatch.name, value: value)
            }
            throw .textLimitExceeded(
                cursor.place(rules[root].mention), limit: "nodes in a grammar, left recursion resolved",
                value: limits.nodes)
        }
        return result
    }

    // MARK: Lexemes

    private mutating func findLexemes() {
        let edges = rules.map { Array(Set($0.definition?.references ?? [])) }
        let components = StrongComponents(count: rules.count) { edges[$0] }
        for (number, members) in components.members.enumerated() where !components.isCyclic[number] {
            for member in members { parts[member] = rules[member].definition.flatMap { part(of: $0) } }
        }
    }

    /// The expression as one lexeme, where it makes a good one.
    private func part(of expression: RuleExpression) -> RegularPart? {
        switch expression {
        case .text(let text): return .text(text)
        case .pattern(let pattern): return RegularPart(pattern)
        case .node: return nil
        case .rule(let number): return parts[number]
        case .sequence(let inner): return combined(inner, Pattern.joining)
        case .choice(let inner):
            // However many they are, fixed texts are one list.
            let texts = inner.compactMap { if case .text(let text) = $0 { text } else { nil } }
            if !texts.isEmpty, texts.count == inner.count { return RegularPart(.any(of: [.texts(texts)])) }
            return combined(inner, Pattern.any(of:))
        case .repetition(let body, let minimum, let maximum):
            return part(of: body)?.repeated(atLeast: minimum, atMost: maximum)
        }
    }

    private func combined(_ inner: [RuleExpression], _ operation: ([Pattern]) -> Pattern) -> RegularPart? {
        var parts: [RegularPart] = []
        var size = 0
        for expression in inner {
            guard let part = part(of: expression) else { return nil }
            size += part.size
            guard size <= RegularPart.sizeLimit else { return nil }
            parts.append(part)
        }
        return parts.count == 1 ? parts[0] : .combining(parts, operation)
    }

    // MARK: Nodes

    private mutating func node(ofRule number: Int) -> Grammar.NodeID {
        if let known = nodes[number] { return known }
        let id: Grammar.NodeID
        if let part = parts[number] {
            id = leaf(part)
        } else {
            id = builder.reserve(name: rules[number].name)
            pending.append(number)
        }
        nodes[number] = id
        return id
    }

    private mutating func leaf(_ part: RegularPart) -> Grammar.NodeID {
        switch part.pattern {
        case .empty: builder.literal("")
        case .texts(let texts) where texts.count == 1: builder.literal(texts[0])
        default: builder.lexeme(part.pattern, as: .plain)
        }
    }

    private mutating func id(of expression: RuleExpression) -> Grammar.NodeID {
        if let part = part(of: expression) { return leaf(part) }
        switch expression {
        case .rule(let number): return node(ofRule: number)
        case .node(let id): return id
        default: return builder.add(node(of: expression))
        }
    }

    private mutating func node(of expression: RuleExpression) -> Grammar.Node {
        switch expression {
        case .text(let text): return .literal(Array(text.utf8))
        case .pattern(let pattern): return .lexeme(Lexeme(pattern, as: .plain))
        case .sequence(let parts): return .sequence(ids(of: parts))
        case .choice(let parts): return .choice(ids(of: parts))
        case .repetition(let body, let minimum, let maximum):
            return .repetition(id(of: body), atLeast: minimum, atMost: maximum)
        case .rule, .node: return .sequence([id(of: expression)])
        }
    }

    private mutating func ids(of parts: [RuleExpression]) -> [Grammar.NodeID] {
        var ids: [Grammar.NodeID] = []
        for part in parts { ids.append(id(of: part)) }
        return ids
    }
}
