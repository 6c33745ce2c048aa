/// A recursive-descent reader of GBNF, the grammar format of llama.cpp.
///
/// A rule ends with its line; inside parentheses and after `|` and `::=` a line may go on.
struct GBNFParser {
    private var cursor: TextCursor
    private let limits: GrammarLimits
    private var table = RuleTable()
    private var depth = 0

    init(_ text: String, limits: GrammarLimits) throws(GrammarError) {
        cursor = try TextCursor(text, limits: limits)
        self.limits = limits
    }

    /// Reads all rules and makes the grammar of `root`.
    mutating func grammar() throws(GrammarError) -> Grammar {
        skipSpace(withLines: true)
        while cursor.next != nil { try parseRule() }
        guard let root = table.number(of: "root"), table.rules[root].definition != nil else {
            throw .undefinedRule(cursor.place(0), name: "root")
        }
        return try RuleLowering.grammar(
            of: root, table.rules, in: GrammarBuilder(), layout: .compact, cursor: cursor, limits: limits,
            within: CompilationWatch(limits))
    }

    private mutating func skipSpace(withLines: Bool) {
        while let scalar = cursor.next {
            switch scalar {
            case " ", "\t": cursor.position += 1
            case "#": cursor.skipLine()
            case "\n" where withLines, "\r" where withLines: cursor.position += 1
            default: return
            }
        }
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }

    // MARK: Rules

    private mutating func parseRule() throws(GrammarError) {
        let start = cursor.position
        let name = cursor.take(while: Self.isNameScalar)
        if name.isEmpty {
            throw cursor.expected(
                cursor.next == "|"
                    ? "the name of a rule; an alternative on a line of its own needs “|” at the end of the line before"
                    : "the name of a rule")
        }
        skipSpace(withLines: false)
        guard cursor.skip("::=") else { throw cursor.expected("“::=” after the name of a rule") }
        skipSpace(withLines: true)
        let definition = try parseAlternatives(isNested: false).expression
        switch cursor.next {
        case nil, "\n", "\r": break
        case ")": throw cursor.expected("the end of the rule; “)” closes no group")
        default: throw cursor.expected("the end of the rule")
        }
        skipSpace(withLines: true)
        guard table.define(name, as: definition, at: start) else {
            throw .repeatedRule(cursor.place(start), name: name)
        }
    }

    /// Reads alternatives; `height` is that of the tree, by which later passes are bounded.
    private mutating func parseAlternatives(
        isNested: Bool
    ) throws(GrammarError) -> (expression: RuleExpression, height: Int) {
        var (first, height) = try parseSequence(isNested: isNested)
        var branches = [first]
        while cursor.skip("|") {
            skipSpace(withLines: true)
            let next = try parseSequence(isNested: isNested)
            branches.append(next.expression)
            height = max(height, next.height)
        }
        if branches.count > 1 { first = .choice(branches) }
        return (first, height + 1)
    }

    private mutating func parseSequence(
        isNested: Bool
    ) throws(GrammarError) -> (expression: RuleExpression, height: Int) {
        var parts: [RuleExpression] = []
        var height = 0
        var lastHeight = 0
        while let scalar = cursor.next, !"|)\n\r".unicodeScalars.contains(scalar) {
            let start = cursor.position
            if let (minimum, maximum) = try parseCount(isNested: isNested) {
                guard let last = parts.popLast() else {
                    throw cursor.expected("something to repeat before “\(scalar)”", at: start)
                }
                parts.append(.repetition(last, atLeast: minimum, atMost: maximum))
                lastHeight += 1
            } else {
                let (part, partHeight) = try parsePart(scalar)
                parts.append(part)
                lastHeight = partHeight
            }
            height = max(height, lastHeight)
            try checkNesting(height, at: start)
            skipSpace(withLines: isNested)
        }
        return (parts.count == 1 ? parts[0] : .sequence(parts), height)
    }

    private mutating func parsePart(
        _ scalar: Unicode.Scalar
    ) throws(GrammarError) -> (expression: RuleExpression, height: Int) {
        let start = cursor.position
        switch scalar {
        case "\"": return (.text(try parseLiteral()), 1)
        case "[": return (.pattern(try parseClass()), 1)
        case ".":
            cursor.position += 1
            return (.pattern(.anyScalar), 1)
        case "(":
            depth += 1
            defer { depth -= 1 }
            try checkNesting(depth, at: start)
            cursor.position += 1
            skipSpace(withLines: true)
            let inner = try parseAlternatives(isNested: true)
            guard cursor.skip(")") else { throw cursor.expected("“)” for this group", at: start) }
            return inner
        case _ where Self.isNameScalar(scalar):
            return (.rule(table.number(of: cursor.take(while: Self.isNameScalar), at: start)), 1)
        case "<": throw unsupportedToken(start)
        case "!" where cursor.peek(1) == "<": throw unsupportedToken(start)
        default: throw cursor.expected("a literal, a class, a rule or a group, not “\(scalar)”")
        }
    }

    private func checkNesting(_ level: Int, at index: Int) throws(GrammarError) {
        guard level <= limits.nesting else {
            throw .textLimitExceeded(cursor.place(index), limit: "levels of groups", value: limits.nesting)
        }
    }

    private mutating func parseCount(isNested: Bool) throws(GrammarError) -> (Int, Int?)? {
        if cursor.skip("*") { return (0, nil) }
        if cursor.skip("+") { return (1, nil) }
        if cursor.skip("?") { return (0, 1) }
        let start = cursor.position
        guard cursor.skip("{") else { return nil }
        skipSpace(withLines: isNested)
        guard let minimum = try cursor.number(limits) else { throw cursor.expected("a count after “{”") }
        skipSpace(withLines: isNested)
        var maximum: Int? = minimum
        if cursor.skip(",") {
            skipSpace(withLines: isNested)
            maximum = try cursor.number(limits)
            skipSpace(withLines: isNested)
        }
        guard cursor.skip("}") else { throw cursor.expected("“}” after a count") }
        if let maximum, maximum < minimum { throw cursor.expected("counts in ascending order", at: start) }
        return (minimum, maximum)
    }

    private func unsupportedToken(_ start: Int) -> GrammarError {
        let end = cursor.scalars[start...].firstIndex { $0 == ">" || $0 == "\n" } ?? cursor.scalars.count
        let symbol = String(String.UnicodeScalarView(cursor.scalars[start..<min(end + 1, cursor.scalars.count)]))
        return .unsupportedText(
            cursor.place(start), construct: "the token “\(symbol)”",
            reason: "a grammar is over characters, and a special token has none")
    }

    // MARK: Characters

    private mutating func parseLiteral() throws(GrammarError) -> String {
        let start = cursor.position
        cursor.position += 1
        var text = String.UnicodeScalarView()
        while !cursor.skip("\"") {
            guard cursor.next != nil else { throw cursor.expected("“\"” at the end of this literal", at: start) }
            text.append(try parseScalar())
        }
        return String(text)
    }

    private mutating func parseClass() throws(GrammarError) -> Pattern {
        let start = cursor.position
        cursor.position += 1
        let isNegative = cursor.skip("^")
        var ranges: [ScalarSet.Range] = []
        while !cursor.skip("]") {
            guard cursor.next != nil else { throw cursor.expected("“]” at the end of this class", at: start) }
            let first = cursor.position
            let low = try parseScalar()
            guard cursor.next == "-", let after = cursor.peek(1), after != "]" else {
                ranges.append(low.value...low.value)
                continue
            }
            cursor.position += 1
            let high = try parseScalar()
            guard low <= high else { throw cursor.expected("a range in ascending order", at: first) }
            ranges.append(low.value...high.value)
        }
        guard !ranges.isEmpty else { throw cursor.expected("a character in this class", at: start) }
        let set = isNegative ? ScalarSet(ranges).complement : ScalarSet(ranges)
        return set.isEmpty ? .nothing : .scalars(set)
    }

    /// Reads a character as itself or as an escape.
    private mutating func parseScalar() throws(GrammarError) -> Unicode.Scalar {
        let start = cursor.position
        guard let scalar = cursor.next else { throw cursor.expected("a character") }
        cursor.position += 1
        guard scalar == "\\" else { return scalar }
        let escape = cursor.next
        cursor.position += 1
        switch escape {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "\\", "\"", "[", "]", "-": return escape ?? scalar
        case "x": return try parseNumber(digits: 2, of: start)
        case "u": return try parseNumber(digits: 4, of: start)
        case "U": return try parseNumber(digits: 8, of: start)
        default: throw cursor.expected(#"one of \n \r \t \\ \" \[ \] \- \x \u \U"#, at: start)
        }
    }

    private mutating func parseNumber(digits: Int, of escape: Int) throws(GrammarError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(try cursor.hexadecimal(digits: digits, of: escape)) else {
            throw cursor.expected("the number of a character", at: escape)
        }
        return scalar
    }
}
