import Foundation
import RegexBuilder
import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisGrammars

/// What users complain about: guides that aren't enforced. The numbers are those of the list of complaints.
@Suite struct GuideComplaints {
    static let cities = ["London", "New York", "Paris"]
    static let ages = 3...17

    final class Log: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    struct Weather: Tool {
        let name = "weather"
        let description = "The weather in a city"
        let log: Log
        @Generable struct Arguments { @Guide(.anyOf(GuideComplaints.cities)) var city: String }
        func call(arguments: Arguments) -> String {
            log.add(arguments.city)
            return "mild"
        }
    }

    @Test func complaint01_argumentsOfToolsAreChosenFromTheirValues() async throws {
        let log = Log()
        try await Noise.withModel { model in
            for seed in 0..<12 {
                let session = LanguageModelSession(model: model, tools: [Weather(log: log)])
                session.maximumToolCallRounds = 1
                var options = Noise.options(seed)
                options.toolCallingMode = .required
                _ = try? await session.respond(to: "Beijing", options: options)
            }
        }
        #expect(Set(log.all) == Set(Self.cities))
    }

    @Test func complaint02_dynamicAndPropertySchemasAreEnforcedToo() async throws {
        let dynamic = try GenerationSchema(
            root: DynamicGenerationSchema(name: "City", anyOf: Self.cities), dependencies: [])
        let byProperty = GenerationSchema(
            type: GeneratedContent.self,
            properties: [.init(name: "city", type: String.self, guides: [.anyOf(Self.cities)])])
        let chosen = try await Noise.texts(of: dynamic, count: 30).map {
            try GeneratedContent(json: $0).value(String.self)
        }
        #expect(Set(chosen) == Set(Self.cities))
        let members = try await Noise.texts(of: byProperty, count: 30).map {
            try GeneratedContent(json: $0).value(String.self, forProperty: "city")
        }
        #expect(Set(members) == Set(Self.cities))
    }

    @Test func complaint03_aChoiceBetweenNothingIsAnError() async throws {
        #expect(throws: GenerationSchema.SchemaError.self) {
            try GenerationSchema(root: DynamicGenerationSchema(name: "Empty", anyOf: [String]()), dependencies: [])
        }
        let schema = GenerationSchema(
            type: GeneratedContent.self, properties: [.init(name: "city", type: String.self, guides: [.anyOf([])])])
        await #expect(throws: GenerationSchema.SchemaError.self) { try await Noise.texts(of: schema, count: 1) }
    }

    @Generable struct Plate { @Guide(.pattern(/[A-Z]{2}-\d{1,3}|none/)) var text: String }

    @Test func complaint04_onlyTextThatMatchesAPatternIsWritten() async throws {
        for plate in try await Noise.values(Plate.self) {
            #expect(plate.text.wholeMatch(of: /[A-Z]{2}-\d{1,3}|none/) != nil)
        }
    }

    @Test func complaint05_regularPatternsWorkAndOthersAreNamedBeforeAnyToken() async throws {
        for pattern in [#"(?:ab|cd){2,3}"#, #"[^a-y]\w?"#, #"x(?:1|22|333)*y"#, #"^[ab]+$"#] {
            let schema = GenerationSchema(
                type: GeneratedContent.self,
                properties: [.init(name: "it", type: String.self, guides: [try Regex(pattern)])])
            let regex = try Regex(pattern)
            for text in try await Noise.texts(of: schema, count: 6) {
                let word = try GeneratedContent(json: text).value(String.self, forProperty: "it")
                #expect(try regex.wholeMatch(in: word) != nil, "\(pattern) and \(word)")
            }
        }
        let schema = GenerationSchema(
            type: GeneratedContent.self,
            properties: [.init(name: "it", type: String.self, guides: [try Regex(#"(a|b)\1"#)])])
        await #expect(throws: LanguageModelError.self) { try await Noise.texts(of: schema, count: 1) }
    }

    @Generable struct Numbers {
        @Guide(.range(-12...17)) var whole: Int
        @Guide(.range(-0.5...0.25)) var part: Double
        @Guide(.minimum(999)) var large: Int
    }

    @Test func complaint06_rangesAreEnforcedDigitByDigit() async throws {
        let values = try await Noise.values(Numbers.self, count: 30)
        #expect(
            values.allSatisfy { (-12...17).contains($0.whole) && (-0.5...0.25).contains($0.part) && $0.large >= 999 })
        #expect(values.contains { $0.whole < 0 } && values.contains { $0.whole > 0 })
    }

    @Generable struct Child {
        @Guide(.range(GuideComplaints.ages)) var age: Int
        @Guide(.anyOf(GuideComplaints.cities)) var city: String
    }

    @Test func complaint07_guidesMayBeAnyExpression() async throws {
        for child in try await Noise.values(Child.self) {
            #expect(Self.ages.contains(child.age) && Self.cities.contains(child.city))
        }
    }

    @Generable struct Built {
        @Guide(
            Regex {
                ChoiceOf {
                    "Mr"
                    "Mrs"
                }
                OneOrMore("!")
            })
        var title: String
    }

    @Test func complaint08_builtPatternsAreEnforced() async throws {
        for built in try await Noise.values(Built.self) { #expect(built.title.wholeMatch(of: /Mrs?!+/) != nil) }
    }

    @Test func complaint10_guidesThatContradictNameSchemaAndProperty() async throws {
        let schema = GenerationSchema(
            type: Child.self, properties: [.init(name: "age", type: Int.self, guides: [.minimum(9), .maximum(3)])])
        #expect(schema.debugDescription.contains("Child") && schema.debugDescription.contains("age"))
        await #expect(throws: (any Error).self) { try await Noise.texts(of: schema, count: 1) }
    }

    @Generable struct Long {
        @Guide(.count(0...5000)) var flags: [Bool]
        @Guide(.pattern(/x{0,2000}/)) var row: String
    }

    @Test func complaint11_largeBoundsAreCounted() async throws {
        for long in try await Noise.values(Long.self, count: 4) {
            #expect(long.flags.count <= 5000 && long.row.allSatisfy { $0 == "x" })
        }
    }
}
