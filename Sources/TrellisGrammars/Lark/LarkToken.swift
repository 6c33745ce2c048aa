import TrellisJSON

/// A word of a Lark grammar with its place.
struct LarkToken {
    /// What the word is.
    enum Kind: Equatable {
        /// A name of a rule, without the marks `!` and `?` before it, which are about syntax trees.
        case rule(String)
        /// A name of a terminal.
        case terminal(String)
        /// A literal; `i` after it ignores case.
        case text(String, ignoresCase: Bool)
        /// A regular expression between slashes, with the letters after it.
        case regex(String, flags: String)
        /// A number as it is written.
        case number(String)
        /// `*`, `+` or `?`.
        case count(Unicode.Scalar)
        /// A sign with a meaning of its own.
        case sign(String)
        /// A word after `%`.
        case directive(String)
        /// What follows `%json`, `%regex` and `%llguidance`.
        case json(JSONValue)
        /// A special token, `<…>`.
        case special(String)
        /// Another grammar, `@…`.
        case grammar(String)
        /// The end of a line.
        case newline
        /// The end of the text.
        case end
    }

    let kind: Kind
    /// The index of its first character.
    let start: Int
}

extension LarkToken.Kind {
    /// The word in messages.
    var words: String {
        switch self {
        case .rule(let name), .terminal(let name), .number(let name), .sign(let name): "“\(name)”"
        case .text: "a literal"
        case .regex: "a regular expression"
        case .count(let scalar): "“\(scalar)”"
        case .directive(let name): "“%\(name)”"
        case .json: "JSON"
        case .special(let name), .grammar(let name): "“\(name)”"
        case .newline: "the end of the line"
        case .end: "the end of the text"
        }
    }
}
