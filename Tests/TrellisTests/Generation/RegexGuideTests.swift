import RegexBuilder
import Testing
import Trellis
import TrellisJSON

/// Patterns of guides say the same as the regular expressions they come from.
@Suite struct RegexGuideTests {
    private static func pattern(_ regex: some RegexComponent) throws -> String? {
        let schema = GenerationSchema(
            type: Dialect.Cat.self,
            properties: [.init(name: "text", type: String.self, guides: [.pattern(regex.regex)])])
        return try schema.jsonSchema["properties"]?["text"]?["pattern"]?.stringValue
    }

    @Test func literalsStayAsTheyAre() throws {
        #expect(try Self.pattern(/ab+c|(?<year>\d{4})/) == #"ab+c|(?<year>\d{4})"#)
        #expect(try Self.pattern(Regex("^a|b$")) == "^a|b$")
        #expect(try Self.pattern(/[a-c\d[^e]]{2,}?/) == #"[a-c\d[^e]]{2,}?"#)
    }

    @Test func builtExpressionsAreGrouped() throws {
        #expect(
            try Self.pattern(
                Regex {
                    ChoiceOf {
                        "a.b"
                        "c-d"
                    }
                    OneOrMore(.word)
                }) == #"(?:a\.b|c\-d)\w+"#)
        #expect(
            try Self.pattern(
                Regex {
                    /a|b/
                    "c"
                }) == "(?:a|b)c")
        #expect(try Self.pattern(OneOrMore { /ab/ }) == "(?:ab)+")
        #expect(try Self.pattern(OneOrMore { Optionally { "a" } }) == "(?:a?)+")
        #expect(try Self.pattern(OneOrMore { Optionally { One(.digit) } }) == #"(?:\d?)+"#)
        #expect(try Self.pattern(OneOrMore { /(?:a)b/ }) == "(?:(?:a)b)+")
        #expect(try Self.pattern(ZeroOrMore { Capture { "ab" } }) == "(ab)*")
        #expect(try Self.pattern(OneOrMore(#"x\Ey"#)) == #"(?:x\\Ey)+"#)
        #expect(try Self.pattern(OneOrMore("e\u{301}")) == "(?:e\u{301})+")
        #expect(
            try Self.pattern(
                ChoiceOf {
                    "x"
                    Regex {
                        ChoiceOf {
                            "y"
                            "z"
                        }
                        "w"
                    }
                }) == "x|(?:y|z)w")
    }

    @Test func partsKeepTheirForm() throws {
        #expect(try Self.pattern(Repeat(2...5) { CharacterClass("a"..."f", .digit) }) == #"[[a-f][\d]]{2,5}"#)
        #expect(
            try Self.pattern(
                Regex {
                    Anchor.startOfSubject
                    ZeroOrMore(.any, .reluctant)
                    NegativeLookahead { "x" }
                    One(CharacterClass.generalCategory(.uppercaseLetter))
                    Repeat("y", ...4)
                    /q|r/.ignoresCase()
                    Anchor.endOfSubject
                }) == #"\A[\s\S]*?(?!x)[\p{Lu}]y{,4}(?i:q|r)\z"#)
    }

    @Test func classesOfAllCharactersAreSpelledOut() throws {
        let nonBreaks = #"\u0000-\t\u000E-\u0084\u0086-\u2027\u202A-\u{10FFFF}"#
        #expect(try Self.pattern(ZeroOrMore(.anyNonNewline)) == "[\(nonBreaks)]*")
        #expect(try Self.pattern(CharacterClass.any.subtracting(.digit)) == #"[[\s\S]--[\d]]"#)
        #expect(try Self.pattern(One(.anyOf(".^"))) == #"[\.\^]"#)
        #expect(
            try Self.pattern(
                Regex {
                    /[.]\h/
                    One(.horizontalWhitespace)
                }) == #"[\.][\t\p{Zs}][\t\p{Zs}]"#)
    }

    /// Texts that tell the printed pattern from one without groups match just as the original does.
    @Test func writtenPatternsMatchTheSame() throws {
        let regexes: [Regex<Substring>] = [
            Regex {
                ChoiceOf {
                    "a"
                    "bb"
                }
                OneOrMore { /ab/ }
            },
            Regex {
                OneOrMore { /a|b/ }
                ZeroOrMore {
                    ChoiceOf {
                        "x"
                        "y"
                    }
                }
            },
            Regex {
                Optionally { OneOrMore { Repeat(count: 2) { "ab" } } }
                "+|"
            },
        ]
        var texts = [""]
        for _ in 0..<5 { texts += texts.flatMap { text in ["a", "b", "x", "+|"].map { text + $0 } }.uniqued }
        texts = texts.uniqued
        for regex in regexes {
            let pattern = try #require(try Self.pattern(regex))
            let written = try Regex<Substring>(pattern)
            for text in texts {
                #expect((try regex.wholeMatch(in: text) == nil) == (try written.wholeMatch(in: text) == nil))
            }
        }
    }

    @Test func transformsHaveNoPattern() throws {
        let regex = Regex {
            TryCapture {
                OneOrMore(.digit)
            } transform: {
                Int($0)
            }
        }
        do {
            _ = try Self.pattern(regex)
            Issue.record("expected an error")
        } catch let fault as SchemaFault {
            #expect(fault.description.hasPrefix("schema “Cat”, property “text”: guide “pattern” has no pattern text"))
        }
    }
}

extension Array<String> {
    fileprivate var uniqued: [String] { Array(Set(self)) }
}
