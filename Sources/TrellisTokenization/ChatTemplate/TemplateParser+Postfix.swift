extension TemplateParser {
    mutating func parsePostfix(_ base: TemplateExpression) throws(TemplateError) -> TemplateExpression {
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

    mutating func parseFiltersAndTests(_ base: TemplateExpression) throws(TemplateError) -> TemplateExpression {
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
