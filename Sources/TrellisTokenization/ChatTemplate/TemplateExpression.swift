/// An expression of a template.
struct TemplateExpression: Sendable {
    /// What an expression is made of.
    indirect enum Node: Sendable {
        case none
        case bool(Bool)
        case integer(Int)
        case float(Double)
        case string(String)
        case name(String)
        case list([TemplateExpression])
        case tuple([TemplateExpression])
        case dictionary([(key: TemplateExpression, value: TemplateExpression)])
        case attribute(of: TemplateExpression, String)
        case item(of: TemplateExpression, TemplateExpression)
        case slice(of: TemplateExpression, TemplateSlice)
        case call(TemplateExpression, TemplateArguments)
        case filter(TemplateExpression, TemplateFilterCall)
        case test(TemplateExpression, String, TemplateArguments)
        case negative(TemplateExpression)
        case positive(TemplateExpression)
        case not(TemplateExpression)
        /// All operands until one is false.
        case and([TemplateExpression])
        /// All operands until one is true.
        case or([TemplateExpression])
        /// Operators of one precedence, from the left.
        case arithmetic(TemplateExpression, [(symbol: TemplateOperator, operand: TemplateExpression)])
        case concatenation([TemplateExpression])
        /// Comparisons that must all hold, each between neighbours.
        case comparison(TemplateExpression, [(symbol: TemplateComparison, operand: TemplateExpression)])
        case conditional(TemplateExpression, if: TemplateExpression, else: TemplateExpression?)
    }

    let node: Node
    let line: Int
    /// The nesting of the expression; one for a leaf.
    let depth: Int
}

/// The bounds of a slice.
struct TemplateSlice: Sendable {
    var start: TemplateExpression?
    var stop: TemplateExpression?
    var step: TemplateExpression?
}

/// The arguments of a call.
struct TemplateArguments: Sendable {
    var positional: [TemplateExpression] = []
    var named: [(name: String, value: TemplateExpression)] = []
    /// A list whose items are further arguments.
    var spread: TemplateExpression?
    /// A dictionary whose members are further named arguments.
    var namedSpread: TemplateExpression?
}

/// A filter with its arguments.
struct TemplateFilterCall: Sendable {
    let name: String
    let arguments: TemplateArguments
    let line: Int
}

/// An operator that makes a value of two.
enum TemplateOperator: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case floorDivide = "//"
    case remainder = "%"
    case power = "**"
}

/// An operator that compares two values.
enum TemplateComparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case isIn = "in"
    case isNotIn = "not in"
}
