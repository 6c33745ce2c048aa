import Foundation
import Trellis
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

// The examples of the articles in Sources/Trellis/Trellis.docc, which stand there line for line. They're compiled, not run.

enum GenerateExample {
    @Generable(description: "A city trip")
    struct Trip {
        var title: String
        var stops: [Stop]
        var season: Season?

        @Generable struct Stop {
            var place: String
            var hours: Int
        }

        @Generable enum Season { case summer, winter }
    }

    static func plan() async throws -> Trip {
        let session = LanguageModelSession(instructions: "You plan short trips.")
        return try await session.respond(to: "A weekend in Lisbon", generating: Trip.self).content
    }
}

enum GuideExample {
    @Generable
    struct Ticket {
        @Guide(description: "In at most six words")
        var title: String
        @Guide(.pattern(/[A-Z]{2}-\d{4}/))
        var number: String
        @Guide(.anyOf(["low", "high"]))
        var priority: String
        @Guide(description: "Five is best", .range(1...5))
        var stars: Int
        @Guide(.count(1...3))
        var tags: [String]
    }

    static func menu(of soups: [String]) throws -> GenerationSchema {
        let soup = DynamicGenerationSchema(name: "Soup", anyOf: soups)
        let menu = DynamicGenerationSchema(name: "Menu", properties: [.init(name: "soup", schema: soup)])
        return try GenerationSchema(root: menu, dependencies: [])
    }
}

enum StreamExample {
    static func show(_ session: LanguageModelSession) async throws {
        let stream = session.streamResponse(to: "A weekend in Lisbon", generating: GenerateExample.Trip.self)
        for try await snapshot in stream {
            print(snapshot.title ?? "…", snapshot.stops?.count ?? 0)
        }
        let trip = try await stream.collect().content
        print(trip.stops.count)
    }
}

enum ToolExample {
    struct Weather: Tool {
        let description = "The weather in a city"

        @Generable struct Arguments {
            @Guide(description: "The name of the city") var city: String
        }

        func call(arguments: Arguments) async throws -> String {
            guard arguments.city != "Atlantis" else { throw ToolCallRefusal(reason: "there is no such city") }
            return "8 degrees and rain in \(arguments.city)"
        }
    }

    static func ask() async throws -> String {
        let session = LanguageModelSession(tools: [Weather()])
        session.maximumToolCallRounds = 3
        return try await session.respond(to: "Do I need an umbrella in Oslo?").content
    }
}

enum ModelExample {
    static func sessions(file: URL, server: URL) -> [LanguageModelSession] {
        let own = TrellisLanguageModel(contentsOf: file, contextSize: 16_384)
        let remote = OpenAICompatibleLanguageModel(url: server, name: "qwen3", timeout: .seconds(30))
        return [
            LanguageModelSession(model: own),
            LanguageModelSession(model: remote.guarded(by: ModelJudgement("No medical advice."))),
        ]
    }
}

enum EngineExample {
    static func choose(from vocabulary: Vocabulary, schema: JSONValue) throws -> [TokenID] {
        let grammar = try Grammar(jsonSchema: schema)
        let compiled = try CompiledGrammar(grammar, for: MatchingVocabulary(vocabulary))
        var matcher = Matcher(compiled)
        var words = [UInt32](repeating: 0, count: (vocabulary.count + 31) / 32)
        var mask = words.mutableSpan
        matcher.fillMask(into: &mask)
        let allowed = (0..<vocabulary.count).filter { words[$0 / 32] >> UInt32($0 % 32) & 1 == 1 }
        if let first = allowed.first { _ = matcher.accept(TokenID(first)) }
        return allowed.map { TokenID($0) }
    }
}
