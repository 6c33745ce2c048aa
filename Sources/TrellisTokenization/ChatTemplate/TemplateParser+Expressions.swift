extension TemplateParser {
    private func make(
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

    // MARK: Operations

    /// The precedences of operations, weakest first.
    private enum Precedence: Int {
        case or
        case and
        case not
        case comparison
        case sum
        case concatenation
        case product
        case power
        /// Operands without operators around them.
        case operand

        var next: Precedence { Precedence(rawValue: rawValue + 1) ?? .operand }
    }

    /// The precedence of the operator that comes next, if one does.
    private var nextPrecedence: Precedence? {
        switch token.kind {
        case .name("or"): .or
        case .name("and"): .and
        case .name("in"): .comparison
        case .name("not"): isSecond(.name("in")) ? .comparison : nil
        case .symbol("+"), .symbol("-"): .sum
        case .symbol("~"): .concatenation
        case .symbol("*"), .symbol("/"), .symbol("//"), .symbol("%"): .product
        case .symbol("**"): .power
        case .symbol(let symbol): TemplateComparison(rawValue: symbol) == nil ? nil : .comparison
        default: nil
        }
    }

    /// Reads operations whose operators bind at least that strongly, by climbing precedences.
    private mutating func parseOperation(_ weakest: Precedence) throws(TemplateError) -> TemplateExpression {
        var value: TemplateExpression
        if weakest.rawValue <= Precedence.not.rawValue, isNext(.name("not")) {
            value = try parseNot()
        } else {
            value = try parseUnary(withFilters: true)
        }
        while let precedence = nextPrecedence, precedence.rawValue >= weakest.rawValue {
            value = try parseOperators(of: precedence, after: value)
        }
        return value
    }

    private mutating func parseNot() throws(TemplateError) -> TemplateExpression {
        let line = line
        advance()
        let operand = try nested { (parser) throws(TemplateError) in try parser.parseOperation(.not) }
        return try make(.not(operand), line, [operand])
    }

    /// Reads the operators of one precedence that follow an operand, with their operands.
    private mutating func parseOperators(
        of precedence: Precedence, after first: TemplateExpression
    ) throws(TemplateError) -> TemplateExpression {
        let line = line
        var operands = [first]
        var operators: [String] = []
        while nextPrecedence == precedence {
            operators.append(readOperator())
            operands.append(try parseOperation(precedence.next))
        }
        return try make(TemplateParser.operation(precedence, operators, operands), line, operands)
    }

    private mutating func readOperator() -> String {
        defer { advance() }
        switch token.kind {
        case .name("not"):
            advance()
            return "not in"
        case .name(let text), .symbol(let text): return text
        default: return ""
        }
    }

    private static func operation(
        _ precedence: Precedence, _ operators: [String], _ operands: [TemplateExpression]
    ) -> TemplateExpression.Node {
        switch precedence {
        case .or: return .or(operands)
        case .and: return .and(operands)
        case .concatenation: return .concatenation(operands)
        case .comparison:
            let comparisons = operators.compactMap(TemplateComparison.init)
            return .comparison(operands[0], zip(comparisons, operands.dropFirst()).map { (symbol: $0, operand: $1) })
        default:
            let symbols = operators.compactMap(TemplateOperator.init)
            return .arithmetic(operands[0], zip(symbols, operands.dropFirst()).map { (symbol: $0, operand: $1) })
        }
    }

    private mutating func parseUnary(withFilters: Bool) throws(TemplateError) -> TemplateExpression {
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

    private mutating func parsePrimary() throws(TemplateError) -> TemplateExpression {
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

    // MARK: What follows a value

    private mutating func parsePostfix(_ base: TemplateExpression) throws(TemplateError) -> TemplateExpression {
        var value = base
        while true {
            let line = line
            if accept(.symbol(".")) {
                if case .integer(let index) = token.kind {
                    advance()
                    let position = try make(.integer(index), line)
                    value = try make(.item(of: value, position), line, [value])
                } else {
                    value = try make(.attribute(of: value, try expectName()), line, [value])
                }
            } else if accept(.symbol("[")) {
                value = try parseSubscript(of: value, line: line)
            } else if isNext(.symbol("(")) {
                let arguments = try parseArguments()
                value = try make(.call(value, arguments), line, [value] + arguments.all)
            } else {
                return value
            }
        }
    }

    private mutating func parseSubscript(
        of value: TemplateExpression, line: Int
    ) throws(TemplateError) -> TemplateExpression {
        var slice = TemplateSlice()
        if !isNext(.symbol(":")) {
            let index = try parseTuple()
            if accept(.symbol("]")) { return try make(.item(of: value, index), line, [value, index]) }
            slice.start = index
        }
        try expect(.symbol(":"))
        if !isNext(.symbol("]")), !isNext(.symbol(":")) { slice.stop = try parseExpression() }
        if accept(.symbol(":")), !isNext(.symbol("]")) { slice.step = try parseExpression() }
        try expect(.symbol("]"))
        return try make(.slice(of: value, slice), line, [value, slice.start, slice.stop, slice.step])
    }

    private mutating func parseFiltersAndTests(_ base: TemplateExpression) throws(TemplateError) -> TemplateExpression {
        var value = base
        while true {
            let line = line
            if accept(.symbol("|")) {
                let filter = try parseFilterCall()
                value = try make(.filter(value, filter), line, [value] + filter.arguments.all)
            } else if accept(.name("is")) {
                value = try parseTest(of: value, line: line)
            } else if isNext(.symbol("(")) {
                let arguments = try parseArguments()
                value = try make(.call(value, arguments), line, [value] + arguments.all)
            } else {
                return value
            }
        }
    }

    /// Reads filters with bars between them; the bar before the first is read.
    mutating func parseFilterCalls() throws(TemplateError) -> [TemplateFilterCall] {
        var filters = [try parseFilterCall()]
        while accept(.symbol("|")) { filters.append(try parseFilterCall()) }
        return filters
    }

    private mutating func parseFilterCall() throws(TemplateError) -> TemplateFilterCall {
        let line = line
        let name = try expectName()
        let arguments = isNext(.symbol("(")) ? try parseArguments() : TemplateArguments()
        return TemplateFilterCall(name: name, arguments: arguments, line: line)
    }

    private mutating func parseTest(
        of value: TemplateExpression, line: Int
    ) throws(TemplateError) -> TemplateExpression {
        let isNegated = accept(.name("not"))
        let name = try expectName()
        var arguments = TemplateArguments()
        if isNext(.symbol("(")) {
            arguments = try parseArguments()
        } else if isNext(.name("is")) {
            throw unexpected(expected: "one test only")
        } else if startsTestArgument {
            arguments.positional = [
                try nested { (parser) throws(TemplateError) in try parser.parsePostfix(try parser.parsePrimary()) }
            ]
        }
        let test = try make(.test(value, name, arguments), line, [value] + arguments.all)
        return isNegated ? try make(.not(test), line, [test]) : test
    }

    private var startsTestArgument: Bool {
        switch token.kind {
        case .name(let name): !["else", "or", "and"].contains(name)
        case .string, .integer, .float, .symbol("["), .symbol("{"): true
        default: false
        }
    }

    private mutating func parseArguments() throws(TemplateError) -> TemplateArguments {
        try expect(.symbol("("))
        var arguments = TemplateArguments()
        var isFirst = true
        while !accept(.symbol(")")) {
            if !isFirst {
                try expect(.symbol(","))
                if accept(.symbol(")")) { break }
            }
            isFirst = false
            if accept(.symbol("*")) {
                guard arguments.spread == nil, arguments.namedSpread == nil else { throw unexpected(expected: "“)”") }
                arguments.spread = try parseExpression()
            } else if accept(.symbol("**")) {
                guard arguments.namedSpread == nil else { throw unexpected(expected: "“)”") }
                arguments.namedSpread = try parseExpression()
            } else if case .name(let name) = token.kind, isSecond(.symbol("=")) {
                advance()
                advance()
                arguments.named.append((name, try parseExpression()))
            } else {
                guard arguments.named.isEmpty, arguments.spread == nil, arguments.namedSpread == nil else {
                    throw unexpected(expected: "a named argument")
                }
                arguments.positional.append(try parseExpression())
            }
        }
        return arguments
    }
}

extension TemplateArguments {
    /// All expressions among the arguments.
    fileprivate var all: [TemplateExpression?] { positional + named.map(\.value) + [spread, namedSpread] }
}
