/// Makes statements of the tokens of a template, by recursive descent.
struct TemplateParser {
    private let tokens: [TemplateToken]
    private var position = 0
    /// How deep the parser stands in expressions and blocks.
    private var nesting = 0
    /// The loops around the position within the macro around it.
    var loops = 0
    /// The names that the macro under way reads.
    var namesRead: Set<String> = []

    private init(_ tokens: [TemplateToken]) { self.tokens = tokens }

    /// The statements of a template.
    static func statements(of source: String) throws(TemplateError) -> [TemplateStatement] {
        var parser = TemplateParser(try TemplateLexer.tokens(of: source))
        return try parser.parseBody(until: [], opened: "the template", line: 1).body
    }

    // MARK: Tokens

    var token: TemplateToken { tokens[position] }
    var line: Int { token.line }

    mutating func advance() {
        // The last token is the end and stays.
        if position + 1 < tokens.count { position += 1 }
    }

    func isNext(_ kind: TemplateToken.Kind) -> Bool { token.kind == kind }

    /// Whether the token after the next one is that.
    func isSecond(_ kind: TemplateToken.Kind) -> Bool {
        position + 1 < tokens.count && tokens[position + 1].kind == kind
    }

    mutating func accept(_ kind: TemplateToken.Kind) -> Bool {
        guard isNext(kind) else { return false }
        advance()
        return true
    }

    mutating func expect(_ kind: TemplateToken.Kind) throws(TemplateError) {
        guard accept(kind) else { throw unexpected(expected: kind.description) }
    }

    mutating func expectName() throws(TemplateError) -> String {
        guard case .name(let name) = token.kind else { throw unexpected(expected: "a name") }
        advance()
        return name
    }

    func unexpected(expected: String) -> TemplateError {
        .unexpected(token.kind.description, expected: expected, line: line)
    }

    /// Runs a step one level deeper.
    mutating func nested<Result>(
        _ step: (inout TemplateParser) throws(TemplateError) -> Result
    ) throws(TemplateError) -> Result {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= TemplateLimits.nesting else {
            throw .limitReached(.depth(TemplateLimits.nesting), line: line)
        }
        return try step(&self)
    }

    // MARK: Bodies

    /// Reads statements up to a tag with one of the names, whose mark and name it reads too.
    mutating func parseBody(
        until ends: [String], opened: String, line opening: Int
    ) throws(TemplateError) -> (body: [TemplateStatement], end: String) {
        var body: [TemplateStatement] = []
        while true {
            let line = line
            switch token.kind {
            case .text(let text):
                advance()
                body.append(TemplateStatement(node: .text(text), line: line))
            case .outputStart:
                advance()
                let value = try parseTuple()
                try expect(.outputEnd)
                body.append(TemplateStatement(node: .output(value), line: line))
            case .blockStart:
                advance()
                let name = try expectName()
                if ends.contains(name) { return (body, name) }
                let node = try nested { (parser) throws(TemplateError) in try parser.parseTag(name, line: line) }
                body.append(TemplateStatement(node: node, line: line))
            case .end where ends.isEmpty: return (body, "")
            case .end: throw .unclosed(opened, line: opening)
            default: throw unexpected(expected: "text or a tag")
            }
        }
    }

    /// Reads what a tag encloses and the end of its closing tag.
    mutating func parseEnclosed(until end: String, line: Int) throws(TemplateError) -> [TemplateStatement] {
        try expect(.blockEnd)
        let body = try parseBody(until: [end], opened: "the block that ends with “\(end)”", line: line).body
        try expect(.blockEnd)
        return body
    }
}
