import TrellisJSON

/// Makes the nodes of a grammar from normal forms.
///
/// First all formulas that can be reached are collected. Then those that have a finite value are found, from the leaves
/// up: what has none (a required property that can only contain itself, a contradiction) is left out of every
/// choice, so that the grammar has no dead ends. Then each formula becomes a node.
struct SchemaEmitter {
    private var normalizer: SchemaNormalizer
    private var builder = GrammarBuilder()
    private var forms: [Formula: NormalForm] = [:]
    private var order: [Formula] = []
    private var productive: Set<Formula> = []
    private var nodes: [Formula: Grammar.NodeID] = [:]
    private var pending: [Formula] = []
    private var numberPatterns: [NumberShape: Pattern] = [:]

    private init(_ normalizer: SchemaNormalizer) { self.normalizer = normalizer }

    /// The grammar of a document.
    static func grammar(of schema: JSONValue, options: JSONSchemaOptions) throws(GrammarError) -> Grammar {
        let document = try SchemaDocument(schema, limits: options.limits)
        var emitter = SchemaEmitter(SchemaNormalizer(document, options: options))
        let root = Formula.schema(document.root)
        try emitter.collect(from: root)
        try emitter.findProductive()
        guard emitter.productive.contains(root) else { throw emitter.unsatisfiable(root) }
        let id = try emitter.node(for: root)
        while let formula = emitter.pending.popLast() { try emitter.define(formula) }
        emitter.builder.warnings = emitter.normalizer.warnings
        return try emitter.builder.build(root: id, layout: options.layout)
    }

    private var options: JSONSchemaOptions { normalizer.options }

    // MARK: - What can be reached

    private mutating func collect(from root: Formula) throws(GrammarError) {
        var queue = [root]
        forms[root] = try normalizer.normalForm(of: root)
        while let formula = queue.popLast() {
            order.append(formula)
            guard let form = forms[formula] else { continue }
            for child in SchemaEmitter.children(of: form) where forms[child] == nil {
                forms[child] = try normalizer.normalForm(of: child)
                queue.append(child)
            }
        }
    }

    private static func children(of form: NormalForm) -> [Formula] {
        form.arrays.flatMap { $0.prefix + [$0.items] }
            + form.objects.flatMap { shape in
                shape.names.compactMap { shape.members[$0]?.formula } + shape.cells.map(\.formula)
            }
    }

    // MARK: - What has a value

    private mutating func findProductive() throws(GrammarError) {
        // Most schemas are settled in two passes; a chain of references against the order takes more.
        var open = Array(order.reversed())
        while true {
            var rest: [Formula] = []
            for formula in open {
                guard let form = forms[formula] else { continue }
                if try hasValue(form) { productive.insert(formula) } else { rest.append(formula) }
            }
            if rest.count == open.count { return }
            open = rest
        }
    }

    private func hasValue(_ form: NormalForm) throws(GrammarError) -> Bool {
        if form.hasNull || form.hasFalse || form.hasTrue { return true }
        if try !normalizer.questions.isEmpty(form.strings) { return true }
        for shape in form.numbers where try !normalizer.isEmpty(shape) { return true }
        return form.arrays.contains(where: hasValue) || form.objects.contains(where: hasValue)
    }

    private func hasValue(_ shape: ArrayShape) -> Bool {
        for index in 0..<min(shape.minimumCount, shape.prefix.count) where !productive.contains(shape.prefix[index]) {
            return false
        }
        return shape.minimumCount <= shape.prefix.count || productive.contains(shape.items)
    }

    private func hasValue(_ shape: ObjectShape) -> Bool {
        var possible = 0
        for name in shape.names {
            guard let member = shape.members[name] else { continue }
            if productive.contains(member.formula) { possible += 1 } else if member.isRequired { return false }
        }
        if let maximum = shape.maximumCount, maximum < shape.requiredCount { return false }
        return possible >= shape.minimumCount || shape.cells.contains { productive.contains($0.formula) }
    }

    /// The error for a schema without a value, with the innermost place that is to blame.
    private func unsatisfiable(_ root: Formula) -> GrammarError {
        var formula = root
        var seen: Set<Formula> = []
        var pointer = ""
        func descend(to child: Formula, _ path: String) {
            formula = child
            pointer = child.location.map { normalizer.document.pointer(of: $0) } ?? pointer + path
        }
        search: while seen.insert(formula).inserted {
            guard let form = forms[formula] else { break }
            for shape in form.objects {
                for name in shape.names {
                    if let member = shape.members[name], member.isRequired, !productive.contains(member.formula) {
                        descend(to: member.formula, "/properties/" + SchemaDocument.escaped(name.text))
                        continue search
                    }
                }
            }
            for shape in form.arrays {
                for index in 0..<min(shape.minimumCount, shape.prefix.count + 1) {
                    let element = shape.formula(at: index)
                    guard !productive.contains(element) else { continue }
                    descend(to: element, index < shape.prefix.count ? "/prefixItems/\(index)" : "/items")
                    continue search
                }
            }
            break
        }
        let isLoop = forms[formula].map { !$0.objects.isEmpty || !$0.arrays.isEmpty } ?? false
        return .unsatisfiable(
            pointer: pointer,
            reason: isLoop ? "every value would have to contain itself" : "its keywords contradict each other")
    }

    // MARK: - Nodes

    /// The node of a formula; containers are defined later, so that recursion and depth need no stack.
    private mutating func node(for formula: Formula) throws(GrammarError) -> Grammar.NodeID {
        if let known = nodes[formula] { return known }
        guard let form = forms[formula] else { return builder.add(.choice([])) }
        let id: Grammar.NodeID
        if form.arrays.isEmpty && form.objects.isEmpty {
            let leaves = try leafNodes(of: form)
            id = leaves.count == 1 ? leaves[0] : builder.add(.choice(leaves))
        } else {
            id = builder.reserve(name: formula.location.map { normalizer.document.pointer(of: $0) })
            pending.append(formula)
        }
        nodes[formula] = id
        return id
    }

    private mutating func leafNodes(of form: NormalForm) throws(GrammarError) -> [Grammar.NodeID] {
        var leaves: [Grammar.NodeID] = []
        if try !normalizer.questions.isEmpty(form.strings) {
            leaves.append(builder.lexeme(form.strings, as: .jsonString))
        }
        var numbers: [Pattern] = []
        for shape in form.numbers where try !normalizer.isEmpty(shape) { numbers.append(pattern(of: shape)) }
        if !numbers.isEmpty { leaves.append(builder.lexeme(.any(of: numbers), as: .plain)) }
        if form.hasTrue { leaves.append(builder.literal("true")) }
        if form.hasFalse { leaves.append(builder.literal("false")) }
        if form.hasNull { leaves.append(builder.literal("null")) }
        return leaves
    }

    private mutating func pattern(of shape: NumberShape) -> Pattern {
        if let known = numberPatterns[shape] { return known }
        let pattern = shape.pattern
        numberPatterns[shape] = pattern
        return pattern
    }

    private mutating func define(_ formula: Formula) throws(GrammarError) {
        guard let id = nodes[formula], let form = forms[formula] else { return }
        var containers: [Grammar.Node] = []
        for shape in form.objects where hasValue(shape) { containers.append(.object(try object(shape))) }
        for shape in form.arrays where hasValue(shape) { containers.append(.array(try array(shape))) }
        let leaves = try leafNodes(of: form)
        if containers.count == 1, leaves.isEmpty {
            builder.define(id, as: containers[0])
        } else {
            var choices: [Grammar.NodeID] = []
            for node in containers {
                let choice = builder.add(node)
                if !choices.contains(choice) { choices.append(choice) }
            }
            builder.define(id, as: .choice(choices + leaves))
        }
    }

    private mutating func object(_ shape: ObjectShape) throws(GrammarError) -> ObjectNode {
        var node = ObjectNode(
            properties: [], minimumCount: shape.minimumCount, maximumCount: shape.maximumCount,
            order: options.propertyOrder)
        for name in shape.names {
            guard let member = shape.members[name], productive.contains(member.formula) else { continue }
            node.properties.append(
                .init(name: name.text, value: try self.node(for: member.formula), isRequired: member.isRequired))
        }
        let others = Pattern.not(.any(of: [.texts(shape.names.map(\.text))]))
        for cell in shape.cells where productive.contains(cell.formula) {
            let names = shape.names.isEmpty ? cell.names : Pattern.all(of: [cell.names, others])
            if try normalizer.questions.isEmpty(names) { continue }
            node.openProperties.append(.init(names: names, value: try self.node(for: cell.formula)))
        }
        if node.openProperties.isEmpty {
            // Bounds that the properties themselves keep need no counting.
            if node.minimumCount <= shape.requiredCount { node.minimumCount = 0 }
            if let maximum = node.maximumCount, maximum >= node.properties.count { node.maximumCount = nil }
        } else if node.minimumCount <= shape.requiredCount {
            node.minimumCount = 0
        }
        return node
    }

    private mutating func array(_ shape: ArrayShape) throws(GrammarError) -> ArrayNode {
        var node = ArrayNode(items: nil, minimumCount: shape.minimumCount, maximumCount: shape.maximumCount)
        var prefix = shape.prefix
        while let last = prefix.last, last == shape.items { prefix.removeLast() }
        if let maximum = shape.maximumCount { prefix = Array(prefix.prefix(maximum)) }
        for formula in prefix {
            guard productive.contains(formula) else {
                // The array has to end before this element.
                node.maximumCount = min(node.maximumCount ?? .max, node.prefix.count)
                return node
            }
            node.prefix.append(try self.node(for: formula))
        }
        if node.maximumCount == nil || (node.maximumCount ?? 0) > prefix.count, productive.contains(shape.items) {
            node.items = try self.node(for: shape.items)
        } else {
            node.maximumCount = min(node.maximumCount ?? .max, prefix.count)
        }
        return node
    }
}
