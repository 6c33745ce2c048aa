/// What differs between the languages in which regular expressions are written.
struct RegexDialect {
    /// What `.` does not match.
    var lineEnds: ScalarSet
    /// `\d`
    var digits: ScalarSet
    /// `\w`
    var word: ScalarSet
    /// `\s`
    var space: ScalarSet
    /// Whether `--`, `&&` and `~~` are operators in a class without classes inside.
    var hasSetOperators = false

    /// ECMA-262 with the `u` flag, and the forms in which Swift prints a regex.
    static let ecmaScript = RegexDialect(
        lineEnds: RegexSets.lineEnds, digits: RegexSets.digits, word: RegexSets.word, space: RegexSets.space)

    /// Terminals of a Lark grammar: the classes of Unicode, as UTS #18 has them.
    static let lark: RegexDialect = {
        func property(_ name: String) -> ScalarSet { UnicodeProperties.scalars(named: name) ?? .none }
        let digits = property("Nd")
        let word = ["Alphabetic", "M", "Nd", "Pc", "Join_Control"].reduce(ScalarSet.none) { $0.union(property($1)) }
        return RegexDialect(
            lineEnds: ScalarSet([0x0A...0x0A]), digits: digits, word: word, space: property("White_Space"),
            hasSetOperators: true)
    }()
}

extension Pattern {
    /// The texts of a terminal that is written as a regular expression with flags after it.
    ///
    /// Conditions on what is around are refused: a terminal does not see its neighbours.
    init(terminal regex: String, flags: String, limits: GrammarLimits) throws(GrammarError) {
        var switched = RegexParser.Flags()
        for flag in flags.unicodeScalars {
            switch flag {
            case "i": switched.ignoresCase = true
            case "s": switched.dotMatchesLineEnds = true
            case "x": switched.skipsSpace = true
            case "m", "u": break
            default: throw .invalidPattern(pattern: regex, offset: 0, reason: "the flag “\(flag)” is not supported")
            }
        }
        let node = try RegexParser.parse(regex, dialect: .lark, flags: switched, limits: limits)
        if let condition = node.firstCondition {
            throw .invalidPattern(pattern: regex, offset: 0, reason: "\(condition) cannot be part of a terminal")
        }
        self = try RegexCompiler.wholeText(regex, node, limits)
    }
}

extension RegexNode {
    /// The first part, in words, that is more than a regular expression in the narrow sense.
    fileprivate var firstCondition: String? {
        switch self {
        case .scalars: nil
        case .sequence(let nodes), .alternation(let nodes): nodes.lazy.compactMap(\.firstCondition).first
        case .repetition(let node, _, _, let isPossessive, _):
            isPossessive ? "a count that gives nothing back" : node.firstCondition
        case .atomic: "a group that gives nothing back"
        case .assertion(.wordBoundary): "“\\b”"
        case .assertion: "an anchor"
        case .look(_, let isBehind, _, _): isBehind ? "a lookbehind" : "a lookahead"
        }
    }
}
