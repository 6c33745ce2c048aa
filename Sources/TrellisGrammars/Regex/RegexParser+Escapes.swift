extension RegexParser {
    /// What an escape stands for.
    enum Escape {
        case scalar(UInt32)
        case set(ScalarSet)
    }

    /// Reads an escape outside a class.
    mutating func parseEscape(openedAt start: Int) throws(GrammarError) -> RegexNode {
        switch next {
        case "b": position += 1; return .assertion(.wordBoundary(wordScalars, isNegative: false))
        case "B": position += 1; return .assertion(.wordBoundary(wordScalars, isNegative: true))
        case "A": position += 1; return .assertion(.textStart)
        // Python's reading; other dialects let one line end follow.
        case "z", "Z": position += 1; return .assertion(.textEnd)
        case "R":
            position += 1
            let pair = RegexNode.sequence([literal("\r"), literal("\n")])
            return .alternation([pair, .scalars(RegexSets.verticalSpace)])
        case "k", "g": throw failure("back-references are not regular", at: start)
        case let digit? where ("1"..."9").contains(digit):
            throw failure("back-references are not regular", at: start)
        case "G", "K", "X", "y", "Y": throw failure("“\\\(scalars[position])” is not supported", at: start)
        default: break
        }
        switch try parseClassEscape(openedAt: start) {
        case .set(let scalars): return set(scalars)
        case .scalar(let value): return set(ScalarSet([value...value]))
        }
    }

    /// Reads an escape that stands for a character or a set, its backslash read already.
    mutating func parseClassEscape(openedAt start: Int) throws(GrammarError) -> Escape {
        guard let scalar = next else { throw failure("a backslash at the end", at: start) }
        position += 1
        switch scalar {
        case "d": return .set(dialect.digits)
        case "D": return .set(dialect.digits.complement)
        case "w": return .set(wordScalars)
        case "W": return .set(wordScalars.complement)
        case "s": return .set(dialect.space)
        case "S": return .set(dialect.space.complement)
        case "h": return .set(RegexSets.horizontalSpace)
        case "H": return .set(RegexSets.horizontalSpace.complement)
        case "p", "P": return .set(try parseProperty(openedAt: start, isNegative: scalar == "P"))
        case "n": return .scalar(0x0A)
        case "r": return .scalar(0x0D)
        case "t": return .scalar(0x09)
        case "v": return .scalar(0x0B)
        case "f": return .scalar(0x0C)
        case "a": return .scalar(0x07)
        case "e": return .scalar(0x1B)
        case "b": return .scalar(0x08)
        case "0":
            if let digit = next, RegexSets.digits.contains(digit.value) {
                throw failure("octal escapes are not supported", at: start)
            }
            return .scalar(0)
        case "c":
            guard let letter = next, letter.isASCII, letter.properties.isAlphabetic else {
                throw failure("“\\c” needs a letter", at: start)
            }
            position += 1
            return .scalar(letter.value % 32)
        case "x":
            if next == "{" { return .scalar(try parseBracedHexadecimal(openedAt: start)) }
            return .scalar(try parseHexadecimal(digits: 2, openedAt: start))
        case "u":
            if next == "{" { return .scalar(try parseBracedHexadecimal(openedAt: start)) }
            return .scalar(try parseUTF16(openedAt: start))
        case "U": return .scalar(try parseHexadecimal(digits: 8, openedAt: start))
        default:
            // Letters and digits are kept for escapes with a meaning.
            guard !scalar.isASCII || !(scalar.properties.isAlphabetic || RegexSets.digits.contains(scalar.value)) else {
                throw failure("“\\\(scalar)” is no known escape", at: start)
            }
            return .scalar(scalar.value)
        }
    }

    /// `\w`, which ignoring case widens by the two characters that fold to ASCII letters.
    var wordScalars: ScalarSet { flags.ignoresCase ? CaseFolding.closure(of: dialect.word) : dialect.word }

    private mutating func parseHexadecimal(digits: Int, openedAt start: Int) throws(GrammarError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = next.flatMap({ $0.isASCII ? Character($0).hexDigitValue : nil }) else {
                throw failure("the escape needs \(digits) hexadecimal digits", at: start)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        guard value <= ScalarSet.maximum else { throw failure("no character has that number", at: start) }
        return value
    }

    private mutating func parseBracedHexadecimal(openedAt start: Int) throws(GrammarError) -> UInt32 {
        position += 1
        var value: UInt32 = 0
        let first = position
        while let digit = next.flatMap({ $0.isASCII ? Character($0).hexDigitValue : nil }) {
            value = value << 4 | UInt32(digit)
            guard value <= ScalarSet.maximum else { throw failure("no character has that number", at: start) }
            position += 1
        }
        guard position > first, skip("}") else { throw failure("the escape needs “{” digits “}”", at: start) }
        return value
    }

    /// Reads four digits, and a second escape when both are the halves of one character.
    private mutating func parseUTF16(openedAt start: Int) throws(GrammarError) -> UInt32 {
        let high = try parseHexadecimal(digits: 4, openedAt: start)
        guard (0xD800..<0xDC00).contains(high), starts(with: "\\u") else { return high }
        let second = position
        position += 2
        guard next != "{" else {
            position = second
            return high
        }
        let low = try parseHexadecimal(digits: 4, openedAt: second)
        guard (0xDC00..<0xE000).contains(low) else {
            position = second
            return high
        }
        return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    }

    private mutating func parseProperty(openedAt start: Int, isNegative: Bool) throws(GrammarError) -> ScalarSet {
        var name = ""
        if skip("{") {
            while let scalar = next, scalar != "}" {
                name.unicodeScalars.append(scalar)
                position += 1
            }
            guard skip("}") else { throw failure("“\\p{” is not closed", at: start) }
        } else if let scalar = next {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        var negated = isNegative
        if name.hasPrefix("^") {
            negated.toggle()
            name.removeFirst()
        }
        guard let scalars = UnicodeProperties.scalars(named: name) else {
            throw failure("unknown Unicode property “\(name)”", at: start)
        }
        return negated ? scalars.complement : scalars
    }
}
