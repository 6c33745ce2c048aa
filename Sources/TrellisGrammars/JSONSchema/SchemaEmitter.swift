import TrellisJSON

/// Makes the nodes of a grammar from normal forms.
///
/// First all formulas that can be reached are collected. Then those that have a finite value are found, from the leaves
/// up: what has none (a required property that can only contain itself, a contradiction) is left out of every
/// choice, so that the grammar has no dead ends. Then each formula becomes a node.
struct SchemaEmitter {
    var normalizer: SchemaNormalizer
    var builder = GrammarBuilder()
    private(set) var forms: [Formula: LaidOutForm] = [:]
    private var order: [Formula] = []
    private(set) var productive: Set<Formula> = []
    private var nodes: [Formula: Grammar.NodeID] = [:]
    private var pending: [Formula] = []
    private var numberPatterns: [NumberShape: Pattern] = [:]

    private init(_ normalizer: SchemaNormalizer) { self.normalizer = normalizer }

    /// The grammar of a document.
    ///
    /// - Parameter watch: the time of the compile that it is a part of.
    static func grammar(
        of schema: JSONValue, options: JSONSchemaOptions, watch: CompilationWatch
    ) throws(GrammarError) -> Grammar {
        let document = try SchemaDocument(schema, options: options)
        var emitter = SchemaEmitter(SchemaNormalizer(document, options: options, watch: watch))
        let root = Formula.schema(document.root)
        try emitter.collect(from: root)
        try emitter.findProductive()
        guard emitter.productive.contains(root) else { throw emitter.unsatisfiable(root) }
        let id = try emitter.node(for: root)
        while let formula = emitter.pending.popLast() {
            try emitter.define(formula)
            guard emitter.builder.count <= options.limits.nodes else {
                throw .limitExceeded(pointer: "", limit: "nodes in a grammar", value: options.limits.nodes)
            }
        }
        try emitter.normalizer.questions.check()
        emitter.builder.warnings = emitter.normalizer.warnings
        return try emitter.builder.build(root: id, layout: options.layout)
    }

    var options: JSONSchemaOptions { normalizer.options }

    // MARK: - What can be reached

    private mutating func collect(from root: Formula) throws(GrammarError) {
        var queue = [root]
        forms[root] = try form(of: root)
        while let formula = queue.popLast() {
            try normalizer.watch.check()
            order.append(formula)
            guard let form = forms[formula] else { continue }
            for child in form.arrays.flatMap(\.formulas) + form.objects.flatMap(\.formulas) where forms[child] == nil {
                forms[child] = try self.form(of: child)
                queue.append(child)
            }
        }
    }

    private mutating func form(of formula: Formula) throws(GrammarError) -> LaidOutForm {
        try normalizer.layOut(normalizer.normalForm(of: formula), at: formula.location)
    }

    // MARK: - What has a value

    private mutating func findProductive() throws(GrammarError) {
        // Most schemas are settled in two passes; a chain of references against the order takes more.
        var open = Array(order.reversed())
        while true {
            var rest: [Formula] = []
            for formula in open {
                try GrammarError.checkCancellation()
                try normalizer.watch.check()
                guard let form = forms[formula] else { continue }
                if try hasValue(form) { productive.insert(formula) } else { rest.append(formula) }
            }
            if rest.count == open.count { return }
            open = rest
        }
    }

    private func hasValue(_ form: LaidOutForm) throws(GrammarError) -> Bool {
        if form.leaves.hasNull || form.leaves.hasFalse || form.leaves.hasTrue { return true }
        if try !normalizer.questions.isEmpty(form.leaves.strings) { return true }
        for shape in form.leaves.numbers where try !normalizer.isEmpty(shape) { return true }
        for layout in form.arrays where try hasValue(layout) { return true }
        return form.objects.contains(where: hasValue)
    }

    private func hasValue(_ layout: ArrayLayout) throws(GrammarError) -> Bool {
        func isPossible(_ kinds: [ArrayLayout.Kind]) -> Bool { kinds.contains { productive.contains($0.formula) } }
        guard layout.tallies.isEmpty else {
            let table = try tallyTable(of: layout)
            return table.plan(after: 0, counts: 0).map { $0.elements <= layout.maximumCount ?? .max } ?? false
        }
        guard layout.prefix.prefix(layout.minimumCount).allSatisfy(isPossible) else { return false }
        return layout.minimumCount <= layout.prefix.count || isPossible(layout.items)
    }

    /// The ways to the end of an array of elements that have a value.
    private func tallyTable(of layout: ArrayLayout) throws(GrammarError) -> TallyTable {
        var counts = ArrayNode(items: nil, minimumCount: layout.minimumCount, tallies: layout.tallies)
        counts.prefix = Array(repeating: Grammar.NodeID(index: 0), count: layout.prefix.count)
        guard counts.situationCount <= ArrayNode.situationLimit else {
            throw .limitExceeded(
                pointer: "", limit: "situations of counted elements", value: ArrayNode.situationLimit)
        }
        let kinds = (layout.prefix + [layout.items]).map { kinds in
            kinds.filter { productive.contains($0.formula) }.map { TallyTable.Kind(tallies: $0.tallies, cost: 1) }
        }
        return TallyTable(counts, kinds: kinds, preferring: .elements)
    }

    private func hasValue(_ layout: ObjectLayout) -> Bool {
        let shape = layout.shape
        var possible = 0
        for name in shape.names {
            guard let member = shape.members[name] else { continue }
            if productive.contains(member.formula) { possible += 1 } else if member.isRequired { return false }
        }
        let open = shape.cells.indices.filter { productive.contains(shape.cells[$0].formula) }
        let members = open.map { cell in
            (needs: layout.needs.indices.reduce(0) { $0 | (layout.needs[$1].contains(cell) ? 1 << $1 : 0) }, cost: 1)
        }
        let table = NeedTable(members: members, count: layout.needs.count, preferring: .elements)
        guard let plan = table.plan(for: 1 << layout.needs.count - 1) else { return false }
        if let maximum = shape.maximumCount, maximum < shape.requiredCount + plan.elements { return false }
        return possible >= shape.minimumCount || !open.isEmpty
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
            for shape in form.objects.map(\.shape) {
                for name in shape.names {
                    if let member = shape.members[name], member.isRequired, !productive.contains(member.formula) {
                        descend(to: member.formula, "/properties/" + SchemaDocument.escaped(name.text))
                        continue search
                    }
                }
            }
            for shape in form.arrays {
                for index in 0..<min(shape.minimumCount, shape.prefix.count + 1) {
                    let kinds = index < shape.prefix.count ? shape.prefix[index] : shape.items
                    guard let kind = kinds.first, !kinds.contains(where: { productive.contains($0.formula) }) else {
                        continue
                    }
                    descend(to: kind.formula, index < shape.prefix.count ? "/prefixItems/\(index)" : "/items")
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
    mutating func node(for formula: Formula) throws(GrammarError) -> Grammar.NodeID {
        if let known = nodes[formula] { return known }
        guard let form = forms[formula] else { return builder.add(.choice([])) }
        let id: Grammar.NodeID
        if form.arrays.isEmpty && form.objects.isEmpty {
            let leaves = try leafNodes(of: form.leaves)
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
        try GrammarError.checkCancellation()
        try normalizer.watch.check()
        guard let id = nodes[formula], let form = forms[formula] else { return }
        var containers: [Grammar.Node] = []
        for layout in form.objects where hasValue(layout) {
            containers.append(.object(try object(layout, at: formula.location)))
        }
        for layout in form.arrays where try hasValue(layout) {
            containers.append(.array(try array(layout, at: formula.location)))
        }
        let leaves = try leafNodes(of: form.leaves)
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
}
