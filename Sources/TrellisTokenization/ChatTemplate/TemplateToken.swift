/// A piece of a template: text between tags, a mark of a tag, or a word of the expression language.
struct TemplateToken: Sendable {
    /// What a token is.
    enum Kind: Sendable, Hashable {
        case text(String)
        case blockStart
        case blockEnd
        case outputStart
        case outputEnd
        case name(String)
        case string(String)
        case integer(Int)
        case float(Double)
        case symbol(String)
        case end
    }

    let kind: Kind
    let line: Int
}

extension TemplateToken.Kind: CustomStringConvertible {
    /// The token as an error message calls it.
    var description: String {
        switch self {
        case .text: "text"
        case .blockStart: "“{%”"
        case .blockEnd: "“%}”"
        case .outputStart: "“{{”"
        case .outputEnd: "“}}”"
        case .name(let name): "“\(name)”"
        case .string: "a text in quotes"
        case .integer(let value): "“\(value)”"
        case .float(let value): "“\(value)”"
        case .symbol(let symbol): "“\(symbol)”"
        case .end: "the end of the template"
        }
    }
}
