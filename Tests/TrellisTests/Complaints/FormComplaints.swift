import Foundation
import TestSupport
import Testing
import Trellis
import TrellisDecoding
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// What users complain about: the form of answers, and traps in decoding. The numbers are those of the list of complaints.
@Suite struct FormComplaints {
    @Generable struct Fruit: Equatable {
        var zest: Bool
        var apple: Int
        @Guide(.pattern(/[a-z ]{0,12}/)) var note: String
    }

    /// A grammar of a type over single bytes, to ask about texts.
    private func grammar(_ schema: GenerationSchema) throws -> CompiledGrammar {
        let bytes = Vocabulary(tokens: (UInt8.min...UInt8.max).map { [$0] }, special: [], endTokens: [])
        return try CompiledGrammar(Grammar(jsonSchema: schema.maskSchema), for: MatchingVocabulary(bytes))
    }

    @Test func complaint26_27_33_34_35_answersAreTheValueAndNothingElse() async throws {
        let form = /\{"zest": (true|false), "apple": -?\d+, "note": "(?:[a-z ]|\\u00[0-9A-Fa-f]{2})*"\}/
        for text in try await Noise.texts(of: Fruit.generationSchema) {
            #expect(text.wholeMatch(of: form) != nil, "\(text)")
        }
    }

    @Test func complaint28_nothingEndsInTheMiddleOfAString() async throws {
        for text in try await Noise.texts(of: String.generationSchema, maximum: 40) {
            #expect(try JSONValue(parsing: text).stringValue != nil)
        }
    }

    @Test func complaint29_valuesCloseWithinTheirTokensAndTextsSayThatTheyAreCut() async throws {
        try await Noise.withModel { model in
            for seed in 0..<8 {
                let options = Noise.options(seed, 60)
                let value = try await LanguageModelSession(model: model).respond(
                    to: "Go", generating: Fruit.self, options: options)
                #expect(value.usage.output.totalTokenCount <= 60 && !value.isTruncated)
            }
            let text = try await LanguageModelSession(model: model).respond(to: "Go", options: Noise.options(1, 3))
            #expect(text.isTruncated == (text.usage.output.totalTokenCount >= 3))
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await LanguageModelSession(model: model).respond(
                    to: "Go", generating: Fruit.self, options: Noise.options(1, 5))
            }
            guard case .decodingFailure? = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
        }
    }

    @Test func complaint30_stringsMayHaveEveryEscape() throws {
        let grammar = try grammar(String.generationSchema)
        for text in [#""a \"quoted\" \\ word""#, #""\n\t\r\b\f\/""#, #""\u00e9\ud83d\ude00""#, "\"é😀\"", "\"\""] {
            #expect(try grammar.matches(text.utf8), "\(text)")
        }
        for text in ["\"a", "\"\n\"", #""\x""#, #""\ud83d""#] { #expect(try !grammar.matches(text.utf8), "\(text)") }
    }

    @Test func complaint31_32_piecesOfCharactersAreHeldBack() async throws {
        try await Noise.withModel { model in
            for seed in 0..<6 {
                var last = ""
                let stream = LanguageModelSession(model: model).streamResponse(
                    to: "Go", generating: String.self, options: Noise.options(seed, 60))
                for try await snapshot in stream {
                    #expect(!snapshot.content.unicodeScalars.contains("\u{FFFD}"))
                    #expect(snapshot.content.utf8.starts(with: last.utf8))
                    last = snapshot.content
                }
                #expect(try await stream.collect().content == last)
            }
        }
    }

    @Test func complaint36_aModelThatCannotBeGuidedIsNotAsked() async throws {
        var model = ScriptedModel(ScriptedModel.says("{}"))
        model.capabilities = LanguageModelCapabilities([])
        await #expect(throws: LanguageModelError.self) {
            try await LanguageModelSession(model: model).respond(to: "Go", generating: Fruit.self)
        }
        #expect(model.script.requests.isEmpty)
    }

    @Test func complaint37_integersAreIntegers() throws {
        let grammar = try grammar(Int.generationSchema)
        for text in ["3", "-40", "9223372036854775807"] { #expect(try grammar.matches(text.utf8)) }
        for text in ["3.0", "\"5\"", "3e2", "03", "9223372036854775808"] { #expect(try !grammar.matches(text.utf8)) }
    }

    @Generable struct ByHand {
        var word: String
        static var generationSchema: GenerationSchema {
            GenerationSchema(type: ByHand.self, properties: [.init(name: "word", type: String.self, guides: [/x+/])])
        }
    }

    @Test func complaint38_schemasByHandStandBesideTheMacroAndRoundTrip() async throws {
        #expect(try await Noise.values(ByHand.self, count: 4).allSatisfy { $0.word.allSatisfy { $0 == "x" } })
        for schema in [Fruit.generationSchema, ByHand.generationSchema] {
            let data = try JSONEncoder().encode(schema)
            let again = try JSONDecoder().decode(GenerationSchema.self, from: data)
            #expect(try JSONValue(parsing: "\(again.jsonSchema.text(.compact))") == schema.jsonSchema)
            #expect(again.name == schema.name)
        }
    }

    @Test func complaint39_grammarsAreCompiledOnceAndAwayFromTheCaller() throws {
        try withTemporaryFolder { folder in
            let model = try LoadedModel(url: ToyModel.write(to: folder))
            let schema = try Fruit.generationSchema.maskSchema
            #expect(try model.compile(jsonSchema: schema) === model.compile(jsonSchema: schema))
        }
    }

    @Test func complaint42_theMemberwiseInitializerStays() {
        #expect(Fruit(zest: true, apple: 1, note: "") == Fruit(zest: true, apple: 1, note: ""))
    }
}
