import TrellisJSON

/// The right side of a rule or terminal of a Lark grammar as it was written.
indirect enum LarkExpression {
    case sequence([LarkExpression])
    case choice([LarkExpression])
    /// All at once; for terminals.
    case conjunction([LarkExpression], start: Int)
    /// Every text but those; for terminals.
    case negation(LarkExpression, start: Int)
    case repetition(LarkExpression, atLeast: Int, atMost: Int?)
    case rule(String, start: Int)
    case terminal(String, start: Int)
    case text(String, ignoresCase: Bool)
    case range(ScalarSet)
    case regex(String, flags: String, start: Int)
    /// `%json`
    case schema(JSONValue, start: Int)
    /// `%regex`
    case substring(of: [String], start: Int)
}

/// A rule or a terminal of a Lark grammar.
struct LarkDefinition {
    let name: String
    let start: Int
    let isTerminal: Bool
    /// Whether the shortest text that matches ends the rule.
    var isLazy = false
    /// What ends the rule, for the first time in its text.
    var suffix: LarkExpression?
    var body: LarkExpression
}

/// What a Lark grammar says besides its rules.
struct LarkDocument {
    var definitions: [LarkDefinition] = []
    /// What may stand between terminals.
    var ignored: [LarkExpression] = []
    /// Whether it may come before the first terminal too.
    var allowsInitialIgnored = false
    /// Whether it is matched once at a place, not any number of times.
    var ignoresOnce = false
}
