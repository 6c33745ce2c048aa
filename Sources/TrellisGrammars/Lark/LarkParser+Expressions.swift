import TrellisJSON

extension LarkParser {
    /// Reads alternatives up to the end of the line, or of the group.
    mutating func parseAlternatives(isNested: Bool) throws(GrammarError) -> LarkExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.nesting else {
            throw .textLimitExceeded(cursor.place(token.start), limit: "levels of groups", value: limits.nesting)
        }
        var branches = [try parseConjunction(isNested: isNested)]
        while true {
            // A line that begins with a bar goes on.
            let outer = position
            skipLines()
            guard skip("|") else {
                if !isNested { position = outer }
                break
            }
            skipLines()
            branches.append(try parseConjunction(isNested: isNested))
        }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func parseConjunction(isNested: Bool) throws(GrammarError) -> LarkExpression {
        let start = token.start
        var parts = [try parseSequence(isNested: isNested)]
        while skip("&") {
            if isNested { skipLines() }
            parts.append(try parseSequence(isNested: isNested))
        }
        if skip("->") {
            // The name of a branch of the syntax tree.
            guard case .rule = token.kind else { throw expected("a name after “->”") }
            position += 1
        }
        if token.kind == .directive("if") {
            throw unsupported("“%if”", "parametric rules are not supported", at: token.start)
        }
        return parts.count == 1 ? parts[0] : .conjunction(parts, start: start)
    }

    private mutating func parseSequence(isNested: Bool) throws(GrammarError) -> LarkExpression {
        var parts: [LarkExpression] = []
        loop: while true {
            if isNested {
                let outer = position
                skipLines()
                // The bar of the next branch is for the caller.
                if token.kind == .sign("|") { position = outer }
            }
            switch token.kind {
            case .newline, .end, .sign("|"), .sign("&"), .sign(")"), .sign("]"), .sign("->"), .directive("if"):
                break loop
            default:
                let atom = try parseAtom(isNested: isNested)
                parts.append(try parseCount(of: atom))
            }
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func parseCount(of atom: LarkExpression) throws(GrammarError) -> LarkExpression {
        let start = token.start
        var counts: (minimum: Int, maximum: Int?)?
        switch token.kind {
        case .count("*"): counts = (0, nil)
        case .count("+"): counts = (1, nil)
        case .count("?"): counts = (0, 1)
        case .sign("~"):
            guard case .number = kind(1) else { return atom }
            position += 1
            let minimum = try parseNumber()
            counts = (minimum, skip("..") ? try parseNumber() : minimum)
            position -= 1
        case .sign("{"):
            position += 1
            let minimum = token.kind == .sign(",") ? 0 : try parseNumber()
            counts = (minimum, minimum)
            if skip(",") { counts = (minimum, token.kind == .sign("}") ? nil : try parseNumber()) }
            guard token.kind == .sign("}") else { throw expected("“}”") }
        default: break
        }
        guard let (minimum, maximum) = counts else { return atom }
        position += 1
        if let maximum, maximum < minimum {
            throw .malformedText(cursor.place(start), expected: "counts in ascending order")
        }
        if case .count = token.kind { throw expected("a group around what is counted twice") }
        return .repetition(atom, atLeast: minimum, atMost: maximum)
    }

    private mutating func parseNumber() throws(GrammarError) -> Int {
        guard case .number(let text) = token.kind else { throw expected("a count") }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw expected("a count") }
        guard let value = Int(text), value <= limits.repetitions else {
            throw .textLimitExceeded(cursor.place(token.start), limit: "repetitions", value: limits.repetitions)
        }
        position += 1
        return value
    }

    /// Reads a group, a name or a literal.
    mutating func parseAtom(isNested: Bool) throws(GrammarError) -> LarkExpression {
        let start = token.start
        if skip("~") {
            depth += 1
            defer { depth -= 1 }
            guard depth <= limits.nesting else {
                throw .textLimitExceeded(cursor.place(start), limit: "levels of groups", value: limits.nesting)
            }
            return .negation(try parseAtom(isNested: isNested), start: start)
        }
        let kind = token.kind
        position += 1
        switch kind {
        case .sign("("):
            let inner = try parseAlternatives(isNested: true)
            guard skip(")") else { throw expected("“)”") }
            return inner
        case .sign("["):
            let inner = try parseAlternatives(isNested: true)
            guard skip("]") else { throw expected("“]”") }
            return .repetition(inner, atLeast: 0, atMost: 1)
        case .text(let text, let ignoresCase):
            guard token.kind == .sign("..") else { return .text(text, ignoresCase: ignoresCase) }
            position += 1
            return try parseRange(from: text, ignoresCase, at: start)
        case .regex(let text, let flags): return .regex(text, flags: flags, start: start)
        case .terminal(let name): return .terminal(name, start: start)
        case .rule(let name):
            if token.kind == .sign("::") {
                throw unsupported("a parameter", "parametric rules are not supported", at: token.start)
            }
            if token.kind == .sign("{"), self.kind(1) != .sign(",") {
                guard case .number = self.kind(1) else {
                    throw unsupported("a template", "write the rule out for each use", at: token.start)
                }
            }
            return .rule(name, start: start)
        case .special(let name):
            throw unsupported(
                "the token “\(name)”", "a grammar is over characters, and a special token has none", at: start)
        case .grammar(let name): throw unsupported("“\(name)”", "there are no other grammars", at: start)
        case .directive("json"):
            guard case .json(let schema) = token.kind else { throw expected("a JSON object") }
            defer { position += 1 }
            return .schema(schema, start: token.start)
        case .directive("regex"):
            guard case .json(let node) = token.kind else { throw expected("a JSON object") }
            defer { position += 1 }
            return try parseSubstring(node, at: token.start)
        case .directive("lark"): throw unsupported("“%lark”", "write its rules beside the others", at: start)
        default:
            position -= 1
            throw expected("a rule, a terminal or a literal")
        }
    }

    private mutating func parseRange(
        from first: String, _ ignoresCase: Bool, at start: Int
    ) throws(GrammarError) -> LarkExpression {
        guard case .text(let last, let alsoIgnoresCase) = token.kind else { throw expected("a literal after “..”") }
        position += 1
        guard !ignoresCase, !alsoIgnoresCase, let low = first.unicodeScalars.first,
            let high = last.unicodeScalars.first,
            first.unicodeScalars.count == 1, last.unicodeScalars.count == 1, low <= high
        else { throw .malformedText(cursor.place(start), expected: "a range of two characters in ascending order") }
        return .range(ScalarSet([low.value...high.value]))
    }

    /// Reads what `%regex` says: a run of neighbours out of some chunks of text.
    private func parseSubstring(_ node: JSONValue, at start: Int) throws(GrammarError) -> LarkExpression {
        guard let members = node.objectValue, members.count == 1,
            let (name, value) = members.first(where: { _ in true })
        else { throw .malformedText(cursor.place(start), expected: "one member that says what the text is part of") }
        switch (name, value.stringValue, value.arrayValue) {
        case ("substring_chars", let text?, _):
            return .substring(of: text.unicodeScalars.map { String($0) }, start: start)
        case ("substring_words", let text?, _): return .substring(of: LarkWords.words(of: text), start: start)
        case ("substring_chunks", _, let chunks?):
            let texts = chunks.compactMap(\.stringValue)
            guard texts.count == chunks.count else {
                throw .malformedText(cursor.place(start), expected: "an array of texts as “substring_chunks”")
            }
            return .substring(of: texts, start: start)
        default:
            throw .malformedText(
                cursor.place(start),
                expected: "“substring_chars”, “substring_words” or “substring_chunks”, not “\(name)”")
        }
    }
}

/// The words of a text.
enum LarkWords {
    private enum Kind {
        case space
        case word
        case other
    }

    /// Cuts a text where letters and digits, white space and other characters meet.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var last: Kind?
        for scalar in text.unicodeScalars {
            let kind = kind(of: scalar)
            if kind == last {
                words[words.count - 1].unicodeScalars.append(scalar)
            } else {
                words.append(String(scalar))
            }
            last = kind
        }
        return words
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar.properties.isWhitespace { return .space }
        return scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? .word : .other
    }
}
