/// Rewrites a regular expression of the engines that tokenizers are described for, so that PCRE2 reads it the same way.
///
/// Most of it is the same. Different are: what white space and word characters are, sets inside sets, and an interval
/// followed by a plus. What means something else and has no counterpart is an error.
struct PatternTranslation {
    /// An engine's syntax.
    enum Syntax: Sendable {
        /// That of `tokenizer.json`: anchors are those of lines, an interval with a plus repeats.
        case oniguruma
        /// That of tiktoken and tekken files: anchors are those of the text, an interval with a plus is possessive.
        case rust
    }

    /// White space as Unicode has it; PCRE2 counts U+180E as well.
    private static let spaces =
        #"\t-\r\x20\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}"#
    /// Alphabetic characters as Unicode has them, marks, decimal digits, connecting punctuation.
    private static let unicodeWords =
        #"\p{L}\p{M}\p{Nl}\p{Nd}\p{Pc}\x{24B6}-\x{24E9}\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189}"#
    private let source: String
    private let syntax: Syntax
    private let characters: [Unicode.Scalar]
    private var position = 0
    private var output = ""
    /// The number of sets that are open.
    private var depth = 0

    /// The expression for PCRE2.
    static func translate(_ source: String, from syntax: Syntax) throws(TokenizerError) -> String {
        var translation = PatternTranslation(source, syntax)
        try translation.run()
        return translation.output
    }

    private init(_ source: String, _ syntax: Syntax) {
        self.source = source
        self.syntax = syntax
        characters = Array(source.unicodeScalars)
    }

    private mutating func run() throws(TokenizerError) {
        while position < characters.count {
            let character = characters[position]
            position += 1
            switch character {
            case "\\": try escape()
            case "[" where depth == 0: try openSet()
            case "[": try openInnerSet()
            case "]" where depth > 0: closeSet()
            case "&" where depth > 0 && peek() == "&": throw refused("an intersection of sets")
            case "{" where depth == 0: try interval()
            default: output.unicodeScalars.append(character)
            }
        }
    }

    /// Word characters; Oniguruma adds the other numbers of Latin-1, the other syntax joiners.
    private var words: String {
        switch syntax {
        case .oniguruma: Self.unicodeWords + #"\x{B2}\x{B3}\x{B9}\x{BC}-\x{BE}"#
        case .rust: Self.unicodeWords + #"\x{200C}\x{200D}"#
        }
    }

    private func peek() -> Unicode.Scalar? { position < characters.count ? characters[position] : nil }

    private func refused(_ what: String) -> TokenizerError {
        .invalidPattern(pattern: source, offset: position, reason: "\(what) is not supported")
    }

    private mutating func openSet() throws(TokenizerError) {
        depth = 1
        output += "["
        if peek() == "^" {
            position += 1
            output += "^"
        }
        if peek() == "]" {
            position += 1
            output += "\\]"
        }
    }

    /// A set inside a set adds its members, unless it is a POSIX class, which PCRE2 reads itself.
    private mutating func openInnerSet() throws(TokenizerError) {
        if peek() == ":", let end = characters[position...].firstIndex(of: "]"), characters[end - 1] == ":" {
            output += "["
            for character in characters[position...end] { output.unicodeScalars.append(character) }
            position = end + 1
            return
        }
        guard peek() != "^" else { throw refused("a negated set inside a set") }
        depth += 1
    }

    private mutating func closeSet() {
        depth -= 1
        if depth == 0 { output += "]" }
    }

    private mutating func escape() throws(TokenizerError) {
        guard let character = peek() else { throw refused("a backslash at the end") }
        position += 1
        switch character {
        case "s": output += depth > 0 ? Self.spaces : "[\(Self.spaces)]"
        case "S" where depth == 0: output += "[^\(Self.spaces)]"
        case "w": output += depth > 0 ? words : "[\(words)]"
        case "W" where depth == 0: output += "[^\(words)]"
        case "S", "W": throw refused("“\\\(character)” in a set")
        case "h", "H", "R", "X", "K", "G", "g", "k", "Q", "E", "y", "Y", "N", "O", "C", "c", "M":
            throw refused("“\\\(character)”")
        case "u":
            let digits = characters[position...].prefix(4)
            guard digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else {
                throw refused("“\\u”")
            }
            output += "\\x{\(String(String.UnicodeScalarView(digits)))}"
            position += 4
        default:
            output += "\\"
            output.unicodeScalars.append(character)
        }
    }

    /// Copies `{n,m}`; a plus after it would repeat it in one syntax and make it possessive in the other.
    private mutating func interval() throws(TokenizerError) {
        output += "{"
        guard let end = characters[position...].firstIndex(of: "}") else { return }
        let content = characters[position..<end]
        guard !content.isEmpty, content.allSatisfy({ ("0"..."9").contains($0) || $0 == "," }) else { return }
        // Without a lower bound it is an interval in one syntax and text in the other.
        output += content.first == "," ? "0" : ""
        for character in content { output.unicodeScalars.append(character) }
        output += "}"
        position = end + 1
        if syntax == .oniguruma, peek() == "+" { throw refused("a plus after an interval") }
    }
}
