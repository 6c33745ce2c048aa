/// Reads the text of a regular expression beside the tree that it was printed from, and writes it with all its groups.
///
/// Every step returns nil when the text is not what the tree says.
struct RegexTextReader {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var isAtEnd: Bool { position == scalars.count }

    /// Reads the text of a node; returns it with the groups that it needs inside.
    mutating func read(_ node: RegexNode) -> String? {
        switch node.name {
        case "convertedRegexLiteral", "ignoreCapturesInTypedOutput", "limitCaptureNesting":
            return node.node(0).flatMap { read($0) }
        case "concatenation": return readConcatenation(node)
        case "orderedChoice":
            var branches: [String] = []
            for part in node.parts {
                if !branches.isEmpty, !skip("|") { return nil }
                guard let branch = read(part) else { return nil }
                branches.append(branch)
            }
            return branches.joined(separator: "|")
        case "quantification": return readQuantification(node)
        case "capture":
            guard skip("(") else { return nil }
            var opening = "("
            if let name = node.payload.first.flatMap({ Mirror(reflecting: $0).children.first?.value }) as? String {
                guard skip("?<\(name)>") else { return nil }
                opening += "?<\(name)>"
            }
            return readGroup(opening: opening, node.node(2))
        case "nonCapturingGroup": return readGroupOpening().flatMap { readGroup(opening: $0, node.node(1)) }
        case "atom": return readAtom(node.node(0))
        case "customCharacterClass": return readAtom(nil).map(RegexTextReader.withoutDots)
        case "quotedLiteral": return node.literalScalars.flatMap { readQuoted($0) }
        case "empty", "trivia": return ""
        default: return nil
        }
    }

    private mutating func readConcatenation(_ node: RegexNode) -> String? {
        let parts = node.parts
        var text = ""
        for part in parts {
            guard let written = read(part) else { return nil }
            text += part.core.name == "orderedChoice" && parts.count > 1 ? "(?:\(written))" : written
        }
        return text
    }

    private mutating func readQuantification(_ node: RegexNode) -> String? {
        guard let child = node.node(2) else { return nil }
        guard var text = readGrouped(child) ?? read(child) else { return nil }
        if !child.isSingle { text = "(?:\(text))" }
        guard let amount = readAmount() else { return nil }
        var kind = node.node(1)
        while let inner = kind?.node(0) { kind = inner }
        switch kind?.name {
        case "default", "eager": return text + amount
        case "reluctant": return skip("?") ? text + amount + "?" : nil
        case "possessive": return skip("+") ? text + amount + "+" : nil
        default: return nil
        }
    }

    /// Reads a node that the printer has put a group around, as it does around some lists and texts; stays put when it has not.
    private mutating func readGrouped(_ node: RegexNode) -> String? {
        guard ["concatenation", "quotedLiteral"].contains(node.core.name) else { return nil }
        let start = position
        if skip("(?:"), let text = read(node), skip(")") { return text }
        position = start
        return nil
    }

    private mutating func readAmount() -> String? {
        guard position < scalars.count else { return nil }
        let start = position
        switch scalars[position] {
        case "*", "+", "?": position += 1
        case "{":
            guard let end = scalars[position...].firstIndex(of: "}") else { return nil }
            position = end + 1
        default: return nil
        }
        return text(from: start)
    }

    private mutating func readGroup(opening: String, _ child: RegexNode?) -> String? {
        guard let child, let text = read(child), skip(")") else { return nil }
        return opening + text + ")"
    }

    /// Reads `(?:` and its like.
    private mutating func readGroupOpening() -> String? {
        let start = position
        guard skip("(?") else { return nil }
        for opening in [":", "=", "!", ">", "<=", "<!"] where skip(opening) { return text(from: start) }
        guard let colon = scalars[position...].firstIndex(of: ":"),
            scalars[position..<colon].allSatisfy({ $0.properties.isAlphabetic || $0 == "-" || $0 == "^" })
        else { return nil }
        position = colon + 1
        return text(from: start)
    }

    /// Reads a literal text, printed between `\Q` and `\E` or character by character; writes it escaped.
    private mutating func readQuoted(_ literal: [Unicode.Scalar]) -> String? {
        if skip("\\Q") {
            guard skip(literal), skip("\\E") else { return nil }
        } else {
            for scalar in literal where !skip([scalar]) && !skip(["\\", scalar]) { return nil }
        }
        return literal.map(RegexTextReader.escaped).joined()
    }

    private mutating func readAtom(_ atom: RegexNode?) -> String? {
        if let literal = atom?.literalScalars, ["char", "scalar"].contains(atom?.name), skip(literal) {
            return literal.map(RegexTextReader.escaped).joined()
        }
        if atom?.name == "characterClass", let name = atom?.node(0)?.name,
            let text = RegexTextReader.spelledOut[name]
        {
            position += 2
            return text
        }
        let start = position
        guard position < scalars.count else { return nil }
        switch scalars[position] {
        case "\\": skipEscape()
        case "[": skipBalanced(open: "[", close: "]")
        case "(": skipBalanced(open: "(", close: ")")
        default: position += 1
        }
        return position <= scalars.count ? text(from: start) : nil
    }

    /// What Swift's classes of line breaks and blanks are elsewhere; Swift prints them as an escape of one letter.
    private static let spelledOut = [
        "newlineSequence": #"(?:\r\n|[\n-\r\u0085\u2028\u2029])"#,
        "verticalWhitespace": #"[\n-\r\u0085\u2028\u2029]"#,
        "notVerticalWhitespace": #"[^\n-\r\u0085\u2028\u2029]"#,
        "horizontalWhitespace": #"[\t\p{Zs}]"#,
        "notHorizontalWhitespace": #"[^\t\p{Zs}]"#,
    ]

    /// Spells out the classes of all characters and of all but line breaks.
    ///
    /// Inside the brackets of a class they are printed as `(?s:.)` and `.`, which there are taken for the characters
    /// themselves by whoever reads the text. The characters themselves are printed with backslashes.
    private static func withoutDots(_ text: String) -> String {
        var written = ""
        var rest = text[...]
        while let scalar = rest.unicodeScalars.first {
            if rest.hasPrefix("(?s:.)") {
                written += #"\s\S"#
                rest = rest.dropFirst("(?s:.)".count)
            } else if scalar == "." {
                written += #"\u0000-\t\u000E-\u0084\u0086-\u2027\u202A-\u{10FFFF}"#
                rest.unicodeScalars.removeFirst()
            } else {
                let count = scalar == "\\" ? 2 : 1
                written.unicodeScalars.append(contentsOf: rest.unicodeScalars.prefix(count))
                rest.unicodeScalars.removeFirst(min(count, rest.unicodeScalars.count))
            }
        }
        return written
    }

    private mutating func skipEscape() {
        position += 2
        guard position <= scalars.count else { return }
        switch scalars[position - 1] {
        case "u" where !skipBraces(): position += 4
        case "U": position += 8
        case "x" where !skipBraces(): position += 2
        case "p", "P", "N", "o", "g": _ = skipBraces()
        case "c": position += 1
        default: break
        }
    }

    private mutating func skipBraces() -> Bool {
        guard position < scalars.count, scalars[position] == "{",
            let end = scalars[position...].firstIndex(of: "}")
        else { return false }
        position = end + 1
        return true
    }

    /// Skips a class or group with all inside it; ends behind the text when it is not closed.
    private mutating func skipBalanced(open: Unicode.Scalar, close: Unicode.Scalar) {
        var depth = 0
        while position < scalars.count {
            switch scalars[position] {
            case "\\": position += 1
            case open: depth += 1
            case close:
                depth -= 1
                if depth == 0 {
                    position += 1
                    return
                }
            default: break
            }
            position += 1
        }
        position = scalars.count + 1
    }

    private mutating func skip(_ word: String) -> Bool { skip(Array(word.unicodeScalars)) }

    private mutating func skip(_ word: [Unicode.Scalar]) -> Bool {
        guard scalars[position...].starts(with: word) else { return false }
        position += word.count
        return true
    }

    private func text(from start: Int) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<position])
        return text
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let isSyntax = "\\^$.|?*+()[]{}-/".unicodeScalars.contains(scalar)
        return isSyntax ? "\\\(scalar)" : String(scalar)
    }
}
