import Foundation
import TestSupport
import Testing
import Trellis

/// What users complain about: streaming. The numbers are those of the list of complaints.
@Suite struct StreamComplaints {
    @Generable struct Stop: Equatable {
        var id: GenerationID
        @Guide(.pattern(/[a-z]{3}/)) var name: String
    }

    @Generable struct Trip { @Guide(.count(3)) var stops: [Stop] }

    @Test func complaint45_elementsKeepTheirIdentity() async throws {
        try await Noise.withModel { model in
            var identities: [GenerationID] = []
            let stream = LanguageModelSession(model: model).streamResponse(
                to: "Go", generating: Trip.self, options: Noise.options(1))
            for try await snapshot in stream {
                let now = snapshot.content.stops?.map(\.id) ?? []
                #expect(Array(now.prefix(identities.count)) == identities)
                identities = now
            }
            #expect(Set(identities).count == 3)
            #expect(try await stream.collect().content.stops.map(\.id) == identities)
        }
    }

    @Test func complaint46_theTranscriptIsLiveAndWholeAtTheEnd() async throws {
        let (stream, gate) = AsyncStream<Void>.makeStream()
        let model = ScriptedModel({ _, channel in
            await channel.send(.response(action: .appendText("One", tokenCount: 1)))
            for await _ in stream {}
            await channel.send(.response(action: .appendText(", two", tokenCount: 1)))
        })
        let session = LanguageModelSession(model: model)
        for try await snapshot in session.streamResponse(to: "Count") where snapshot.content == "One" {
            #expect(session.transcript.last?.description.contains("One") == true)
            gate.finish()
        }
        #expect(session.transcript.last?.description.contains("One, two") == true && !session.isResponding)
    }

    struct Clock: Tool {
        let name = "clock"
        let description = "The time"
        @Generable struct Arguments {}
        func call(arguments: Arguments) -> String { "noon" }
    }

    @Test func complaint47_50_aTurnOfToolsEndsInASnapshotAndShowsNoCalls() async throws {
        let model = ScriptedModel(ScriptedModel.calls(("clock", "{}")), ScriptedModel.says(""))
        let session = LanguageModelSession(model: model, tools: [Clock()])
        var contents: [String] = []
        for try await snapshot in session.streamResponse(to: "Time?") { contents.append(snapshot.content) }
        #expect(contents.last == "" && contents.allSatisfy { $0.isEmpty })
        #expect(session.transcript.contains { if case .toolOutput = $0 { true } else { false } })
    }

    @Test func complaint49_elementsAreSnapshots() async throws {
        let model = ScriptedModel(ScriptedModel.says("a"))
        var iterator = LanguageModelSession(model: model).streamResponse(to: "Go").makeAsyncIterator()
        let snapshot: LanguageModelSession.ResponseStream<String>.Snapshot? = try await iterator.next()
        #expect(snapshot?.content == "a" && snapshot?.rawContent.jsonString == "\"a\"")
    }

    @Test func complaint51_aFaultOfASchemaIsThrownAtFirstAndNamesIt() async throws {
        let schema = GenerationSchema(
            type: Trip.self, properties: [.init(name: "it", type: String.self, guides: [try Regex("(a)\\1")])])
        try await Noise.withModel { model in
            var iterator = LanguageModelSession(model: model).streamResponse(to: "Go", schema: schema)
                .makeAsyncIterator()
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) { try await iterator.next() }
            #expect(error?.debugDescription.contains("Trip") == true)
        }
    }

    @Generable enum Side { case left, right }

    @Test func complaint52_everyRootStreams() async throws {
        func last<Content: Generable & Equatable>(_ type: Content.Type) async throws
        where Content.PartiallyGenerated == Content {
            try await Noise.withModel { model in
                let stream = LanguageModelSession(model: model).streamResponse(
                    to: "Go", generating: type, options: Noise.options(2))
                var last: Content?
                for try await snapshot in stream { last = snapshot.content }
                #expect(try await stream.collect().content == last)
            }
        }
        try await last(Int.self)
        try await last(Bool.self)
        try await last(Side.self)
        try await last(Double.self)
        try await last([Bool].self)
    }
}
