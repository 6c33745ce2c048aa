import TrellisJSON

/// Cuts a Lark grammar into words.
struct LarkLexer {
    private(set) var cursor: TextCursor
    private let limits: GrammarLimits

    init(_ text: String, limits: GrammarLimits) throws(GrammarError) {
        cursor = try TextCursor(text, limits: limits)
        self.limits = limits
    }

    /// The words up to the end of the text.
    mutating func tokens() throws(GrammarError) -> [LarkToken] {
        var tokens: [LarkToken] = []
        while true {
            skipSpace()
            let start = cursor.position
            let kind = try next()
            tokens.append(LarkToken(kind: kind, start: start))
            if case .directive(let name) = kind, ["json", "regex", "llguidance"].contains(name) {
                skipSpace(withLines: true)
                let start = cursor.position
                tokens.append(LarkToken(kind: .json(try json()), start: start))
            }
            if kind == .end { return tokens }
        }
    }

    private mutating func skipSpace(withLines: Bool = false) {
        while let scalar = cursor.next {
            switch scalar {
            case " ", "\t": cursor.position += 1
            case "#": cursor.skipLine()
            case "/" where cursor.peek(1) == "/": cursor.skipLine()
            case "\n" where withLines, "\r" where withLines: cursor.position += 1
            default: return
            }
        }
    }

    private mutating func next() throws(GrammarError) -> LarkToken.Kind {
        let start = cursor.position
        guard let scalar = cursor.next else { return .end }
        switch scalar {
        case "\n", "\r":
            cursor.take { $0 == "\n" || $0 == "\r" || $0 == " " || $0 == "\t" }
            return .newline
        case "\"": return try text()
        case "/": return try regex()
        case "<": return try special()
        case "0"..."9": return .number(number())
        case "+" where isDigit(cursor.peek(1)), "-" where isDigit(cursor.peek(1)): return .number(number())
        case "*", "+", "?":
            if scalar == "?", let mark = markedRule() { return mark }
            cursor.position += 1
            return .count(scalar)
        case "!":
            guard let mark = markedRule() else { throw cursor.expected("the name of a rule after “!”") }
            return mark
        case "%":
            cursor.position += 1
            let name = cursor.take { ("a"..."z").contains($0) }
            guard !name.isEmpty else { throw cursor.expected("a directive after “%”", at: start) }
            return .directive(name)
        case "@":
            cursor.position += 1
            return .grammar("@" + cursor.take(while: isNameScalar))
        case "a"..."z", "A"..."Z", "_": return try name()
        default:
            for sign in ["->", "..", "::", ":", "|", "(", ")", "[", "]", "{", "}", "~", "&", ",", ".", "="]
            where cursor.skip(sign) {
                return .sign(sign)
            }
            throw cursor.expected("a rule, a terminal or a literal, not “\(scalar)”")
        }
    }

    // MARK: Names and numbers

    private func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }

    private func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }

    private mutating func name() throws(GrammarError) -> LarkToken.Kind {
        let start = cursor.position
        var name = ""
        while let scalar = cursor.next, isNameScalar(scalar), !cursor.starts(with: "->") {
            name.unicodeScalars.append(scalar)
            cursor.position += 1
        }
        guard let letter = name.unicodeScalars.first(where: { $0 != "_" }) else { return .sign(name) }
        let hasLower = name.unicodeScalars.contains { ("a"..."z").contains($0) }
        let hasUpper = name.unicodeScalars.contains { ("A"..."Z").contains($0) }
        guard !(hasLower && hasUpper), hasLower || hasUpper, !isDigit(letter) else {
            throw cursor.expected("a name in lower case for a rule or in upper case for a terminal", at: start)
        }
        return hasLower ? .rule(name) : .terminal(name)
    }

    /// A rule's name with the marks of syntax trees before it: `?`, `!`, or both.
    private mutating func markedRule() -> LarkToken.Kind? {
        let start = cursor.position
        cursor.take { $0 == "!" || $0 == "?" }
        if let scalar = cursor.next, ("a"..."z").contains(scalar) || scalar == "_",
            let name = try? name(), case .rule = name
        {
            return name
        }
        cursor.position = start
        return nil
    }

    private mutating func number() -> String {
        var text = ""
        if let sign = cursor.next, !isDigit(sign) {
            text.unicodeScalars.append(sign)
            cursor.position += 1
        }
        text += cursor.take { ("0"..."9").contains($0) }
        if cursor.next == ".", isDigit(cursor.peek(1)) {
            cursor.position += 1
            text += "." + cursor.take { ("0"..."9").contains($0) }
        }
        return text
    }

    // MARK: Literals

    private mutating func text() throws(GrammarError) -> LarkToken.Kind {
        let start = cursor.position
        cursor.position += 1
        var text = String.UnicodeScalarView()
        while !cursor.skip("\"") {
            guard let scalar = cursor.next, scalar != "\n" else {
                throw cursor.expected("“\"” at the end of this literal", at: start)
            }
            if scalar == "\\" {
                text.append(try escape())
            } else {
                text.append(scalar)
                cursor.position += 1
            }
        }
        let ignoresCase = cursor.next == "i" && !(cursor.peek(1).map(isNameScalar) ?? false)
        if ignoresCase { cursor.position += 1 }
        return .text(String(text), ignoresCase: ignoresCase)
    }

    private mutating func escape() throws(GrammarError) -> Unicode.Scalar {
        let start = cursor.position
        cursor.position += 1
        let letter = cursor.next
        cursor.position += 1
        switch letter {
        case "\"", "\\", "/", "'": return letter ?? "\\"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "x": return try scalar(cursor.hexadecimal(digits: 2, of: start), start)
        case "U": return try scalar(cursor.hexadecimal(digits: 8, of: start), start)
        case "u":
            let value = try cursor.hexadecimal(digits: 4, of: start)
            guard (0xD800..<0xDC00).contains(value), cursor.skip("\\u") else { return try scalar(value, start) }
            let low = try cursor.hexadecimal(digits: 4, of: start)
            guard (0xDC00..<0xE000).contains(low) else { return try scalar(value, start) }
            return try scalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00), start)
        default: throw cursor.expected(#"one of \" \\ \/ \b \f \n \r \t \v \x \u \U"#, at: start)
        }
    }

    private func scalar(_ value: UInt32, _ start: Int) throws(GrammarError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(value) else {
            throw cursor.expected("the number of a character", at: start)
        }
        return scalar
    }

    private mutating func regex() throws(GrammarError) -> LarkToken.Kind {
        let start = cursor.position
        cursor.position += 1
        var text = String.UnicodeScalarView()
        while let scalar = cursor.next, scalar != "/" {
            text.append(scalar)
            cursor.position += 1
            if scalar == "\\", let escaped = cursor.next {
                text.append(escaped)
                cursor.position += 1
            }
        }
        guard cursor.skip("/") else { throw cursor.expected("“/” at the end of this regular expression", at: start) }
        return .regex(String(text), flags: cursor.take { ("a"..."z").contains($0) })
    }

    private mutating func special() throws(GrammarError) -> LarkToken.Kind {
        let start = cursor.position
        cursor.position += 1
        let name = cursor.take { $0 != ">" && $0 != "<" && !$0.properties.isWhitespace }
        guard !name.isEmpty, cursor.skip(">") else {
            throw cursor.expected("“>” at the end of this token", at: start)
        }
        return .special("<\(name)>")
    }

    /// The JSON object that comes next.
    private mutating func json() throws(GrammarError) -> JSONValue {
        let start = cursor.position
        guard cursor.next == "{" else { throw cursor.expected("a JSON object") }
        var depth = 0
        var isQuoted = false
        var text = String.UnicodeScalarView()
        repeat {
            guard let scalar = cursor.next else { throw cursor.expected("the end of this JSON object", at: start) }
            text.append(scalar)
            cursor.position += 1
            switch scalar {
            case "\"": isQuoted.toggle()
            case "\\" where isQuoted:
                if let escaped = cursor.next { text.append(escaped) }
                cursor.position += 1
            case "{" where !isQuoted: depth += 1
            case "}" where !isQuoted: depth -= 1
            default: break
            }
        } while depth > 0
        do {
            return try JSONValue(parsing: String(text))
        } catch {
            throw cursor.expected("a JSON object; this one: \(error)", at: start)
        }
    }
}
