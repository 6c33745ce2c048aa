import Foundation
import TestSupport
import Testing
import Trellis

/// What users complain about: arrays, optionals, unions and recursion. The numbers are those of the list of complaints.
@Suite struct StructureComplaints {
    @Generable struct Flags { @Guide(.count(0...4)) var flags: [Bool] }

    @Test func complaint12_theModelChoosesTheLengthOfAnArray() async throws {
        let counts = Set(try await Noise.values(Flags.self, count: 16).map(\.flags.count))
        #expect(counts.count > 1 && counts.allSatisfy { $0 <= 4 })
    }

    @Generable struct Garden {
        @Guide(.count(2)) var beds: [Bed]
        @Generable struct Bed { var isWet: Bool }
    }

    @Test func complaint13_nestedTypesInArraysAreWhole() async throws {
        #expect(try await Noise.values(Garden.self, count: 6).allSatisfy { $0.beds.count == 2 })
        let schema = try JSONEncoder().encode(Garden.generationSchema)
        #expect(String(decoding: schema, as: UTF8.self).contains("$defs"))
    }

    @Generable enum Size: String, CaseIterable { case small, large = "very large" }
    @Generable struct Shirt: Equatable { var size: Size }

    @Test func complaint14_enumerationsAreTheirRawValues() async throws {
        #expect(Set(try await Noise.values(Shirt.self).map(\.size)) == Set(Size.allCases))
    }

    @Generable struct Maybe { var flag: Bool? }

    @Test func complaint15_theModelDecidesAboutOptionals() async throws {
        let values = try await Noise.values(Maybe.self, count: 16)
        #expect(values.contains { $0.flag == nil } && values.contains { $0.flag != nil })
    }

    @Generable enum Answer: Equatable {
        case yes(Bool)
        case yesterday(Bool)
        case none
    }

    @Test func complaint16_variantsThatBeginAlikeAreAllReached() async throws {
        let names = Set(
            try await Noise.values(Answer.self, count: 20).map { answer in
                switch answer {
                case .yes: "yes"
                case .yesterday: "yesterday"
                case .none: "none"
                }
            })
        #expect(names == ["yes", "yesterday", "none"])
    }

    @Test func complaint17_choicesThatBeginAlikeAreAllReached() async throws {
        let schema = try GenerationSchema(
            root: DynamicGenerationSchema(name: "Word", anyOf: ["", "a", "ab", "abc"]), dependencies: [])
        let words = try await Noise.texts(of: schema, count: 40).map {
            try GeneratedContent(json: $0).value(String.self)
        }
        #expect(Set(words) == ["", "a", "ab", "abc"])
    }

    @Test func complaint18_aUnionWithNothingIsOne() async throws {
        let schema = try GenerationSchema(
            root: DynamicGenerationSchema(
                name: "Flag", anyOf: [DynamicGenerationSchema(type: Bool.self), DynamicGenerationSchema.null]),
            dependencies: [])
        #expect(Set(try await Noise.texts(of: schema, count: 20)) == ["true", "false", "null"])
    }

    @Generable enum Place: Equatable {
        case pair(Int, Int)
        case named(title: String)
    }

    @Test func complaint20_payloadsAreEncodedLikeApples() throws {
        #expect(Place.pair(1, 2).generatedContent.jsonString == #"{"type": "pair", "value": 1, "value1": 2}"#)
        #expect(Place.named(title: "x").generatedContent.jsonString == #"{"type": "named", "title": "x"}"#)
        #expect(try Place(GeneratedContent(json: #"{"type": "pair", "value": 1, "value1": 2}"#)) == .pair(1, 2))
    }

    @Generable struct Tree { var branches: [Tree] }

    @Test func complaint21_recursiveTypesEndWithinTheirTokens() async throws {
        for limit in [30, 60, 120] { _ = try await Noise.values(Tree.self, count: 8, maximum: limit) }
    }

    @Test func complaint22_arraysOfEnumerationsEndWithinTheirTokens() async throws {
        #expect(try await Noise.values([Size].self, count: 8, maximum: 50).allSatisfy { $0.count <= 10 })
    }

    @Test func complaint24_typesMayBeDeclaredInTypes() throws {
        let garden = Garden(beds: [.init(isWet: true)])
        #expect(try Garden(garden.generatedContent).beds.map(\.isWet) == [true])
    }
}
