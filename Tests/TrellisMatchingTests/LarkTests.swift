import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching

/// Lark grammars against what Lark and llguidance say, recorded by Scripts/make_lark_expectations.py.
struct LarkTests {
    private let vocabulary = MatchingVocabulary(toyVocabulary())

    @Test func agreesWithLarkAndLLGuidance() throws {
        let url = Checkout.root.appendingPathComponent("Tests/TrellisMatchingTests/Fixtures/lark.json")
        let entries = try JSONValue(parsing: Array(Data(contentsOf: url))).arrayValue ?? []
        #expect(entries.count > 250)
        var verdictCount = 0
        for entry in entries {
            let grammar = entry["grammar"]?.stringValue ?? ""
            let texts = entry["texts"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let found = try verdicts(grammar, texts)
            let lark = entry["lark"]?.stringValue
            let other = entry["llguidance"]?.stringValue
            // Where both read the grammar, llguidance may refuse what needs a shorter terminal.
            for (text, (own, expected)) in zip(texts, zip(found, lark ?? other ?? "")) where expected != "?" {
                #expect(own == expected, "\(grammar)\n“\(text)”")
                verdictCount += 1
            }
            for (text, (own, expected)) in zip(texts, zip(found, other ?? "")) where expected == "1" {
                #expect(own == "1", "\(grammar)\n“\(text)”, which llguidance accepts")
            }
        }
        print("compared \(verdictCount) verdicts of Lark and llguidance")
    }

    private func verdicts(_ grammar: String, _ texts: [String]) throws -> String {
        let options = JSONSchemaOptions(layout: .flexible(limit: 4))
        let parsed = try Grammar(lark: grammar, schemaOptions: options)
        guard let compiled = try BruteForceTests.compiled(parsed, vocabulary) else {
            return String(repeating: "0", count: texts.count)
        }
        return try texts.map { try compiled.matches($0.utf8) ? "1" : "0" }.joined()
    }

    @Test(arguments: [
        ("start: /a+/ & /(aa)+/", ["aa", "aaaa"], ["", "a", "aaa"]),
        (
            "start: A? B\nA: /x*/\nB: \"b\"\n%ignore \"-\"", ["b", "b--", "x-xx", "x--b-"].filter { $0.contains("b") },
            ["-b", "x-"]
        ),
        (
            "start: %json {\"type\": \"array\", \"items\": {\"$ref\": \"#\"}}\n  | \"x\" start",
            ["[]", "[[], []]", "xx[]"], ["x", "[x]"]
        ),
        ("start: /[\\w--\\d]+/", ["ab"], ["a1"]),
        ("start: a~3..4 // three\n\n# or four\na: \"é\"i", ["ééÉ", "éÉéé"], ["éé"]),
    ])
    func accepts(_ grammar: String, _ good: [String], _ bad: [String]) throws {
        let found = try verdicts(grammar, good + bad)
        #expect(found == String(repeating: "1", count: good.count) + String(repeating: "0", count: bad.count))
    }

    @Test(arguments: [
        ("start: x\nx y", "grammar, line 2, column 3: expected “:”, not “y”"),
        ("start: \"a\" |\n  mis_sing", "grammar, line 2, column 3: rule “mis_sing” is not defined"),
        ("start: MISSING", "grammar, line 1, column 8: rule “MISSING” is not defined"),
        ("begin: \"a\"", "grammar, line 1, column 1: rule “start” is not defined"),
        ("start: \"a\"\nstart: \"b\"", "grammar, line 2, column 1: rule “start” is defined twice"),
        (
            "start: <|end|>",
            "grammar, line 1, column 8: the token “<|end|>” cannot be enforced: a grammar is over characters, and a special token has none"
        ),
        (
            "start: a\na[max_tokens=3]: /x*/",
            "grammar, line 2, column 3: “max_tokens” cannot be enforced: a grammar is over characters, not tokens"
        ),
        (
            "start[temperature=0.7]: /x*/",
            "grammar, line 1, column 7: “temperature” cannot be enforced: it is no matter of a grammar"
        ),
        (
            "start[stop=\"x\"]: /x*/",
            "grammar, line 1, column 7: “stop” cannot be enforced: what ends the text would have to be taken back; “suffix” keeps it"
        ),
        (
            "start.2: \"a\"",
            "grammar, line 1, column 6: a priority cannot be enforced: all readings of a text count alike"
        ),
        (
            "start: a{\"x\"}",
            "grammar, line 1, column 9: a template cannot be enforced: write the rule out for each use"
        ),
        (
            "start::_ : \"a\"",
            "grammar, line 1, column 6: a parameter cannot be enforced: parametric rules are not supported"
        ),
        ("start: @other", "grammar, line 1, column 8: “@other” cannot be enforced: there are no other grammars"),
        (
            "%declare A\nstart: A",
            "grammar, line 1, column 1: “%declare” cannot be enforced: a terminal without a definition has no texts"
        ),
        (
            "%import python.NAME\nstart: NAME",
            "grammar, line 1, column 1: “%import” cannot be enforced: only terminals of “common” can be imported"
        ),
        ("%import common.NAME\nstart: NAME", "grammar, line 1, column 16: rule “common.NAME” is not defined"),
        (
            "start: T\nT: \"a\" T?",
            "grammar, line 2, column 8: terminal “T” within itself cannot be enforced: a terminal has no recursion"
        ),
        (
            "start: T\nT: start",
            "grammar, line 2, column 4: rule “start” in a terminal cannot be enforced: a terminal has no recursion"
        ),
        (
            "start: /a$/",
            "grammar, line 1, column 8: pattern “a$”, character 0: an anchor cannot be part of a terminal"
        ),
        ("start: /(a/", "grammar, line 1, column 8: pattern “(a”, character 0: the group is not closed"),
        ("start: /a/l", "grammar, line 1, column 8: pattern “a”, character 0: the flag “l” is not supported"),
        (
            "start:\n  | %json {\"type\": \"strin\"}",
            "grammar, line 2, column 11: schema at /type: unknown type “strin”"
        ),
        ("start: \"b\"..\"a\"", "grammar, line 1, column 8: expected a range of two characters in ascending order"),
        ("start: \"a\"~3..2", "grammar, line 1, column 11: expected counts in ascending order"),
        ("start: (\"a\"", "grammar, line 1, column 12: expected “)”, not the end of the text"),
        ("start: \"a", "grammar, line 1, column 8: expected “\"” at the end of this literal"),
        (
            "%llguidance {\"no_forcing\": true}\nstart: \"a\"",
            "grammar, line 1, column 13: “no_forcing” cannot be enforced: it is no matter of which texts are allowed"
        ),
        (
            "start: fooBar",
            "grammar, line 1, column 8: expected a name in lower case for a rule or in upper case for a terminal"
        ),
    ])
    func refuses(_ text: String, _ message: String) {
        do throws(GrammarError) {
            _ = try Grammar(lark: text)
            Issue.record("accepted: \(text)")
        } catch {
            #expect("\(error)" == message)
        }
    }

    @Test func hostileGrammarsHitLimits() {
        let deep = String(repeating: "(", count: 100_000)
        let terminals = (0..<2_000).map { "T\($0): T\($0 + 1) T\($0 + 1)" }.joined(separator: "\n")
        let doubled = (0..<40).map { "T\($0): T\($0 + 1) T\($0 + 1)" }.joined(separator: "\n")
        for text in [
            "start: " + deep, "start: T0\n\(terminals)\nT2000: \"a\"", "start: T0\n\(doubled)\nT40: \"a\"",
            "start: " + String(repeating: "~", count: 100_000) + "\"a\"", "start: \"a\"{99999999999999999999}",
        ] {
            do throws(GrammarError) {
                _ = try Grammar(lark: text)
                Issue.record("accepted")
            } catch {
                guard case .textLimitExceeded = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
    }
}
