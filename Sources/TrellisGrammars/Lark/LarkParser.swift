import TrellisJSON

/// A recursive-descent reader of Lark grammars as llguidance writes them.
///
/// What says nothing about texts is read over: `!`, `?` and `->`, which shape syntax trees, and captures. What says something
/// that a grammar over characters cannot is refused by name.
struct LarkParser {
    let cursor: TextCursor
    let limits: GrammarLimits
    let tokens: [LarkToken]
    var position = 0
    var depth = 0
    private var document = LarkDocument()

    init(_ text: String, limits: GrammarLimits) throws(GrammarError) {
        var lexer = try LarkLexer(text, limits: limits)
        tokens = try lexer.tokens()
        cursor = lexer.cursor
        self.limits = limits
    }

    /// Reads the whole text.
    mutating func parse() throws(GrammarError) -> LarkDocument {
        while true {
            skipLines()
            let start = token.start
            switch token.kind {
            case .end: return document
            case .rule(let name):
                position += 1
                try parseDefinition(name, at: start, isTerminal: false)
            case .terminal(let name):
                position += 1
                try parseDefinition(name, at: start, isTerminal: true)
            case .directive(let name):
                position += 1
                try parseDirective(name, at: start)
            default: throw expected("a rule, a terminal or a directive")
            }
            guard token.kind == .newline || token.kind == .end else { throw expected("the end of the line") }
        }
    }

    // MARK: Words

    var token: LarkToken { tokens[min(position, tokens.count - 1)] }

    func kind(_ distance: Int) -> LarkToken.Kind { tokens[min(position + distance, tokens.count - 1)].kind }

    func expected(_ what: String) -> GrammarError {
        .malformedText(cursor.place(token.start), expected: "\(what), not \(token.kind.words)")
    }

    func unsupported(_ construct: String, _ reason: String, at start: Int) -> GrammarError {
        .unsupportedText(cursor.place(start), construct: construct, reason: reason)
    }

    mutating func skip(_ sign: String) -> Bool {
        guard token.kind == .sign(sign) else { return false }
        position += 1
        return true
    }

    mutating func skipLines() { while token.kind == .newline { position += 1 } }

    private mutating func expect(_ sign: String) throws(GrammarError) {
        guard skip(sign) else { throw expected("“\(sign)”") }
    }

    // MARK: Definitions

    private mutating func parseDefinition(
        _ name: String, at start: Int, isTerminal: Bool
    ) throws(GrammarError) {
        var definition = LarkDefinition(name: name, start: start, isTerminal: isTerminal, body: .sequence([]))
        let next = token.start
        switch token.kind {
        case .sign("::"): throw unsupported("a parameter", "parametric rules are not supported", at: next)
        case .sign("{"): throw unsupported("a template", "write the rule out for each use", at: next)
        case .sign("."): throw unsupported("a priority", "all readings of a text count alike", at: next)
        case .sign("["):
            guard !isTerminal else { throw expected("“:”") }
            position += 1
            try parseAttributes(of: &definition)
        default: break
        }
        try expect(":")
        definition.body = try parseAlternatives(isNested: false)
        document.definitions.append(definition)
    }

    private mutating func parseAttributes(of definition: inout LarkDefinition) throws(GrammarError) {
        repeat {
            let start = token.start
            guard case .rule(let name) = token.kind else { throw expected("an attribute") }
            position += 1
            switch name {
            case "capture", "stop_capture":
                // Names for parts of a text: the texts are the same.
                guard skip("=") else { break }
                guard case .text = token.kind else { throw expected("a name in quotes") }
                position += 1
            case "lazy": definition.isLazy = true
            case "suffix":
                try expect("=")
                definition.suffix = try parseAtom(isNested: true)
            case "stop":
                throw unsupported(
                    "“stop”", "what ends the text would have to be taken back; “suffix” keeps it", at: start)
            case "max_tokens": throw unsupported("“max_tokens”", "a grammar is over characters, not tokens", at: start)
            case "temperature": throw unsupported("“temperature”", "it is no matter of a grammar", at: start)
            default:
                throw .malformedText(
                    cursor.place(start), expected: "a known attribute, not “\(name)”: capture, lazy or suffix")
            }
        } while skip(",")
        try expect("]")
    }

    // MARK: Directives

    private mutating func parseDirective(_ name: String, at start: Int) throws(GrammarError) {
        switch name {
        case "ignore": document.ignored.append(try parseAlternatives(isNested: false))
        case "import": try parseImport(at: start)
        case "llguidance": try parseOptions()
        case "declare": throw unsupported("“%declare”", "a terminal without a definition has no texts", at: start)
        case "override", "extend":
            throw unsupported("“%\(name)”", "there are no other grammars to change", at: start)
        default: throw .malformedText(cursor.place(start), expected: "a known directive, not “%\(name)”")
        }
    }

    private mutating func parseImport(at start: Int) throws(GrammarError) {
        guard kind(0) == .rule("common"), kind(1) == .sign(".") || kind(1) == .sign("(") else {
            throw unsupported("“%import”", "only terminals of “common” can be imported", at: start)
        }
        position += 1
        if skip("(") {
            repeat { try importTerminal(renamable: false) } while skip(",")
            try expect(")")
        } else {
            position += 1
            if skip("(") {
                repeat { try importTerminal(renamable: false) } while skip(",")
                try expect(")")
            } else {
                try importTerminal(renamable: true)
            }
        }
    }

    private mutating func importTerminal(renamable: Bool) throws(GrammarError) {
        let start = token.start
        guard case .terminal(let name) = token.kind else { throw expected("the name of a terminal") }
        guard let body = LarkCommonTerminals.regexes[name] else {
            throw .undefinedRule(cursor.place(start), name: "common.\(name)")
        }
        position += 1
        var local = name
        if renamable, skip("->") {
            guard case .terminal(let name) = token.kind else { throw expected("the name of a terminal") }
            local = name
            position += 1
        }
        document.definitions.append(
            LarkDefinition(name: local, start: start, isTerminal: true, body: .regex(body, flags: "", start: start)))
    }

    private mutating func parseOptions() throws(GrammarError) {
        let start = token.start
        guard case .json(let options) = token.kind, let members = options.objectValue else {
            throw expected("a JSON object")
        }
        position += 1
        for (name, value) in members {
            guard case .bool(let isSet) = value else {
                throw .malformedText(cursor.place(start), expected: "true or false as the value of “\(name)”")
            }
            switch name {
            case "allow_initial_skip": document.allowsInitialIgnored = isSet
            case "ignore_once": document.ignoresOnce = isSet
            case "no_forcing", "allow_invalid_utf8":
                if isSet { throw unsupported("“\(name)”", "it is no matter of which texts are allowed", at: start) }
            default: throw .malformedText(cursor.place(start), expected: "a known option, not “\(name)”")
            }
        }
    }
}
