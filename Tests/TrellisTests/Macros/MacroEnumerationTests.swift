import Testing
import Trellis
import TrellisJSON

@Generable(description: "How one feels") private enum Mood: CaseIterable {
    case good, `default`
    case goodEnough
}

@Generable private enum Raw: String, CaseIterable {
    case first = "A-1"
    case second = "Matt och trött", third
    case fourth = #"a"\b"#
    case `in`
}

@Generable private enum Stars: Int { case one = 1, two }

@Generable(description: "A place") private indirect enum Place: Equatable, Sendable {
    case nowhere
    case at(Int)
    case both(Place, Place, note: String?)
    case between(startReference: String, startOffset: Int?, endReference: String, endOffset: Int?)
    case `default`(in: [Mood])
    case known(Known)

    @Generable struct Known: Equatable { var name: String }
}

@Generable(representNilExplicitlyInGeneratedContent: true) private enum Explicit { case a(Int?), b }

@Generable private enum Tagged<Value: Generable> { case none, some(Value) }

@Generable private struct Day {
    var mood: Mood
    var place: Place?
    var moods: [Mood]
}

@Suite struct MacroEnumerationTests {
    @Test func plainCases() throws {
        #expect(
            try Mood.generationSchema.jsonSchema["enum"]?.arrayValue?.compactMap(\.stringValue)
                == ["good", "default", "goodEnough"])
        for mood in Mood.allCases {
            #expect(try Mood(mood.generatedContent) == mood)
        }
        #expect(Mood.`default`.generatedContent.jsonString == #""default""#)
        #expect(throws: GeneratedContent.ParsingError.self) { try Mood(GeneratedContent(json: #""bad""#)) }
    }

    @Test func rawValues() throws {
        let values = try Raw.generationSchema.jsonSchema["enum"]?.arrayValue?.compactMap(\.stringValue)
        #expect(values == Raw.allCases.map(\.rawValue))
        for raw in Raw.allCases {
            #expect(try raw.generatedContent.value(String.self) == raw.rawValue)
            #expect(try Raw(raw.generatedContent) == raw)
        }
        #expect(try Stars(Stars.two.generatedContent) == .two)
        #expect(Stars.two.generatedContent.jsonString == #""two""#)
    }

    @Test(arguments: [
        (Place.nowhere, #"{"type": "nowhere"}"#),
        (.at(3), #"{"type": "at", "value": 3}"#),
        (
            .both(.at(1), .nowhere, note: nil),
            #"{"type": "both", "value": {"type": "at", "value": 1}, "value1": {"type": "nowhere"}}"#
        ),
        (
            .both(.nowhere, .nowhere, note: "n"),
            #"{"type": "both", "value": {"type": "nowhere"}, "value1": {"type": "nowhere"}, "note": "n"}"#
        ),
        (
            .between(startReference: "a", startOffset: nil, endReference: "b", endOffset: 2),
            #"{"type": "between", "startReference": "a", "endReference": "b", "endOffset": 2}"#
        ),
        (.`default`(in: [.good, .`default`]), #"{"type": "default", "in": ["good", "default"]}"#),
        (.known(Place.Known(name: "n")), #"{"type": "known", "value": {"name": "n"}}"#),
    ])
    fileprivate func payloads(place: Place, json: String) throws {
        #expect(place.generatedContent.jsonString == json)
        #expect(try Place(GeneratedContent(json: json)) == place)
    }

    @Test func payloadsInTheSchema() throws {
        let schema = try Day.generationSchema.jsonSchema
        let definitions = schema["$defs"]
        #expect(
            definitions?["Place"]?["anyOf"]?.arrayValue?.compactMap { $0["$ref"]?.stringValue }
                == ["Nowhere", "At", "Both", "Between", "Default", "Known"].map { "#/$defs/Discriminated\($0)" })
        let between = definitions?["DiscriminatedBetween"]
        let names = ["type", "startReference", "startOffset", "endReference", "endOffset"]
        #expect(between?["x-order"]?.arrayValue?.compactMap(\.stringValue) == names)
        #expect(between?["properties"]?.objectValue?.names == names)
        #expect(
            between?["required"]?.arrayValue?.compactMap(\.stringValue) == ["type", "startReference", "endReference"])
        #expect(between?["description"]?.stringValue == "A place")
        #expect(
            definitions?["DiscriminatedBoth"]?["x-order"]?.arrayValue?.compactMap(\.stringValue)
                == ["type", "value", "value1", "note"])
        #expect(schema["properties"]?["mood"]?["enum"] != nil)
    }

    @Test func unknownCases() {
        for json in [#"{"type": "elsewhere"}"#, #"{"value": 3}"#, #"{"type": "at"}"#, #""at""#] {
            #expect(throws: GeneratedContent.ParsingError.self) { try Place(GeneratedContent(json: json)) }
        }
    }

    @Test func nilPayloadCanBeExplicit() throws {
        #expect(Explicit.a(nil).generatedContent.jsonString == #"{"type": "a", "value": null}"#)
        guard case .a(nil) = try Explicit(GeneratedContent(json: #"{"type": "a", "value": null}"#)) else {
            Issue.record("not nil")
            return
        }
    }

    @Test func genericEnumeration() throws {
        guard case .some(let value) = try Tagged<[Int]>(GeneratedContent(json: #"{"type": "some", "value": [1]}"#))
        else {
            Issue.record("another case")
            return
        }
        #expect(value == [1])
    }

    @Test(arguments: [
        (#"{"mood": "good"#, nil, 0), (#"{"mood": "good""#, Mood.good, 0), (#"{"mood": "goodEn"#, nil, 0),
        (#"{"mood": "good", "moods": ["good", "def"#, .good, 1),
        (#"{"mood": "good", "moods": ["good", "default"]"#, .good, 2),
    ])
    fileprivate func partialChoiceWaitsForItsEnd(json: String, mood: Mood?, count: Int) throws {
        let partial = try Day.PartiallyGenerated(GeneratedContent(json: json))
        #expect(partial.mood == mood)
        #expect(partial.moods?.count ?? 0 == count)
    }

    @Test(arguments: [
        (#"{"mood": "good", "place": {"type": "no"#, nil), (#"{"mood": "good", "place": {"type": "nowhere"#, nil),
        (#"{"mood": "good", "place": {"type": "at", "value": 12"#, nil),
        (#"{"mood": "good", "place": {"type": "at", "value": 12}"#, Place.at(12)),
    ])
    fileprivate func partialPayloadWaitsForItsParts(json: String, place: Place?) throws {
        #expect(try Day.PartiallyGenerated(GeneratedContent(json: json)).place == place)
    }
}
