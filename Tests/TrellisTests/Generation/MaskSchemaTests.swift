import Foundation
import RegexBuilder
import Testing
import Trellis
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// What a schema lets a model write, and that all of it can be read.
@Suite struct MaskSchemaTests {
    /// A vocabulary of the 256 bytes and an end token.
    private static let bytes = MatchingVocabulary(
        Vocabulary(
            tokens: (0...255).map { [UInt8($0)] } + [Array("<end>".utf8)], special: [], endTokens: [TokenID(256)]))

    private static func compile(_ schema: GenerationSchema) throws -> CompiledGrammar {
        try CompiledGrammar(try Grammar(jsonSchema: schema.maskSchema), for: bytes)
    }

    @Test(arguments: SchemaDialectTests.types.indices)
    func fixturesHaveGrammars(_ index: Int) throws {
        let grammar = try Grammar(jsonSchema: SchemaDialectTests.types[index].1.maskSchema)
        #expect(grammar.warnings.isEmpty)
    }

    @Test func largestFixtureHasAGrammar() throws {
        guard let text = try SchemaDialectTests.fixture("spotlight-tool-27.0.txt") else { return }
        let schema = try JSONDecoder().decode(GenerationSchema.self, from: Data(text.utf8))
        #expect(try Grammar(jsonSchema: schema.maskSchema).warnings.isEmpty)
    }

    private static func guided<Value: Generable>(
        _ type: Value.Type, _ guides: [GenerationGuide<Value>]
    ) -> GenerationSchema {
        GenerationSchema(type: Dialect.Cat.self, properties: [.init(name: "it", type: type, guides: guides)])
    }

    private static func accepted(_ schema: GenerationSchema, _ values: [String]) throws -> [String] {
        let grammar = try compile(schema)
        return try values.filter { try grammar.matches("{\"it\": \($0)}".utf8) }
    }

    @Test func patternsAreOfTheWholeText() throws {
        let values = [#""ab""#, #""xab""#, #""abx""#, #""c""#, #""cx""#]
        #expect(try Self.accepted(Self.guided(String.self, [.pattern(/ab|c/)]), values) == [#""ab""#, #""c""#])
        let built = Regex {
            ChoiceOf {
                "ab"
                "c"
            }
            Optionally { "x" }
        }
        #expect(
            try Self.accepted(Self.guided(String.self, [.pattern(built)]), values) == [
                #""ab""#, #""abx""#, #""c""#, #""cx""#,
            ])
    }

    @Test func numbersAreWhatTypesHold() throws {
        let integers = ["9223372036854775807", "9223372036854775808", "-9223372036854775808", "1.0", "0"]
        #expect(
            try Self.accepted(Self.guided(Int.self, []), integers)
                == ["9223372036854775807", "-9223372036854775808", "0"])
        #expect(try Self.accepted(Self.guided(Int.self, [.range(0...5)]), integers) == ["0"])
        let numbers = ["1e38", "1e39", "1e308", "1e309", "-1e309", "0.5", "1e999"]
        #expect(try Self.accepted(Self.guided(Float.self, []), numbers) == ["1e38", "0.5"])
        #expect(try Self.accepted(Self.guided(Double.self, []), numbers) == ["1e38", "1e39", "1e308", "0.5"])
        #expect(try Self.accepted(Self.guided(Decimal.self, []), numbers) == ["1e38", "1e39", "0.5"])
        #expect(try Self.accepted(Self.guided(Double.self, [.range(0.5...1)]), numbers) == ["0.5"])
        let dynamic = try GenerationSchema(
            root: .init(name: "X", properties: [.init(name: "it", schema: .init(type: Int.self))]), dependencies: [])
        #expect(try Self.accepted(dynamic, integers).count == 3)
    }

    struct Mixture: Generable, Equatable {
        var flag: Bool
        var count: Int
        var share: Double
        var ratio: Float
        var price: Decimal
        var word: String
        var code: String
        var list: [Int]
        var nested: [Mixture]?
        var open: GeneratedContent

        static var generationSchema: GenerationSchema {
            GenerationSchema(
                type: Self.self, representNilExplicitlyInGeneratedContent: true,
                properties: [
                    .init(name: "flag", type: Bool.self), .init(name: "count", type: Int.self),
                    .init(name: "share", type: Double.self), .init(name: "ratio", type: Float.self),
                    .init(name: "price", type: Decimal.self), .init(name: "word", type: String.self),
                    .init(name: "code", type: String.self, guides: [/[a-f]{2,3}(?:-\d+)?/]),
                    .init(
                        name: "list", type: [Int].self, guides: [.maximumCount(3), .element(.range(-20...1000))]),
                    .init(name: "nested", type: [Mixture]?.self, guides: [.maximumCount(2)]),
                    .init(name: "open", type: GeneratedContent.self),
                ])
        }

        init(_ content: GeneratedContent) throws {
            flag = try content.value(forProperty: "flag")
            count = try content.value(forProperty: "count")
            share = try content.value(forProperty: "share")
            ratio = try content.value(forProperty: "ratio")
            price = try content.value(forProperty: "price")
            word = try content.value(forProperty: "word")
            code = try content.value(forProperty: "code")
            list = try content.value(forProperty: "list")
            nested = try content.value(forProperty: "nested")
            open = try content.value(forProperty: "open")
        }

        var generatedContent: GeneratedContent {
            GeneratedContent(properties: [
                "flag": flag, "count": count, "share": share, "ratio": ratio, "price": price, "word": word,
                "code": code, "list": list, "nested": nested, "open": open,
            ])
        }
    }

    /// Random texts that the mask allows are read, and what is read and written again is read as the same.
    @Test func whatIsAllowedCanBeRead() throws {
        let start = Matcher(try Self.compile(Mixture.generationSchema))
        var generator = SplitMix(state: 7)
        var count = 0
        while count < 20 {
            guard let text = try Self.randomText(start, using: &generator) else { continue }
            count += 1
            let content = try GeneratedContent(json: text)
            let value = try Mixture(content)
            #expect(value.list.count <= 3 && value.list.allSatisfy { (-20...1000).contains($0) })
            #expect(value.code.wholeMatch(of: /[a-f]{2,3}(?:-\d+)?/) != nil)
            #expect(try Mixture(GeneratedContent(json: value.generatedContent.jsonString)) == value)
        }
    }

    /// A text of random bytes that the grammar allows; nil when it becomes too long.
    private static func randomText(_ start: Matcher, using generator: inout SplitMix) throws -> String? {
        var matcher = start
        var text: [UInt8] = []
        while text.count < 3000 {
            if matcher.isComplete { return String(decoding: text, as: UTF8.self) }
            // Printable characters come first, so that strings are not all control characters.
            let candidates =
                Array(0x20...0x7E).shuffled(using: &generator) + Array(0x80...0xFF).shuffled(using: &generator)
            guard let byte = candidates.first(where: { matcher.accept(TokenID($0)) }) else {
                throw Stuck(text: String(decoding: text, as: UTF8.self))
            }
            text.append(UInt8(byte))
        }
        return nil
    }

    private struct Stuck: Error { let text: String }
}

/// A small repeatable source of random numbers (SplitMix64).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
