/// The right side of a rule of a grammar text, with characters resolved and rules by number.
indirect enum RuleExpression {
    /// These characters.
    case text(String)
    /// A text of a regular language.
    case pattern(Pattern)
    /// The expressions one after the other.
    case sequence([RuleExpression])
    /// Any of the expressions.
    case choice([RuleExpression])
    /// The expression repeated.
    case repetition(RuleExpression, atLeast: Int, atMost: Int?)
    /// What another rule says.
    case rule(Int)
    /// A text of another grammar, already taken into the builder.
    case node(Grammar.NodeID)
}

extension RuleExpression {
    /// The rules that the expression refers to.
    var references: [Int] {
        switch self {
        case .text, .pattern, .node: []
        case .sequence(let parts), .choice(let parts): parts.flatMap(\.references)
        case .repetition(let body, _, _): body.references
        case .rule(let number): [number]
        }
    }
}
