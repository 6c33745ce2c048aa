extension TemplateLexer {
    private static let longSymbols: Set<String> = ["//", "**", "==", "!=", ">=", "<="]
    private static let shortSymbols: Set<Unicode.Scalar> = Set("+-/*%~[](){}><=.:|,;".unicodeScalars)

    /// The symbol of the expression language at the position.
    private var symbol: String? {
        let first = source[position]
        if position + 1 < source.count {
            let pair = String(scalars: [first, source[position + 1]])
            if TemplateLexer.longSymbols.contains(pair) { return pair }
        }
        return TemplateLexer.shortSymbols.contains(first) ? String(first) : nil
    }

    /// Reads the words of a tag up to its end; inside brackets what looks like the end is not.
    mutating func readWords(until mark: Unicode.Scalar, opened: Int) throws(TemplateError) {
        var brackets: [String] = []
        while position < source.count {
            let scalar = source[position]
            if scalar.isPythonSpace {
                if scalar == "\n" { line += 1 }
                position += 1
                continue
            }
            let line = line
            if brackets.isEmpty, readTagEnd(mark) {
                tokens.append(TemplateToken(kind: mark == "%" ? .blockEnd : .outputEnd, line: line))
                return
            }
            tokens.append(TemplateToken(kind: try readWord(scalar, &brackets), line: line))
        }
        throw .unclosed(mark == "%" ? "the tag" : "the expression", line: opened)
    }

    private mutating func readWord(
        _ scalar: Unicode.Scalar, _ brackets: inout [String]
    ) throws(TemplateError) -> TemplateToken.Kind {
        if scalar.isDigit { return try readNumber() }
        if scalar.isInName { return .name(readName()) }
        if scalar == "'" || scalar == "\"" { return .string(try readString(scalar)) }
        guard let symbol else {
            throw .unexpected("“\(scalar)”", expected: "an expression", line: line)
        }
        position += symbol.unicodeScalars.count
        switch symbol {
        case "(": brackets.append(")")
        case "[": brackets.append("]")
        case "{": brackets.append("}")
        case ")", "]", "}":
            let expected = brackets.popLast()
            if expected != symbol {
                throw .unexpected("“\(symbol)”", expected: expected.map { "“\($0)”" } ?? "no bracket", line: line)
            }
        default: break
        }
        return .symbol(symbol)
    }

    private mutating func readName() -> String {
        var name = String.UnicodeScalarView()
        while position < source.count, source[position].isInName {
            name.append(source[position])
            position += 1
        }
        return String(name)
    }

    private mutating func readNumber() throws(TemplateError) -> TemplateToken.Kind {
        let start = position
        if source[start] == "0", start + 1 < source.count,
            let radix = ["x": 16, "o": 8, "b": 2][String(source[start + 1]).lowercased()]
        {
            position += 2
            return .integer(try integer(readName(), radix: radix))
        }
        var digits = readDigits()
        var isFloat = false
        if position + 1 < source.count, source[position] == ".", source[position + 1].isDigit {
            // `1.2.3` is no number, `a.1.2` reads two items: a point before the digits rules a fraction out.
            if start == 0 || source[start - 1] != "." {
                position += 1
                digits += "." + readDigits()
                isFloat = true
            }
        }
        if position < source.count, source[position] == "e" || source[position] == "E" {
            var end = position + 1
            var sign = ""
            if end < source.count, source[end] == "+" || source[end] == "-" {
                sign = String(source[end])
                end += 1
            }
            if end < source.count, source[end].isDigit {
                position = end
                digits += "e" + sign + readDigits()
                isFloat = true
            }
        }
        if isFloat { return .float(Double(digits) ?? .infinity) }
        return .integer(try integer(digits, radix: 10))
    }

    private mutating func readDigits() -> String {
        var digits = ""
        while position < source.count, source[position].isDigit || source[position] == "_" {
            if source[position] != "_" { digits.unicodeScalars.append(source[position]) }
            position += 1
        }
        return digits
    }

    private func integer(_ digits: String, radix: Int) throws(TemplateError) -> Int {
        guard let value = Int(digits.filter { $0 != "_" }, radix: radix) else {
            throw .unexpected("“\(digits)”", expected: "an integer of 64 bits", line: line)
        }
        return value
    }

    private mutating func readString(_ quote: Unicode.Scalar) throws(TemplateError) -> String {
        let opened = line
        var content = String.UnicodeScalarView()
        position += 1
        while position < source.count {
            let scalar = source[position]
            position += 1
            if scalar == quote { return String(content) }
            if scalar == "\n" { line += 1 }
            if scalar == "\\" {
                try readEscape(into: &content, opened: opened)
            } else {
                content.append(scalar)
            }
        }
        throw .unclosed("the text in quotes", line: opened)
    }

    /// Reads an escape as Python does; a backslash before any other character stays.
    private mutating func readEscape(
        into content: inout String.UnicodeScalarView, opened: Int
    ) throws(TemplateError) {
        guard position < source.count else { throw .unclosed("the text in quotes", line: opened) }
        let scalar = source[position]
        position += 1
        switch scalar {
        case "\n": line += 1
        case "\\", "'", "\"": content.append(scalar)
        case "a": content.append("\u{07}")
        case "b": content.append("\u{08}")
        case "f": content.append("\u{0C}")
        case "n": content.append("\n")
        case "r": content.append("\r")
        case "t": content.append("\t")
        case "v": content.append("\u{0B}")
        case "x": content.append(try readCode(digits: 2...2, radix: 16))
        case "u": content.append(try readCode(digits: 4...4, radix: 16))
        case "U": content.append(try readCode(digits: 8...8, radix: 16))
        case "0"..."7":
            position -= 1
            content.append(try readCode(digits: 1...3, radix: 8))
        default:
            content.append("\\")
            content.append(scalar)
        }
    }

    private mutating func readCode(digits: ClosedRange<Int>, radix: Int) throws(TemplateError) -> Unicode.Scalar {
        var value: UInt32 = 0
        var count = 0
        while count < digits.upperBound, position < source.count,
            let digit = Character(source[position]).hexDigitValue, digit < radix, source[position].isASCII
        {
            value = value &* UInt32(radix) &+ UInt32(digit)
            position += 1
            count += 1
        }
        guard digits.contains(count), let scalar = Unicode.Scalar(value) else {
            throw .unexpected("an unfinished escape", expected: "a character's number", line: line)
        }
        return scalar
    }
}

extension Unicode.Scalar {
    /// Whether it is white space to Python.
    var isPythonSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0: true
        case 0x80...: properties.isWhitespace
        default: false
        }
    }

    var isDigit: Bool { value &- 0x30 < 10 }

    /// Whether it may stand in a name.
    fileprivate var isInName: Bool {
        self == "_" || properties.isAlphabetic || properties.numericType == .decimal
    }
}
