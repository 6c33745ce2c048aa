import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Every limit ends in an error that names it and its value, whichever front end it was.
@Suite struct LimitTests {
    private func limit(_ make: () throws -> Void) -> String {
        do {
            try make()
            return "none"
        } catch {
            return "\(error)"
        }
    }

    private func schema(_ text: String, _ limits: GrammarLimits) -> String {
        limit {
            var options = JSONSchemaOptions()
            options.limits = limits
            _ = try Grammar(jsonSchema: JSONValue(parsing: text), options: options)
        }
    }

    @Test func schemasHitLimitsByName() {
        let object = ##"{"properties":{"a":{"type":"integer"},"b":{"items":{"$ref":"#"}}}}"##
        let patterns = ##"{"type":"string","allOf":[{"pattern":"a.*b"},{"pattern":"b.*c"},{"not":{"pattern":"d"}}]}"##
        #expect(schema(object, GrammarLimits()) == "none")
        #expect(schema(object, GrammarLimits(nodes: 2)) == "schema: over the limit of 2 nodes in a grammar")
        #expect(
            schema(object, GrammarLimits(schemas: 3))
                == "schema at /properties/b/items: over the limit of 3 schemas in a document")
        #expect(
            schema(object, GrammarLimits(time: .zero)) == "schema: over the limit of 0 milliseconds for one compile")
        #expect(schema(patterns, GrammarLimits()) == "none")
        #expect(schema(patterns, GrammarLimits(states: 2)) == "schema: over the limit of 2 states of patterns")
        #expect(
            schema(patterns, GrammarLimits(memory: 2_000)) == "schema: over the limit of 2000 bytes for one compile")
        #expect(
            schema(#"{"anyOf":[{"allOf":[{"not":{}}]}]}"#, GrammarLimits(nesting: 2)).hasSuffix(
                "over the limit of 2 levels of schemas for one value"))
        #expect(
            schema(#"{"pattern":"((a))"}"#, GrammarLimits(nesting: 2))
                == "schema at /pattern: over the limit of 2 levels of groups in a pattern")
    }

    @Test func textsHitLimitsByName() {
        let small = GrammarLimits(characters: 8, nesting: 2, repetitions: 9)
        for (text, name) in [
            ("aaaaaaaaa", "8 characters in a pattern"), ("((a))", "2 levels of groups in a pattern"),
            ("a{10}", "9 repetitions in a pattern"),
        ] {
            #expect(limit { _ = try Grammar(pattern: text, limits: small) } == "schema: over the limit of \(name)")
        }
        let time = GrammarLimits(time: .zero)
        #expect(
            limit { _ = try Grammar(pattern: "(?=a)ab", limits: time) }
                == "schema: over the limit of 0 milliseconds for one compile")
        #expect(
            limit { _ = try Grammar(lark: #"start: %json {"properties": {"a": {}}}"#, limits: time) }
                == "grammar, line 1, column 14: schema: over the limit of 0 milliseconds for one compile")
        #expect(
            limit { _ = try Grammar(gbnf: "root ::= root \"a\" | \"b\"", limits: time) }
                == "grammar, line 1, column 10: over the limit of 0 milliseconds for one compile")
        let nested = GrammarLimits(nesting: 2)
        #expect(
            limit { _ = try Grammar(gbnf: #"root ::= ((("a")))"#, limits: nested) }.hasSuffix(
                "over the limit of 2 levels of groups"))
        #expect(
            limit { _ = try Grammar(lark: #"start: ((("a")))"#, limits: nested) }.hasSuffix(
                "over the limit of 2 levels of groups"))
    }

    @Test func compilingHitsLimitsByName() throws {
        let vocabulary = MatchingVocabulary(toyVocabulary())
        let words = try Grammar(gbnf: #"root ::= "a" root "b" | "c""#)
        let pattern = try Grammar(lark: "start: A & ~B\nA: /(a|b)*a(a|b){9}/\nB: /(a|b)*b(a|b){8}/")
        #expect(
            limit { _ = try CompiledGrammar(words, for: vocabulary, limits: GrammarLimits(nodes: 2)) }
                == "grammar: over the limit of 2 nodes in a grammar")
        #expect(
            limit { _ = try CompiledGrammar(words, for: vocabulary, limits: GrammarLimits(time: .zero)) }
                == "grammar: over the limit of 0 milliseconds for one compile")
        #expect(
            limit { _ = try CompiledGrammar(pattern, for: vocabulary, limits: GrammarLimits(states: 2)) }
                == "grammar: over the limit of 2 states of patterns")
        #expect(
            limit { _ = try CompiledGrammar(pattern, for: vocabulary, limits: GrammarLimits(memory: 2_000)) }
                == "grammar: over the limit of 2000 bytes for one grammar")
        // What another grammar finds out on the way is right.
        let compiled = try CompiledGrammar(pattern, for: vocabulary)
        #expect(try compiled.matches("aaaaabbbbbbb".utf8) && !compiled.matches("aaabbbbbbbbb".utf8))
    }

    /// A limit that is hit while a text is matched ends that grammar, and no other of the vocabulary.
    @Test func matchingHitsLimitsByName() throws {
        let vocabulary = MatchingVocabulary(toyVocabulary())
        let other = try CompiledGrammar(Grammar(pattern: "[ab]*c"), for: vocabulary)
        let limits = GrammarLimits(memory: 300_000)
        let compiled = try CompiledGrammar(Grammar(pattern: "(a|b)*a(a|b){200}"), for: vocabulary, limits: limits)
        let error = MatchingError.limitExceeded(name: "bytes for one grammar", value: 300_000)
        var generator = SeededGenerator(seed: 1)
        let text = (0..<2_000).map { _ in UInt8(ascii: generator.next() % 2 == 0 ? "a" : "b") }
        var matcher = Matcher(compiled)
        #expect(matcher.mask.contains { $0 != 0 })
        let accepted = text.firstIndex { !matcher.accept(bytes: [$0]) }
        #expect(accepted != nil && matcher.failure == error)
        #expect(matcher.mask.allSatisfy { $0 == 0 } && !matcher.accept(bytes: "a".utf8))
        #expect(throws: error) { try matcher.setTokenBudget(1_000) }
        #expect(try other.matches("abac".utf8) && !other.matches("abad".utf8))
        // The next text starts anew, and one that a quarter of the memory is enough for can be matched again and again.
        #expect(throws: error) { try compiled.matches(text) }
        for round in 0..<20 {
            let part = text.dropFirst(50 * round).prefix(50)
            #expect(try !compiled.matches(part))
        }
    }
}
