extension TemplateParser {
    /// The precedences of operations, weakest first.
    enum Precedence: Int {
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
    mutating func parseOperation(_ weakest: Precedence) throws(TemplateError) -> TemplateExpression {
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
}
