import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Masks of patterns over a vocabulary that is large enough for every way of making them, against a matcher that reads each
/// token byte by byte.
@Suite struct LargeVocabularyTests {
    /// Some 14,000 tokens: words in several cases, numbers, punctuation, pieces of JSON with quotes and escapes, letters of
    /// other scripts, and bytes that begin or end inside a character.
    static let vocabulary: MatchingVocabulary = {
        var random = SeededGenerator(seed: 7)
        var tokens: Set<[UInt8]> = Set((UInt8.min...UInt8.max).map { [$0] })
        let letters = Array("etaoinshrdlucmfwypvbgkqjxz")
        let others = ["é", "ß", "д", "漢", "字", "ẞ", "한", "𝒳", "🎉", "\u{2028}", "\u{A0}", "\u{3000}", "\u{FEFF}", "½"]
        let escapes = [
            "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\u0041", "\\ud83d\\ude00", "\\ud83d", "\\u20", "\\", "\\u",
        ]
        let ends = ["\"", "\",", "\": ", "\"}", "\", \"", "\"]"]
        func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &random)] }
        while tokens.count < 14_000 {
            var text = ""
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<7:
                for _ in 0..<Int.random(in: 1...9, using: &random) { text.append(pick(letters)) }
                switch Int.random(in: 0..<5, using: &random) {
                case 0: text = text.uppercased()
                case 1: text = text.prefix(1).uppercased() + text.dropFirst()
                default: break
                }
                if Bool.random(using: &random) { text = " " + text }
            case 7: text = String(Int.random(in: 0..<100_000, using: &random))
            case 8: for _ in 0..<Int.random(in: 1...4, using: &random) { text += pick(others) }
            case 9:
                text = String(pick(letters)) + pick(["-", ".", "/", ":", "@", "_", "--", "://", "%2", "#"])
                if Bool.random(using: &random) { text.append(pick(letters)) }
            case 10: text = pick(["", "a", "name", "Z9", "é"]) + pick(escapes) + pick(["", "b", "\\t", "漢"])
            default: text = pick(["", "x", "abc", "f00", "dead", "é", "\\n"]) + pick(ends)
            }
            var bytes = Array(text.utf8)
            if bytes.count > 2, Int.random(in: 0..<20, using: &random) == 0 { bytes.removeLast() }
            if bytes.count > 2, Int.random(in: 0..<40, using: &random) == 0 { bytes.removeFirst() }
            tokens.insert(bytes)
        }
        tokens.formUnion([20, 64, 130].map { [UInt8](repeating: 0x20, count: $0) })
        let sorted = tokens.sorted { $0.lexicographicallyPrecedes($1) }
        let end = TokenID(sorted.count)
        return MatchingVocabulary(
            Vocabulary(tokens: sorted + [Array("<end>".utf8)], special: [end], endTokens: [end]))
    }()

    @Test(arguments: [
        #"{"type":"string"}"#,
        #"{"type":"string","minLength":3}"#, #"{"type":"string","minLength":7,"maxLength":7}"#,
        #"{"type":"string","maxLength":4}"#, #"{"type":"string","minLength":2,"maxLength":90}"#,
        #"{"type":"string","maxLength":500}"#,
        #"{"type":"string","pattern":"foo"}"#, #"{"type":"string","pattern":"foo","maxLength":9}"#,
        #"{"type":"string","pattern":"^[0-9a-f]{8}-[0-9a-f]{4}$"}"#,
        #"{"type":"string","pattern":"^[0-9A-Fa-f]{3,}$"}"#,
        #"{"type":"string","pattern":"^schema.example.org/"}"#, #"{"type":"string","pattern":"^(\\S+\\s+){0,3}\\S+$"}"#,
        #"{"type":"string","pattern":"^(\\S+\\s+){0,3}\\S+$","maxLength":12}"#,
        #"{"type":"string","pattern":"^\\p{L}[\\p{L}\\p{M}]{0,5}$"}"#,
        #"{"type":"string","pattern":"^\\p{Lu}\\p{Ll}*$"}"#,
        #"{"type":"string","not":{"pattern":"[0-9a-f]{20}"}}"#, #"{"type":"string","not":{"pattern":"dead|f00"}}"#,
        #"{"type":"object","patternProperties":{"a":{"type":"null"},"b":{"type":"boolean"}}}"#,
        #"{"type":"string","pattern":"^\\p{L}+$"}"#, #"{"type":"string","pattern":"^[^/]+/[^/]*$"}"#,
        #"{"type":"string","pattern":"^[a-z][a-zA-Z0-9-]{2,30}$","maxLength":20}"#,
        #"{"type":"string","not":{"pattern":"a"}}"#, #"{"type":"string","not":{"pattern":"[0-9a-f]{3}"}}"#,
        #"{"type":"string","not":{"enum":["", "name", "abc", "é"]}}"#,
        #"{"enum":["name", "nation", "native", "é漢", "a\"b", "tab\there"]}"#,
        #"{"type":"string","format":"email"}"#, #"{"type":"string","format":"hostname","maxLength":18}"#,
        #"{"type":"string","format":"date-time"}"#, #"{"type":"string","format":"uri"}"#,
        #"{"type":"object","properties":{"name":{},"names":{},"n\"x":{}},"additionalProperties":{"type":"integer"}}"#,
        #"{"type":"object","patternProperties":{"^x-":{"type":"string"}},"properties":{"xx":{}}}"#,
        #"{"type":"array","items":{"type":["string","number"]}}"#,
    ])
    func schema(_ text: String) throws {
        let grammar = try Grammar(jsonSchema: try JSONValue(parsing: text))
        try compare(CompiledGrammar(grammar, for: Self.vocabulary))
    }

    @Test(arguments: [
        #"[^"]*"#, #".+\.txt"#, #"[A-Z][a-z]{2,5} \d+"#, #"\w+@\w+\.(com|org)"#, #"(?:[0-9a-f]{2}:){2}[0-9a-f]{2}"#,
    ])
    func pattern(_ text: String) throws {
        try compare(CompiledGrammar(Grammar(pattern: text), for: Self.vocabulary))
    }

    /// Compares the masks along a random text.
    private func compare(_ grammar: CompiledGrammar) throws {
        var random = SeededGenerator(seed: 11)
        var matcher = Matcher(grammar)
        let vocabulary = Self.vocabulary.vocabulary
        for _ in 0..<5 {
            let mask = matcher.mask
            var allowed: [TokenID] = []
            for index in 0..<vocabulary.count where vocabulary.kind(of: TokenID(index)) == .text {
                var copy = matcher
                let isAllowed = copy.accept(bytes: vocabulary.bytes(of: TokenID(index)))
                let isInMask = mask[index >> 5] >> UInt32(index & 31) & 1 == 1
                #expect(
                    isInMask == isAllowed,
                    "token \(index) “\(String(decoding: vocabulary.bytes(of: TokenID(index)), as: UTF8.self))”")
                if isAllowed { allowed.append(TokenID(index)) }
            }
            guard let next = allowed.randomElement(using: &random) else { return }
            let isAccepted = matcher.accept(next)
            #expect(isAccepted)
        }
    }
}
