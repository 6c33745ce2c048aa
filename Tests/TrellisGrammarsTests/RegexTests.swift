import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON

/// Regular expressions against Python's `re` and the text of ECMA-262.
struct RegexTests {
    @Test func agreesWithPython() throws {
        let url = Checkout.root.appendingPathComponent("Tests/TrellisGrammarsTests/Fixtures/regexes.json")
        let entries = try JSONValue(parsing: Array(Data(contentsOf: url))).arrayValue ?? []
        #expect(entries.count > 80)
        for entry in entries {
            let regex = entry["pattern"]?.stringValue ?? ""
            let texts = entry["texts"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let anywhere = try Pattern(findingIn: regex)
            let whole = try Pattern(matching: regex)
            #expect(verdicts(anywhere, texts) == entry["s"]?.stringValue, "search for \(regex) in \(texts)")
            #expect(verdicts(whole, texts) == entry["w"]?.stringValue, "whole \(regex) over \(texts)")
        }
    }

    private func verdicts(_ pattern: Pattern, _ texts: [String]) -> String {
        let pool = PatternPool()
        let start = pool.state(for: pattern)
        return texts.map { text in
            let end = text.unicodeScalars.reduce(start) { pool.successor(of: $0, after: $1.value) }
            return pool.isNullable(end) ? "1" : "0"
        }.joined()
    }

    private func accepts(_ regex: String, _ text: String) throws -> Bool {
        try verdicts(Pattern(matching: regex), [text]) == "1"
    }

    @Test(arguments: [
        // Forms in which Swift prints a regex.
        (#"\Qa.b\E+"#, "a.bb", true), (#"\Qa.b\E"#, "axb", false), (#"[[\d][a-f]]+"#, "3f", true),
        (#"[[\d][a-f]]+"#, "g", false), (#"[[\p{Alphabetic}]--[x]]"#, "y", true),
        (#"[[\p{Alphabetic}]--[x]]"#, "x", false), (#"[[a-f]&&[d-z]]"#, "e", true), (#"[[a-f]&&[d-z]]"#, "a", false),
        (#"(?i:\p{L}\U0001F600)"#, "é😀", true), (#"(?>\Qab\E)c\z"#, "abc", true), (#"\A[A-Z]{2}\-\d"#, "AB-1", true),
        (#"a(?i)b"#, "aB", true), (#"a(?i)b"#, "AB", false), (#"(a(?i)b)c"#, "aBC", false),
        (#"[[:digit:]]x"#, "7x", true), ("(?x: a b # c\n [ ] )", "ab ", true),
        // Classes where a bracket stands for itself.
        (#"[[\]]+"#, "[]", true), (#"[[a-z]"#, "[", true), (#"[[]x"#, "[x", true), (#"[^[]"#, "[", false),
        (#"[]a]"#, "]", false),
        // Unicode.
        (#"\p{Script=Greek}+"#, "αβγ", true), (#"\p{Greek}"#, "a", false), (#"\p{sc=Han}"#, "漢", true),
        (#"\p{Lu}\p{Ll}"#, "Éa", true), (#"\P{L}"#, "a", false), (#"\p{gc=Decimal_Number}"#, "٣", true),
        (#"\p{Emoji_Presentation}"#, "😀", true), (#"\p{Co}"#, "\u{F0000}", true), (#"\p{Cn}"#, "\u{50000}", true),
        (#"\uD83D\uDE00"#, "😀", true), (#"[\uD83D\uDE00-\u{1F64F}]"#, "🙏", true), (#"\u{1F600}"#, "😀", true),
        (#"\cJ\0"#, "\n\0", true), (#"\w"#, "é", false), (#"\d"#, "٣", false), (#"\s"#, "\u{FEFF}", true),
        (#"(?i:\u212a)"#, "k", true), (#"(?i:σ)"#, "ς", true), (#"(?i:[^k])"#, "\u{212A}", false),
        (#"."#, "\u{2028}", false),
        // Possessive: nothing is given back.
        (#"a++a"#, "aa", false), (#"a++b"#, "aab", true), (#"a?+ab"#, "ab", false), (#"a?+ab"#, "aab", true),
        (#"a{1,2}+a"#, "aaa", true),
    ])
    func matches(_ regex: String, _ text: String, _ expected: Bool) throws {
        #expect(try accepts(regex, text) == expected)
    }

    @Test(arguments: [
        (#"(a)\1"#, "back-references"), (#"(?<n>a)\k<n>"#, "back-references"), ("a(", "not closed"),
        ("a)", "closes no group"),
        ("[a", "not closed"), ("*a", "nothing to repeat"), ("a**", "needs a group"), (#"\p{Nope}"#, "unknown Unicode"),
        ("[b-a]", "wrong order"), ("a{3,2}", "wrong order"), (#"\"#, "at the end"), (#"\i"#, "no known escape"),
        ("(?>a+)b", "atomic"), ("(?:a(?!b))*", "unbounded repetition"), ("a(?<=ca)b", "only at the start"),
        (#"\xZZ"#, "hexadecimal"), ("(?<>a)", "name is missing"),
    ])
    func refuses(_ regex: String, _ reason: String) {
        #expect(throws: GrammarError.self) { try Grammar(pattern: regex) }
        do throws(GrammarError) { _ = try Pattern(findingIn: regex) } catch {
            #expect("\(error)".contains(reason), "\(error)")
        }
    }

    @Test func hostilePatternsHitLimits() {
        let hostile = [
            String(repeating: "(", count: 100_000),
            String(repeating: "(", count: 5_000) + "a" + String(repeating: ")", count: 5_000),
            String(repeating: "[", count: 60_000), "a{99999999999999999999}",
            String(repeating: "(?:^a|b)?", count: 40) + "{2}",
            String(repeating: "(?:(?=a)a|b|", count: 60) + String(repeating: ")", count: 60), "(?:\\b.){64}\\b",
        ]
        for regex in hostile {
            do throws(GrammarError) { _ = try Pattern(findingIn: regex) } catch {
                switch error {
                case .limitExceeded, .invalidPattern: break
                default: Issue.record("\(error)")
                }
            }
        }
    }

    @Test func emptyLanguageIsRefused() {
        #expect(throws: GrammarError.unsatisfiable(pointer: "", reason: "the pattern matches no text")) {
            try Grammar(pattern: "a(?!b)(?=b)")
        }
    }
}
