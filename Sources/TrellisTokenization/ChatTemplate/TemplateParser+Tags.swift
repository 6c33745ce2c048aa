extension TemplateParser {
    /// Reads the tag of that name, whose mark and name are read, with all that it encloses.
    mutating func parseTag(_ name: String, line: Int) throws(TemplateError) -> TemplateStatement.Node {
        switch name {
        case "for": return try parseFor(line)
        case "if": return try parseIf(line)
        case "set": return try parseSet(line)
        case "macro": return try parseMacro(line)
        case "call": return try parseCall(line)
        case "filter":
            let filters = try parseFilterCalls()
            return .filterBlock(filters, body: try parseEnclosed(until: "endfilter", line: line))
        case "with": return try parseWith(line)
        case "generation": return .scope(try parseEnclosed(until: "endgeneration", line: line))
        case "break", "continue":
            guard loops > 0 else {
                throw .unexpected("“\(name)”", expected: "a tag that may stand outside a loop", line: line)
            }
            try expect(.blockEnd)
            return name == "break" ? .breakLoop : .continueLoop
        default: throw .unknownTag(name, line: line)
        }
    }

    private mutating func parseFor(_ line: Int) throws(TemplateError) -> TemplateStatement.Node {
        let target = try parseTarget(upTo: .name("in"))
        try expect(.name("in"))
        let items = try parseTuple(withConditional: false)
        let condition = accept(.name("if")) ? try parseExpression() : nil
        if isNext(.name("recursive")) {
            throw .unexpected("“recursive”", expected: "a loop over one level", line: line)
        }
        try expect(.blockEnd)
        loops += 1
        var (body, end) = try parseBody(until: ["else", "endfor"], opened: "the loop", line: line)
        loops -= 1
        var otherwise: [TemplateStatement] = []
        if end == "else" {
            try expect(.blockEnd)
            (otherwise, end) = try parseBody(until: ["endfor"], opened: "the loop", line: line)
        }
        try expect(.blockEnd)
        return .forLoop(
            TemplateLoopStatement(target: target, items: items, condition: condition, body: body, otherwise: otherwise))
    }

    private mutating func parseIf(_ line: Int) throws(TemplateError) -> TemplateStatement.Node {
        var branches: [(condition: TemplateExpression, body: [TemplateStatement])] = []
        var end = "elif"
        while end == "elif" {
            let condition = try parseTuple(withConditional: false)
            try expect(.blockEnd)
            let branch = try parseBody(until: ["elif", "else", "endif"], opened: "the condition", line: line)
            branches.append((condition, branch.body))
            end = branch.end
        }
        var otherwise: [TemplateStatement] = []
        if end == "else" {
            try expect(.blockEnd)
            otherwise = try parseBody(until: ["endif"], opened: "the condition", line: line).body
        }
        try expect(.blockEnd)
        return .conditional(branches, else: otherwise)
    }

    private mutating func parseSet(_ line: Int) throws(TemplateError) -> TemplateStatement.Node {
        let target = try parseTarget(upTo: .symbol("="))
        if accept(.symbol("=")) {
            let value = try parseTuple()
            try expect(.blockEnd)
            return .set(target, value)
        }
        let filters = accept(.symbol("|")) ? try parseFilterCalls() : []
        return .setBlock(target, filters: filters, body: try parseEnclosed(until: "endset", line: line))
    }

    private mutating func parseWith(_ line: Int) throws(TemplateError) -> TemplateStatement.Node {
        var variables: [(target: TemplateTarget, value: TemplateExpression)] = []
        while !isNext(.blockEnd) {
            if !variables.isEmpty { try expect(.symbol(",")) }
            let target = try parseTargetItem()
            try expect(.symbol("="))
            variables.append((target, try parseExpression()))
        }
        return .with(variables, body: try parseEnclosed(until: "endwith", line: line))
    }

    private mutating func parseMacro(_ line: Int) throws(TemplateError) -> TemplateStatement.Node {
        let name = try expectName()
        let parameters = try parseParameters()
        return .macro(try parseMacroBody(name, parameters, until: "endmacro", line: line))
    }

    private mutating func parseCall(_ line: Int) throws(TemplateError) -> TemplateStatement.Node {
        let parameters = isNext(.symbol("(")) ? try parseParameters() : []
        let call = try parseExpression()
        guard case .call(let callee, let arguments) = call.node else {
            throw .unexpected("an expression", expected: "a call", line: line)
        }
        let caller = try parseMacroBody("caller", parameters, until: "endcall", line: line)
        return .callBlock(caller, callee: callee, arguments)
    }

    private mutating func parseParameters() throws(TemplateError) -> [(name: String, standard: TemplateExpression?)] {
        var parameters: [(name: String, standard: TemplateExpression?)] = []
        try expect(.symbol("("))
        while !accept(.symbol(")")) {
            if !parameters.isEmpty { try expect(.symbol(",")) }
            let name = try expectName()
            let standard = accept(.symbol("=")) ? try parseExpression() : nil
            if standard == nil, let last = parameters.last, last.standard != nil {
                throw .unexpected("“\(name)”", expected: "a parameter with a default", line: line)
            }
            parameters.append((name, standard))
        }
        return parameters
    }

    private mutating func parseMacroBody(
        _ name: String, _ parameters: [(name: String, standard: TemplateExpression?)], until end: String, line: Int
    ) throws(TemplateError) -> TemplateMacroDefinition {
        let outer = (loops: loops, names: namesRead)
        loops = 0
        namesRead = []
        let body = try parseEnclosed(until: end, line: line)
        let names = namesRead
        loops = outer.loops
        namesRead = outer.names.union(names)
        return TemplateMacroDefinition(
            name: name, parameters: parameters, body: body, takesMore: names.contains("varargs"),
            takesMoreNamed: names.contains("kwargs"), line: line)
    }

    // MARK: Targets

    /// Reads a target, which several with commas between them make a tuple.
    private mutating func parseTarget(upTo end: TemplateToken.Kind) throws(TemplateError) -> TemplateTarget {
        let first = try parseTargetItem()
        guard isNext(.symbol(",")) else { return first }
        var items = [first]
        while accept(.symbol(",")), !isNext(end) { items.append(try parseTargetItem()) }
        return .tuple(items)
    }

    private mutating func parseTargetItem() throws(TemplateError) -> TemplateTarget {
        if accept(.symbol("(")) {
            let target = try nested { (parser) throws(TemplateError) in try parser.parseTarget(upTo: .symbol(")")) }
            try expect(.symbol(")"))
            return target
        }
        let name = try expectName()
        if TemplateParser.constants.contains(name) {
            throw .unexpected("“\(name)”", expected: "the name of a variable", line: line)
        }
        guard accept(.symbol(".")) else { return .name(name) }
        return .attribute(of: name, try expectName())
    }

    /// Names of values, which can't be variables.
    private static let constants: Set<String> = ["true", "false", "none", "True", "False", "None"]
}
