import Testing
import TrellisGrammars
import TrellisMatching
import TrellisTokenization

/// A vocabulary of every byte and some longer tokens, with an end token.
func toyVocabulary(_ extra: [String] = []) -> Vocabulary {
    let bytes = (0..<256).map { [UInt8($0)] }
    let longer = extra.map { Array($0.utf8) }
    let end = TokenID(bytes.count + longer.count)
    return Vocabulary(tokens: bytes + longer + [Array("<end>".utf8)], special: [], endTokens: [end])
}

func compile(_ vocabulary: Vocabulary, layout: Layout = .spaced, _ body: (inout GrammarBuilder) -> Grammar.NodeID)
    throws
    -> CompiledGrammar
{
    var builder = GrammarBuilder()
    let root = body(&builder)
    return try CompiledGrammar(builder.build(root: root, layout: layout), for: MatchingVocabulary(vocabulary))
}

func expectAccepts(_ matcher: inout Matcher, _ token: TokenID, _ location: SourceLocation = #_sourceLocation) {
    let isAccepted = matcher.accept(token)
    #expect(isAccepted, sourceLocation: location)
}

func expectAccepts(_ matcher: inout Matcher, bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
    let isAccepted = matcher.accept(bytes: bytes)
    #expect(isAccepted, sourceLocation: location)
}

@Suite struct MatcherTests {
    private func person(_ builder: inout GrammarBuilder) -> Grammar.NodeID {
        let text = builder.lexeme(.anything, as: .jsonString)
        let digit = Pattern.scalars(ScalarSet([0x30...0x39]))
        let number = builder.lexeme(.repetition(digit, atLeast: 1, atMost: nil), as: .plain)
        let tags = builder.add(.array(ArrayNode(items: text, minimumCount: 1, maximumCount: 2)))
        return builder.add(
            .object(
                ObjectNode(properties: [
                    .init(name: "name", value: text, isRequired: true),
                    .init(name: "age", value: number, isRequired: false),
                    .init(name: "tags", value: tags, isRequired: true),
                ])))
    }

    @Test(arguments: [
        #"{"name": "Ada", "age": 36, "tags": ["x"]}"#, #"{"name": "", "tags": ["x", "\u00e9\ud83d\ude00é😀\n"]}"#,
        #"{"name": "\"}", "age": 0, "tags": ["", ""]}"#,
    ])
    func acceptsValid(_ text: String) throws {
        let compiled = try compile(toyVocabulary()) { person(&$0) }
        #expect(try compiled.matches(text.utf8))
    }

    @Test(arguments: [
        #"{"name": "Ada", "age": 36}"#, #"{"tags": ["x"], "name": "Ada"}"#, #"{"name": "Ada", "tags": []}"#,
        #"{"name": "Ada", "tags": ["x", "y", "z"]}"#, #"{"name": "\ud83d", "tags": ["x"]}"#,
        #"{"name": "A", "age": , "tags": ["x"]}"#, #"{"name":"A", "tags": ["x"]}"#,
        "{\"name\": \"a\nb\", \"tags\": [\"x\"]}",
        #"{"name": "Ada", "tags": ["x"]} "#, #"{"name": "\x41", "tags": ["x"]}"#,
    ])
    func refusesInvalid(_ text: String) throws {
        let compiled = try compile(toyVocabulary()) { person(&$0) }
        #expect(try !compiled.matches(text.utf8))
    }

    @Test func forcesWhatHasNoChoice() throws {
        let compiled = try compile(toyVocabulary()) { person(&$0) }
        var matcher = Matcher(compiled)
        #expect(String(decoding: matcher.forcedBytes, as: UTF8.self) == #"{"name": ""#)
        expectAccepts(&matcher, bytes: Array(#"{"name": "x", "t"#.utf8))
        #expect(String(decoding: matcher.forcedBytes, as: UTF8.self) == #"ags": [""#)
    }

    @Test func completesInTheFewestBytes() throws {
        let compiled = try compile(toyVocabulary(["\": ", "name", "{\""])) { person(&$0) }
        var matcher = Matcher(compiled)
        let tokens = try #require(matcher.shortestCompletion)
        let text = tokens.flatMap { Array(compiled.vocabulary.vocabulary.bytes(of: $0)) }
        #expect(String(decoding: text, as: UTF8.self) == #"{"name": "", "tags": [""]}"#)
        #expect(matcher.fits(within: tokens.count))
        #expect(!matcher.fits(within: tokens.count - 1))
        for token in tokens { expectAccepts(&matcher, token) }
        #expect(matcher.isComplete)
    }

    @Test func goesBack() throws {
        let compiled = try compile(toyVocabulary()) { person(&$0) }
        var matcher = Matcher(compiled)
        let start = matcher.mask
        for byte in Array(#"{"name": "x", "tags": ["y"]}"#.utf8) { expectAccepts(&matcher, TokenID(Int(byte))) }
        let end = compiled.vocabulary.vocabulary.endTokens[0]
        #expect(matcher.isComplete)
        expectAccepts(&matcher, end)
        #expect(matcher.isFinished)
        #expect(matcher.mask.allSatisfy { $0 == 0 })
        matcher.rollback(1)
        #expect(!matcher.isFinished && matcher.isComplete)
        matcher.rollback(100)
        #expect(matcher.mask == start)
    }

    /// Two spellings of one language, one without the other: to see that nothing is left takes 2^17 states.
    @Test func givesUpOnHostilePatterns() throws {
        let one = Pattern.sequence([.anything, .text("a"), .length(atLeast: 16, atMost: 16)])
        let other = Pattern.sequence([.anything, .text("a"), .length(atLeast: 15, atMost: 15), .anyScalar])
        var builder = GrammarBuilder()
        let root = builder.lexeme(.intersection([one, .complement(other)]), as: .plain)
        let grammar = try builder.build(root: root, layout: .compact)
        let vocabulary = MatchingVocabulary(toyVocabulary())
        #expect(throws: MatchingError.limitExceeded(name: "states of patterns", value: 50_000)) {
            try CompiledGrammar(grammar, for: vocabulary, limits: GrammarLimits(time: .seconds(60)))
        }
        // The vocabulary is as good as before.
        var after = GrammarBuilder()
        let word = after.literal("yes")
        #expect(try CompiledGrammar(after.build(root: word, layout: .compact), for: vocabulary).matches("yes".utf8))
    }

    /// “é” as one scalar and as two are equal strings in Swift and different names in JSON.
    @Test func keepsNamesApartThatLookAlike() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let compiled = try compile(toyVocabulary(), layout: .compact) { builder in
            let word = builder.lexeme(.texts([composed]), as: .jsonString)
            let other = builder.lexeme(.texts([decomposed]), as: .jsonString)
            let objects = [(composed, word), (decomposed, other)].map { name, value in
                builder.add(.object(ObjectNode(properties: [.init(name: name, value: value, isRequired: true)])))
            }
            return builder.add(.choice(objects))
        }
        #expect(try compiled.matches("{\"\(composed)\":\"\(composed)\"}".utf8))
        #expect(try compiled.matches("{\"\(decomposed)\":\"\(decomposed)\"}".utf8))
        #expect(try !compiled.matches("{\"\(composed)\":\"\(decomposed)\"}".utf8))
    }
}
