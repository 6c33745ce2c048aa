public import FoundationModels
import Testing

nonisolated let sizes = ["small", "large"]

/// A type that a client package exports, with everything in it that it may have.
@Generable(description: "A trip that \(sizes.count) people plan")
public struct Trip: Equatable, Sendable {
    /// One of the sizes.
    @Guide(description: "Short", .anyOf(sizes)) public var size: String
    @Guide(.count(1...3)) @Guide(description: "Stops on the way")
    var stops: [Stop]
    /// Absent when open.
    public private(set) var days: Int?
    private var notes: [String]
    var mood: Mood

    @Generable
    struct Stop: Equatable {
        let name: String
        let kind: Kind
        let place: Place?
        let next: [Stop]

        @Generable
        enum Kind: String, CaseIterable { case city = "A city", `default` }
    }

    /// How it feels.
    @Generable
    public enum Mood: Hashable, Sendable { case calm, wild }

    @Generable
    enum Place: Equatable { case nowhere, at(x: Double, y: Double), inside(Mood, note: String?) }
}

extension Trip {
    @Generable fileprivate struct Ticket {
        let id: GenerationID
        var price: Double = 3
        var reserved = false
    }
}

public extension Trip {
    @Generable struct Review {
        /// From one to five.
        public var stars: Int
    }
}

@Suite struct MacroClientTests {
    private let json = #"""
        {"size": "small", "stops": [{"name": "Oslo", "kind": "A city", "place": {"type": "at", "x": 1.5, "y": 2}, "next": []}], "notes": ["n"], "mood": "calm"}
        """#

    @Test func valueAndContent() throws {
        let trip = try Trip(GeneratedContent(json: json))
        #expect(trip.stops == [Trip.Stop(name: "Oslo", kind: .city, place: .at(x: 1.5, y: 2), next: [])])
        #expect(trip.days == nil && trip.mood == .calm)
        #expect(trip.generatedContent.jsonString == json)
        #expect(trip.asPartiallyGenerated().stops?.first?.name == "Oslo")
    }

    @Test func partialValue() throws {
        let partial = try Trip.PartiallyGenerated(GeneratedContent(json: #"{"size": "small", "stops": [{"name": "Os"#))
        #expect(partial.size == "small" && partial.stops?.first?.name == "Os" && partial.mood == nil)
    }

    @Test func schemasCanBeWritten() throws {
        let schemas = [
            Trip.generationSchema, Trip.Stop.generationSchema, Trip.Place.generationSchema,
            Trip.Ticket.generationSchema,
            Trip.Review.generationSchema,
        ]
        #expect(schemas.map(\.name) == ["Trip", "Stop", "Place", "Ticket", "Review"])
        #expect(Trip.generationSchema.debugDescription.contains("Stops on the way"))
        #expect(Trip.Ticket(id: GenerationID()).generatedContent.jsonString == #"{"price": 3, "reserved": false}"#)
    }

    /// A value can be read and written away from the main actor.
    @Test @concurrent nonisolated func otherActors() async throws {
        let trip = try Trip(GeneratedContent(json: #"{"size": "large", "stops": [], "notes": [], "mood": "wild"}"#))
        #expect(trip.generatedContent.jsonString.hasPrefix(#"{"size": "large""#))
    }
}
