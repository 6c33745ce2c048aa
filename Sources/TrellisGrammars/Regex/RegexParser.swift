/// A recursive-descent reader of regular expressions.
///
/// The syntax is that of ECMA-262 with the `u` flag, as JSON Schema's `pattern` has it, plus what other
/// dialects write and ECMA-262 refuses: the forms in which Swift prints a `Regex` (`\Q…\E`, `\z`, `(?i:…)`, nested
/// classes), and escapes of punctuation that need none. Nothing is read in a way that a valid
/// ECMA-262 expression would not be.
struct RegexParser {
    /// What `(?i)` and its like switch.
    struct Flags {
        var ignoresCase = false
        var dotMatchesLineEnds = false
        var anchorsMatchLineEnds = false
        /// Whether white space between parts means nothing, and `#` begins a comment.
        var skipsSpace = false
    }

    let text: String
    let dialect: RegexDialect
    let limits: GrammarLimits
    let scalars: [Unicode.Scalar]
    var position = 0
    var depth = 0
    var flags: Flags
    /// For each `[` the `]` that closes it if classes nest, where there is one.
    var classEnds: [Int: Int] = [:]

    init(_ text: String, dialect: RegexDialect, flags: Flags, limits: GrammarLimits) throws(GrammarError) {
        self.limits = limits
        self.text = text
        self.dialect = dialect
        self.flags = flags
        scalars = Array(text.unicodeScalars)
        guard scalars.count <= limits.characters else {
            throw .limitExceeded(pointer: "", limit: "characters in a pattern", value: limits.characters)
        }
        classEnds = RegexParser.matchBrackets(scalars)
    }

    /// Reads the whole expression.
    static func parse(
        _ text: String, dialect: RegexDialect = .ecmaScript, flags: Flags = Flags(), limits: GrammarLimits
    ) throws(GrammarError) -> RegexNode {
        var parser = try RegexParser(text, dialect: dialect, flags: flags, limits: limits)
        let node = try parser.parseAlternation()
        guard parser.position == parser.scalars.count else {
            throw parser.failure("“)” closes no group", at: parser.position)
        }
        return node
    }

    func failure(_ reason: String, at offset: Int) -> GrammarError {
        .invalidPattern(pattern: text.count > 60 ? text.prefix(60) + "…" : text, offset: offset, reason: reason)
    }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    func starts(with word: String) -> Bool { scalars[position...].starts(with: word.unicodeScalars) }

    mutating func skip(_ word: String) -> Bool {
        guard starts(with: word) else { return false }
        position += word.unicodeScalars.count
        return true
    }

    mutating func parseAlternation() throws(GrammarError) -> RegexNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.nesting else {
            throw .limitExceeded(pointer: "", limit: "levels of groups in a pattern", value: limits.nesting)
        }
        var branches = [try parseSequence()]
        while skip("|") { branches.append(try parseSequence()) }
        return branches.count == 1 ? branches[0] : .alternation(branches)
    }

    private mutating func parseSequence() throws(GrammarError) -> RegexNode {
        var nodes: [RegexNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            if flags.skipsSpace, skipSpace() { continue }
            if skip("\\Q") {
                while position < scalars.count, !skip("\\E") {
                    nodes.append(literal(scalars[position]))
                    position += 1
                }
                // A count after a quotation is about its last character.
                if let last = nodes.popLast() { nodes.append(try parseQuantifiers(of: last)) }
                continue
            }
            if skip("\\E") { continue }
            guard let atom = try parseAtom() else { continue }
            nodes.append(try parseQuantifiers(of: atom))
        }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    /// Passes over white space and comments; false when there are none.
    private mutating func skipSpace() -> Bool {
        let start = position
        while let scalar = next, scalar == "#" || scalar.properties.isWhitespace {
            if scalar == "#" {
                while let scalar = next, scalar != "\n" { position += 1 }
            } else {
                position += 1
            }
        }
        return position > start
    }

    /// One scalar, or those that equal it but for case.
    func literal(_ scalar: Unicode.Scalar) -> RegexNode { set(ScalarSet([scalar.value...scalar.value])) }

    func set(_ scalars: ScalarSet) -> RegexNode {
        .scalars(flags.ignoresCase ? CaseFolding.closure(of: scalars) : scalars)
    }

    /// Reads an atom; nil for a part that matches nothing by itself, such as a change of flags.
    private mutating func parseAtom() throws(GrammarError) -> RegexNode? {
        guard let scalar = next else { return nil }
        let start = position
        position += 1
        switch scalar {
        case "^": return .assertion(flags.anchorsMatchLineEnds ? .lineStart : .textStart)
        case "$": return .assertion(flags.anchorsMatchLineEnds ? .lineEnd : .textEnd)
        case ".": return .scalars(flags.dotMatchesLineEnds ? .all : dialect.lineEnds.complement)
        case "[": return .scalars(try parseClass(openedAt: start))
        case "(": return try parseGroup(openedAt: start)
        case "\\": return try parseEscape(openedAt: start)
        case "*", "+", "?": throw failure("“\(scalar)” has nothing to repeat", at: start)
        default: return literal(scalar)
        }
    }

    private mutating func parseQuantifiers(of atom: RegexNode) throws(GrammarError) -> RegexNode {
        let start = position
        guard let (minimum, maximum) = try parseCount() else { return atom }
        switch atom {
        case .assertion, .look: throw failure("a condition cannot be repeated", at: start)
        default: break
        }
        let isPossessive = skip("+")
        if !isPossessive { _ = skip("?") }
        let afterCount = position
        if try parseCount() != nil { throw failure("a repetition of a repetition needs a group", at: afterCount) }
        return .repetition(atom, atLeast: minimum, atMost: maximum, isPossessive: isPossessive, offset: start)
    }

    private mutating func parseCount() throws(GrammarError) -> (Int, Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        guard next == "{" else { return nil }
        let start = position
        position += 1
        let first = try parseNumber()
        // Swift writes “{,5}”, an error in ECMA-262. Any other brace stands for itself.
        guard let minimum = first ?? (starts(with: ",") ? 0 : nil) else {
            position = start
            return nil
        }
        var maximum: Int? = minimum
        if skip(",") { maximum = try parseNumber() }
        guard skip("}"), first ?? maximum != nil else {
            position = start
            return nil
        }
        if let maximum, maximum < minimum { throw failure("the counts are in the wrong order", at: start) }
        return (minimum, maximum)
    }

    private mutating func parseNumber() throws(GrammarError) -> Int? {
        var value: Int?
        while let digit = next.flatMap({ Character($0).wholeNumberValue }), let scalar = next, scalar.isASCII {
            let grown = (value ?? 0) * 10 + digit
            guard grown <= limits.repetitions else {
                throw .limitExceeded(pointer: "", limit: "repetitions in a pattern", value: limits.repetitions)
            }
            value = grown
            position += 1
        }
        return value
    }

    private mutating func parseGroup(openedAt start: Int) throws(GrammarError) -> RegexNode? {
        let outer = flags
        var staysSwitched = false
        defer { if !staysSwitched { flags = outer } }
        func look(isBehind: Bool, isNegative: Bool, _ node: RegexNode) -> RegexNode {
            // A boundary is the same seen from either side.
            if case .sequence(let parts) = node, parts.count == 1,
                case .assertion(.wordBoundary(let word, let isOutside)) = parts[0]
            {
                return .sequence([.assertion(.wordBoundary(word, isNegative: isOutside != isNegative))])
            }
            return RegexNode.look(node, isBehind: isBehind, isNegative: isNegative, offset: start)
        }
        guard skip("?") else { return try parseGroupBody(openedAt: start) }
        if skip(":") { return try parseGroupBody(openedAt: start) }
        if skip("=") { return look(isBehind: false, isNegative: false, try parseGroupBody(openedAt: start)) }
        if skip("!") { return look(isBehind: false, isNegative: true, try parseGroupBody(openedAt: start)) }
        if skip("<=") { return look(isBehind: true, isNegative: false, try parseGroupBody(openedAt: start)) }
        if skip("<!") { return look(isBehind: true, isNegative: true, try parseGroupBody(openedAt: start)) }
        if skip(">") { return .atomic(try parseGroupBody(openedAt: start), offset: start) }
        if skip("<") || skip("P<") {
            let nameStart = position
            while let scalar = next, scalar != ">" {
                guard scalar == "_" || scalar == "$" || scalar.properties.isIDContinue else {
                    throw failure("a group's name is made of letters and digits", at: position)
                }
                position += 1
            }
            guard position > nameStart, skip(">") else { throw failure("a group's name is missing", at: nameStart) }
            return try parseGroupBody(openedAt: start)
        }
        if skip("#") {
            while position < scalars.count, scalars[position] != ")" { position += 1 }
            guard skip(")") else { throw failure("the comment is not closed", at: start) }
            return nil
        }
        guard try parseFlags(openedAt: start) else { return try parseGroupBody(openedAt: start) }
        staysSwitched = true
        return nil
    }

    private mutating func parseGroupBody(openedAt start: Int) throws(GrammarError) -> RegexNode {
        let node = try parseAlternation()
        guard skip(")") else { throw failure("the group is not closed", at: start) }
        switch node {
        // A condition in a group may be repeated, one alone may not.
        case .assertion, .look: return .sequence([node])
        default: return node
        }
    }

    /// Reads the flags of `(?i:…)`, or of `(?i)`: true, they hold up to the end of the group around them.
    private mutating func parseFlags(openedAt start: Int) throws(GrammarError) -> Bool {
        var value = true
        while let scalar = next {
            position += 1
            switch scalar {
            case "i": flags.ignoresCase = value
            case "s": flags.dotMatchesLineEnds = value
            case "m": flags.anchorsMatchLineEnds = value
            case "x": flags.skipsSpace = value
            case "-": value = false
            case ":": return false
            case ")": return true
            default: throw failure("“(?\(scalar)” is not supported", at: start)
            }
        }
        throw failure("the group is not closed", at: start)
    }
}
