import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// GBNF against what llama.cpp says, recorded by Scripts/make_gbnf_expectations.py.
struct GBNFTests {
    /// A token that a grammar can cut into lexemes in more ways than could be followed one by one.
    @Test func manyWaysToCutATokenAreOnePlace() throws {
        let blanks = [UInt8](repeating: 0x20, count: 120)
        let vocabulary = Vocabulary(
            tokens: (UInt8.min...UInt8.max).map { [$0] } + [blanks, Array("(".utf8) + blanks, []],
            special: [TokenID(258)], endTokens: [TokenID(258)])
        let grammar = try Grammar(gbnf: #"root ::= (" " | "  " | "(" root ")")*"#)
        var matcher = Matcher(try CompiledGrammar(grammar, for: MatchingVocabulary(vocabulary)))
        let isAccepted = matcher.accept(TokenID(257))
        #expect(isAccepted)
        let mask = matcher.mask
        let allowed = (0..<259).filter { mask[$0 >> 5] >> UInt32($0 & 31) & 1 == 1 }
        #expect(allowed == [0x20, 0x28, 0x29, 256, 257])
    }

    private let vocabulary = MatchingVocabulary(toyVocabulary())

    @Test func agreesWithLlamaCpp() throws {
        let url = Checkout.root.appendingPathComponent("Tests/TrellisMatchingTests/Fixtures/gbnf.json")
        let entries = try JSONValue(parsing: Array(Data(contentsOf: url))).arrayValue ?? []
        #expect(entries.count > 250)
        var verdictCount = 0
        for entry in entries {
            let text = entry["grammar"]?.stringValue ?? ""
            switch entry["error"]?.stringValue {
            case "syntax":
                #expect(throws: GrammarError.self, "\(text)") { try Grammar(gbnf: text) }
            case "recursion":
                // Left recursion, which llama.cpp does not support.
                #expect(throws: Never.self, "\(text)") { try Grammar(gbnf: text) }
            default:
                let texts = entry["texts"]?.arrayValue?.compactMap(\.stringValue) ?? []
                let found = try verdicts(text, texts)
                #expect(found == entry["verdicts"]?.stringValue, "\(text)\n\(texts)")
                verdictCount += texts.count
            }
        }
        print("compared \(verdictCount) verdicts of llama.cpp")
    }

    private func verdicts(_ grammar: String, _ texts: [String]) throws -> String {
        do {
            let compiled = try CompiledGrammar(Grammar(gbnf: grammar), for: vocabulary)
            return try texts.map { try compiled.matches($0.utf8) ? "1" : "0" }.joined()
        } catch MatchingError.noTextPossible {
            return String(repeating: "0", count: texts.count)
        }
    }

    @Test(arguments: [
        ("root ::= root \"+\" t | t\nt ::= [0-9]", ["1", "1+2", "1+2+3"], ["", "1+", "+1", "12"]),
        (
            "root ::= a\na ::= b \"x\" | \"y\"\nb ::= a \"z\" | \"w\"", ["y", "wx", "yzx", "wxzx", "yzxzx"],
            ["yz", "wz", "x"]
        ),
        // The recursion is hidden behind a part that may be empty.
        ("root ::= ws root \"a\" | \"b\"\nws ::= \" \"*", ["b", "ba", " ba", "  baa"], ["a", "b a", " b"]),
        ("root ::= root root | \"a\" | \"\"", ["", "a", "aaaa"], ["b", "ab"]),
        ("root ::= root", [], ["", "a"]),
    ])
    func resolvesLeftRecursion(_ grammar: String, _ good: [String], _ bad: [String]) throws {
        let found = try verdicts(grammar, good + bad)
        #expect(found == String(repeating: "1", count: good.count) + String(repeating: "0", count: bad.count))
    }

    @Test(arguments: [
        ("root ::= \"a\"\nb ::= (\"c\"", "grammar, line 2, column 7: expected “)” for this group"),
        ("root ::= x \"y\" |\n  z", "grammar, line 1, column 10: rule “x” is not defined"),
        ("# none\n", "grammar, line 1, column 1: rule “root” is not defined"),
        ("root ::= \"a\"\r\nroot ::= \"b\"", "grammar, line 2, column 1: rule “root” is defined twice"),
        (
            "root ::= <think> \"a\"",
            "grammar, line 1, column 10: the token “<think>” cannot be enforced: a grammar is over characters, and a special token has none"
        ),
        (
            "root ::= !<[1000]>*",
            "grammar, line 1, column 10: the token “!<[1000]>” cannot be enforced: a grammar is over characters, and a special token has none"
        ),
        ("root ::= [z-a]", "grammar, line 1, column 11: expected a range in ascending order"),
        ("root ::= []", "grammar, line 1, column 10: expected a character in this class"),
        ("root ::= \"\\ud800\"", "grammar, line 1, column 11: expected the number of a character"),
        ("root ::= \"a\"{3,2}", "grammar, line 1, column 13: expected counts in ascending order"),
        ("root ::= \"a\"{9999999}", "grammar, line 1, column 14: over the limit of 1000000 repetitions"),
        (
            "root ::= " + String(repeating: "(", count: 300),
            "grammar, line 1, column 138: over the limit of 128 levels of groups"
        ),
        (
            "root ::= \"a\"" + String(repeating: "*", count: 300),
            "grammar, line 1, column 140: over the limit of 128 levels of groups"
        ),
    ])
    func refuses(_ text: String, _ message: String) {
        do throws(GrammarError) {
            _ = try Grammar(gbnf: text)
            Issue.record("accepted: \(text)")
        } catch {
            #expect("\(error)" == message)
        }
    }

    /// Each level enters the next in two ways: 2^40 ways in all, and after the first token as many again.
    @Test func manyWaysToOneRuleAreOne() throws {
        let levels = (0..<40).map { "l\($0) ::= l\($0 + 1) \"\($0),\" l\($0) | l\($0 + 1)" }
        let grammar =
            "root ::= l0\n" + levels.joined(separator: "\n") + "\nl40 ::= \"x\" | \"(\" root \")\""
        let texts = ["x", "x0,x", "x1,x0,x", "(x0,x)2,x", "((((x))))", "x0,", "(x", "xx0,x"]
        #expect(try verdicts(grammar, texts) == "11111000")
    }

    @Test func deepTextsNeedNoDeepStack() throws {
        let nested = "root ::= \"(\" root \")\" ws | ws\nws ::= \" \"*"
        let text = String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
        #expect(try verdicts(nested, [text, text + ")"]) == "10")
        let chain = (0..<50_000).map { "r\($0) ::= r\($0 + 1) | \"b\" root" }.joined(separator: "\n")
        #expect(try verdicts("root ::= r0\n\(chain)\nr50000 ::= \"a\"", ["a", "bba", "b"]) == "110")
    }

    @Test func hitsLimitsByName() throws {
        let chain = (0..<2000).map { "r\($0) ::= r\($0 + 1) root" }.joined(separator: "\n")
        let place = TextPlace(line: 998, column: 10)
        let error = GrammarError.textLimitExceeded(place, limit: "nodes in a grammar", value: 1000)
        #expect(throws: error) {
            try Grammar(gbnf: chain + "\nr2000 ::= \"a\"\nroot ::= r0", limits: GrammarLimits(nodes: 1000))
        }
        let long = GrammarError.textLimitExceeded(
            TextPlace(line: 1, column: 1), limit: "characters in a grammar", value: 10)
        #expect(throws: long) { try Grammar(gbnf: "root ::= \"ab\"", limits: GrammarLimits(characters: 10)) }
    }
}
