internal import TrellisJSON

extension TemplateInterpreter {
    /// The value of an expression.
    ///
    /// The kinds are split over several functions because a function's stack frame holds the parts of all its cases.
    func evaluate(_ expression: TemplateExpression) throws(TemplateError) -> TemplateValue {
        line = expression.line
        try step()
        try enter()
        defer { leave() }
        switch expression.node {
        case .none: return .none
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .float(let value): return .float(value)
        case .string(let text): return .string(text)
        case .name(let name): return value(of: name)
        case .list, .tuple, .dictionary: return try evaluateContainer(expression)
        case .attribute, .item, .slice: return try evaluatePart(expression)
        case .call, .filter, .test: return try evaluateCall(expression)
        case .not, .and, .or, .comparison, .conditional: return try evaluateLogic(expression)
        case .negative, .positive, .arithmetic, .concatenation: return try evaluateArithmetic(expression)
        }
    }

    private func evaluateContainer(_ expression: TemplateExpression) throws(TemplateError) -> TemplateValue {
        switch expression.node {
        case .list(let items): .list(try make(evaluate(items)))
        case .tuple(let items): .tuple(try make(evaluate(items)))
        case .dictionary(let members): try dictionary(members)
        default: .none
        }
    }

    private func evaluatePart(_ expression: TemplateExpression) throws(TemplateError) -> TemplateValue {
        switch expression.node {
        case .attribute(let base, let name): try attribute(name, of: evaluate(base))
        case .item(let base, let index): try item(base, index)
        case .slice(let base, let slice): try self.slice(base, slice)
        default: .none
        }
    }

    private func evaluateCall(_ expression: TemplateExpression) throws(TemplateError) -> TemplateValue {
        switch expression.node {
        case .call(let callee, let arguments): try call(callee, arguments, line: expression.line)
        case .filter(let base, let filter): try apply(filter, base)
        case .test(let base, let name, let arguments): try test(base, name, arguments, line: expression.line)
        default: .none
        }
    }

    private func evaluateLogic(_ expression: TemplateExpression) throws(TemplateError) -> TemplateValue {
        switch expression.node {
        case .not(let operand): .bool(!(try evaluate(operand).isTrue))
        case .and(let operands): try first(of: operands, thatIs: false)
        case .or(let operands): try first(of: operands, thatIs: true)
        case .comparison(let first, let rest): try comparison(first, rest)
        case .conditional(let value, let condition, let otherwise): try conditional(value, condition, otherwise)
        default: .none
        }
    }

    private func evaluateArithmetic(_ expression: TemplateExpression) throws(TemplateError) -> TemplateValue {
        switch expression.node {
        case .negative(let operand): try negative(evaluate(operand))
        case .positive(let operand): try positive(evaluate(operand))
        case .arithmetic(let first, let rest): try arithmetic(first, rest)
        case .concatenation(let operands): try concatenation(operands)
        default: .none
        }
    }

    func evaluate(_ expressions: [TemplateExpression]) throws(TemplateError) -> [TemplateValue] {
        var values: [TemplateValue] = []
        for expression in expressions { values.append(try evaluate(expression)) }
        return values
    }

    private func dictionary(
        _ members: [(key: TemplateExpression, value: TemplateExpression)]
    ) throws(TemplateError) -> TemplateValue {
        var dictionary = TemplateDictionary()
        for member in members {
            let key = try evaluate(member.key)
            try insert(evaluate(member.value), at: key, into: &dictionary)
        }
        return .dictionary(dictionary)
    }

    /// Puts a member into a dictionary under way.
    func insert(
        _ value: TemplateValue, at key: TemplateValue, into dictionary: inout TemplateDictionary
    ) throws(TemplateError) {
        guard let known = TemplateKey(key) else { throw unsupported("a \(key.typeName) cannot be a key") }
        try step()
        dictionary.set(known, key, value)
        try check(.dictionary(dictionary))
    }

    private func item(_ base: TemplateExpression, _ index: TemplateExpression) throws(TemplateError) -> TemplateValue {
        let value = try evaluate(base)
        return try item(try evaluate(index), of: value)
    }

    private func apply(_ filter: TemplateFilterCall, _ base: TemplateExpression) throws(TemplateError) -> TemplateValue
    {
        let value = try evaluate(base)
        let arguments = try evaluate(filter.arguments)
        line = filter.line
        return try apply(filter.name, to: value, arguments)
    }

    private func test(
        _ base: TemplateExpression, _ name: String, _ arguments: TemplateArguments, line: Int
    ) throws(TemplateError) -> TemplateValue {
        let value = try evaluate(base)
        let arguments = try evaluate(arguments)
        self.line = line
        return .bool(try passes(name, value, arguments))
    }

    private func first(
        of operands: [TemplateExpression], thatIs wanted: Bool
    ) throws(TemplateError) -> TemplateValue {
        var last = TemplateValue.none
        for operand in operands {
            last = try evaluate(operand)
            if last.isTrue == wanted { break }
        }
        return last
    }

    private func concatenation(_ operands: [TemplateExpression]) throws(TemplateError) -> TemplateValue {
        var joined = ""
        for operand in operands {
            let part = try text(of: evaluate(operand))
            try handle(part.utf8.count)
            joined += part
        }
        return .string(joined)
    }

    private func arithmetic(
        _ first: TemplateExpression, _ rest: [(symbol: TemplateOperator, operand: TemplateExpression)]
    ) throws(TemplateError) -> TemplateValue {
        var value = try evaluate(first)
        for (symbol, operand) in rest {
            let right = try evaluate(operand)
            value = try apply(symbol, value, right)
        }
        return value
    }

    private func comparison(
        _ first: TemplateExpression, _ rest: [(symbol: TemplateComparison, operand: TemplateExpression)]
    ) throws(TemplateError) -> TemplateValue {
        var left = try evaluate(first)
        for (symbol, operand) in rest {
            let right = try evaluate(operand)
            guard try holds(left, symbol, right) else { return .bool(false) }
            left = right
        }
        return .bool(true)
    }

    private func conditional(
        _ value: TemplateExpression, _ condition: TemplateExpression, _ otherwise: TemplateExpression?
    ) throws(TemplateError) -> TemplateValue {
        if try evaluate(condition).isTrue { return try evaluate(value) }
        guard let otherwise else { return .undefined("an inline condition without “else” is false") }
        return try evaluate(otherwise)
    }
}
