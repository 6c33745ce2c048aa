extension TemplateParser {
    func make(
        _ node: TemplateExpression.Node, _ line: Int, _ parts: [TemplateExpression?] = []
    ) throws(TemplateError) -> TemplateExpression {
        let depth = 1 + (parts.lazy.compactMap { $0?.depth }.max() ?? 0)
        guard depth <= TemplateLimits.nesting else {
            throw .limitReached(.depth(TemplateLimits.nesting), line: line)
        }
        return TemplateExpression(node: node, line: line, depth: depth)
    }

    /// Reads an expression, which several with commas between them make a tuple.
    mutating func parseTuple(withConditional: Bool = true) throws(TemplateError) -> TemplateExpression {
        let line = line
        let first = try parseItem(withConditional)
        guard isNext(.symbol(",")) else { return first }
        var items = [first]
        while accept(.symbol(",")), !isAtEndOfTuple { items.append(try parseItem(withConditional)) }
        return try make(.tuple(items), line, items)
    }

    private var isAtEndOfTuple: Bool {
        switch token.kind {
        case .blockEnd, .outputEnd, .symbol(")"), .symbol("]"), .symbol("="), .name("in"), .name("if"): true
        default: false
        }
    }

    private mutating func parseItem(_ withConditional: Bool) throws(TemplateError) -> TemplateExpression {
        withConditional
            ? try parseExpression() : try nested { (parser) throws(TemplateError) in try parser.parseOperation(.or) }
    }

    /// Reads an expression with inline conditions.
    mutating func parseExpression() throws(TemplateError) -> TemplateExpression {
        try nested { (parser) throws(TemplateError) in
            let value = try parser.parseOperation(.or)
            return parser.isNext(.name("if")) ? try parser.parseConditional(value) : value
        }
    }

    private mutating func parseConditional(
        _ first: TemplateExpression
    ) throws(TemplateError) -> TemplateExpression {
        var value = first
        let line = line
        while accept(.name("if")) {
            let condition = try parseOperation(.or)
            let otherwise = accept(.name("else")) ? try parseExpression() : nil
            value = try make(
                .conditional(value, if: condition, else: otherwise), line, [value, condition, otherwise])
        }
        return value
    }

    mutating func parseUnary(withFilters: Bool) throws(TemplateError) -> TemplateExpression {
        let line = line
        var value: TemplateExpression
        if accept(.symbol("-")) {
            let operand = try nested { (parser) throws(TemplateError) in try parser.parseUnary(withFilters: false) }
            value = try make(.negative(operand), line, [operand])
        } else if accept(.symbol("+")) {
            let operand = try nested { (parser) throws(TemplateError) in try parser.parseUnary(withFilters: false) }
            value = try make(.positive(operand), line, [operand])
        } else {
            value = try parsePrimary()
        }
        value = try parsePostfix(value)
        return withFilters ? try parseFiltersAndTests(value) : value
    }

    mutating func parsePrimary() throws(TemplateError) -> TemplateExpression {
        let line = line
        switch token.kind {
        case .name(let name):
            advance()
            switch name {
            case "true", "True": return try make(.bool(true), line)
            case "false", "False": return try make(.bool(false), line)
            case "none", "None": return try make(.none, line)
            default:
                namesRead.insert(name)
                return try make(.name(name), line)
            }
        case .string:
            var text = ""
            while case .string(let part) = token.kind {
                text += part
                advance()
            }
            return try make(.string(text), line)
        case .integer(let value):
            advance()
            return try make(.integer(value), line)
        case .float(let value):
            advance()
            return try make(.float(value), line)
        case .symbol("("): return try parseParentheses(line)
        case .symbol("["): return try parseListLiteral(line)
        case .symbol("{"): return try parseDictionaryLiteral(line)
        default: throw unexpected(expected: "an expression")
        }
    }

    private mutating func parseParentheses(_ line: Int) throws(TemplateError) -> TemplateExpression {
        advance()
        if accept(.symbol(")")) { return try make(.tuple([]), line) }
        let value = try parseTuple()
        try expect(.symbol(")"))
        return value
    }

    private mutating func parseListLiteral(_ line: Int) throws(TemplateError) -> TemplateExpression {
        advance()
        let items = try parseList(upTo: "]") { (parser) throws(TemplateError) in try parser.parseExpression() }
        return try make(.list(items), line, items)
    }

    private mutating func parseDictionaryLiteral(_ line: Int) throws(TemplateError) -> TemplateExpression {
        advance()
        let members = try parseList(upTo: "}") {
            (parser) throws(TemplateError) -> (key: TemplateExpression, value: TemplateExpression) in
            let key = try parser.parseExpression()
            try parser.expect(.symbol(":"))
            return (key, try parser.parseExpression())
        }
        return try make(.dictionary(members), line, members.flatMap { [$0.key, $0.value] })
    }

    /// Reads items with commas between them, and after the last if you like, up to a bracket.
    private mutating func parseList<Item>(
        upTo end: String, _ parseItem: (inout TemplateParser) throws(TemplateError) -> Item
    ) throws(TemplateError) -> [Item] {
        var items: [Item] = []
        while !accept(.symbol(end)) {
            if !items.isEmpty {
                try expect(.symbol(","))
                if accept(.symbol(end)) { break }
            }
            items.append(try parseItem(&self))
        }
        return items
    }
}
