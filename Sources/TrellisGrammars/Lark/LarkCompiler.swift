/// Turns a Lark grammar into rules over characters.
///
/// A text is accepted when it can be cut into terminals in any way, with ignored texts after each of them: what Lark
/// calls `dynamic_complete`. A terminal is not made to take the longest text that it could.
struct LarkCompiler {
    let cursor: TextCursor
    private let limits: GrammarLimits
    private let watch: CompilationWatch
    private let schemaOptions: JSONSchemaOptions
    private var terminals: LarkTerminals
    private var builder = GrammarBuilder()
    private var table = RuleTable()
    /// What may stand after each terminal, nil when nothing is ignored.
    private var ignored: Pattern?

    /// The grammar of a text.
    static func grammar(
        of text: String, schemaOptions: JSONSchemaOptions, limits: GrammarLimits
    ) throws(GrammarError) -> Grammar {
        var parser = try LarkParser(text, limits: limits)
        let document = try parser.parse()
        var compiler = LarkCompiler(parser.cursor, limits, schemaOptions)
        return try compiler.grammar(of: document)
    }

    private init(_ cursor: TextCursor, _ limits: GrammarLimits, _ schemaOptions: JSONSchemaOptions) {
        self.cursor = cursor
        self.limits = limits
        watch = CompilationWatch(limits)
        self.schemaOptions = schemaOptions
        terminals = LarkTerminals(cursor, limits)
    }

    private mutating func grammar(of document: LarkDocument) throws(GrammarError) -> Grammar {
        for definition in document.definitions where definition.isTerminal { try terminals.add(definition) }
        for definition in document.definitions where definition.isTerminal {
            _ = try terminals.part(of: .terminal(definition.name, start: definition.start))
        }
        if !document.ignored.isEmpty {
            let one = try terminals.part(of: .choice(document.ignored)).pattern
            ignored = one.repeated(atLeast: 0, atMost: document.ignoresOnce ? 1 : nil)
        }
        let start = table.number(of: "start", at: 0)
        for definition in document.definitions where !definition.isTerminal {
            var body = try expression(of: definition)
            if definition.name == "start", document.allowsInitialIgnored, let ignored {
                // The rule may be used elsewhere too: there nothing more is ignored, since a terminal has gone before.
                body = .sequence([.pattern(ignored), body])
            }
            guard table.define(definition.name, as: body, at: definition.start) else {
                throw .repeatedRule(cursor.place(definition.start), name: definition.name)
            }
        }
        return try RuleLowering.grammar(
            of: start, table.rules, in: builder, layout: schemaOptions.layout, cursor: cursor, limits: limits,
            within: watch)
    }

    // MARK: Rules

    private mutating func expression(of definition: LarkDefinition) throws(GrammarError) -> RuleExpression {
        guard definition.isLazy || definition.suffix != nil else { return try expression(definition.body) }
        guard let body = try terminals.partIfTerminal(definition.body) else {
            throw .unsupportedText(
                cursor.place(definition.start), construct: "the attributes of “\(definition.name)”",
                reason: "only a rule that is made of terminals can end at its shortest text")
        }
        var pattern = body.pattern
        if let suffix = definition.suffix {
            let end = try terminals.part(of: suffix).pattern
            guard !end.isNullable else {
                throw .malformedText(cursor.place(definition.start), expected: "a suffix that is not empty")
            }
            pattern = .joining([pattern, end])
        }
        // As soon as the text matches it ends: none of its beginnings matches.
        let longer = Pattern.joining([pattern, .length(atLeast: 1, atMost: nil)])
        return leaf(.all(of: [pattern, .not(longer)]))
    }

    private mutating func expression(_ expression: LarkExpression) throws(GrammarError) -> RuleExpression {
        switch expression {
        case .sequence(let parts): return .sequence(try expressions(parts))
        case .choice(let parts): return .choice(try expressions(parts))
        case .repetition(let body, let minimum, let maximum):
            return .repetition(try self.expression(body), atLeast: minimum, atMost: maximum)
        case .rule(let name, let start): return .rule(table.number(of: name, at: start))
        case .text("", _): return .text("")
        case .schema(let schema, let start):
            let grammar: Grammar
            do throws(GrammarError) {
                grammar = try SchemaEmitter.grammar(of: schema, options: schemaOptions, watch: watch)
            } catch {
                throw .inText(cursor.place(start), error)
            }
            let node = RuleExpression.node(builder.embed(grammar))
            return ignored.map { .sequence([node, .pattern($0)]) } ?? node
        case .substring(let chunks, _):
            let node = RuleExpression.node(substring(of: chunks))
            return ignored.map { .sequence([node, .pattern($0)]) } ?? node
        case .terminal, .text, .range, .regex, .conjunction, .negation:
            return leaf(try terminals.part(of: expression).pattern)
        }
    }

    /// Any run of neighbouring chunks; as nodes, which are shared between the runs.
    private mutating func substring(of chunks: [String]) -> Grammar.NodeID {
        let empty = builder.literal("")
        var rest = empty
        var starts = [empty]
        for chunk in chunks.reversed() where !chunk.isEmpty {
            let here = builder.add(.sequence([builder.literal(chunk), rest]))
            starts.append(here)
            rest = builder.add(.choice([empty, here]))
        }
        return builder.add(.choice(starts))
    }

    private mutating func expressions(_ parts: [LarkExpression]) throws(GrammarError) -> [RuleExpression] {
        var result: [RuleExpression] = []
        for part in parts { result.append(try expression(part)) }
        return result
    }

    /// A terminal and what may be ignored after it; after an empty text nothing is.
    private func leaf(_ pattern: Pattern) -> RuleExpression {
        guard let ignored else {
            if case .texts(let texts) = pattern, texts.count == 1 { return .text(texts[0]) }
            return .pattern(pattern)
        }
        guard pattern.isNullable else { return .pattern(.joining([pattern, ignored])) }
        let some = Pattern.all(of: [pattern, .length(atLeast: 1, atMost: nil)])
        return .choice([.text(""), .pattern(.joining([some, ignored]))])
    }
}
