/// A statement of a template: a text, an output or a tag with what it encloses.
struct TemplateStatement: Sendable {
    /// What a statement does.
    indirect enum Node: Sendable {
        case text(String)
        case output(TemplateExpression)
        case forLoop(TemplateLoopStatement)
        case conditional([(condition: TemplateExpression, body: [TemplateStatement])], else: [TemplateStatement])
        case set(TemplateTarget, TemplateExpression)
        case setBlock(TemplateTarget, filters: [TemplateFilterCall], body: [TemplateStatement])
        case macro(TemplateMacroDefinition)
        /// A call whose enclosed text the called macro gets as `caller`.
        case callBlock(TemplateMacroDefinition, callee: TemplateExpression, TemplateArguments)
        case filterBlock([TemplateFilterCall], body: [TemplateStatement])
        case with([(target: TemplateTarget, value: TemplateExpression)], body: [TemplateStatement])
        /// A body whose variables end with it.
        case scope([TemplateStatement])
        case breakLoop
        case continueLoop
    }

    let node: Node
    let line: Int
}

/// What a value is given to.
indirect enum TemplateTarget: Sendable {
    case name(String)
    case attribute(of: String, String)
    case tuple([TemplateTarget])
}

/// A loop over the items of a value.
struct TemplateLoopStatement: Sendable {
    let target: TemplateTarget
    let items: TemplateExpression
    /// What an item must fulfil to count.
    let condition: TemplateExpression?
    let body: [TemplateStatement]
    /// What stands for a loop without items.
    let otherwise: [TemplateStatement]
}

/// A macro as it is written.
struct TemplateMacroDefinition: Sendable {
    let name: String
    let parameters: [(name: String, standard: TemplateExpression?)]
    let body: [TemplateStatement]
    /// Whether the body reads `varargs`, so that more positional arguments may come than parameters.
    let takesMore: Bool
    /// Whether the body reads `kwargs`, so that named arguments may come that are no parameters.
    let takesMoreNamed: Bool
    let line: Int
}
