import Foundation
import Observation
import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisDecoding

/// Sessions on a model of noise: whatever it writes, the promises of a session hold.
@Suite struct LanguageModelSessionTests {
    @Generable struct Pet: Equatable {
        @Guide(description: "The name") var name: String
        @Guide(.range(0...30)) var age: Int
        var kind: Kind
        @Guide(.count(2)) var tags: [Bool]
    }

    @Generable enum Kind: String { case cat, dog, catfish }

    struct Weather: Tool {
        let name = "weather"
        let description = "The weather in a city"
        let calls = CallLog()

        @Generable struct Arguments { @Guide(.anyOf(["Malmö", "Lund"])) var city: String }

        func call(arguments: Arguments) async throws -> String {
            calls.add(arguments.city)
            return "8 degrees in \(arguments.city)"
        }
    }

    final class CallLog: Sendable {
        private let cities = Mutex<[String]>([])
        var all: [String] { cities.withLock { $0 } }
        func add(_ city: String) { cities.withLock { $0.append(city) } }
    }

    private func withModel(_ body: (SystemLanguageModel) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try await body(SystemLanguageModel(contentsOf: ToyModel.write(to: folder)))
        }
    }

    private func options(_ seed: UInt64 = 1, maximum: Int = 60) -> GenerationOptions {
        GenerationOptions(
            samplingMode: .random(probabilityThreshold: 1, seed: seed), temperature: 1, maximumResponseTokens: maximum)
    }

    // MARK: Answers

    @Test func textIsAnsweredAndRecorded() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model, instructions: "Be brief.")
            let response = try await session.respond(to: "Hello", options: options(maximum: 10))
            #expect(response.content == (try response.rawContent.value(String.self)))
            #expect(session.transcript.count == 3)
            #expect(response.transcriptEntries.count == 2)
            guard case .instructions(let instructions) = session.transcript[0],
                case .prompt(let prompt) = session.transcript[1], case .response(let answer) = session.transcript[2]
            else {
                Issue.record("not the entries of a turn")
                return
            }
            #expect(instructions.segments.text == "Be brief.")
            #expect(prompt.segments.text == "Hello")
            #expect(prompt.options == options(maximum: 10))
            #expect(answer.segments.text == response.content)
            #expect(answer.assetIDs == ["toy.gguf"])
            #expect(!session.isResponding)
        }
    }

    @Test func valuesOfTypesAreWholeWhateverTheModelWrites() async throws {
        try await withModel { model in
            for seed in 0..<8 {
                let session = LanguageModelSession(model: model)
                let pet = try await session.respond(
                    to: "A pet", generating: Pet.self, options: options(UInt64(seed), maximum: 70)
                ).content
                #expect((0...30).contains(pet.age))
                #expect(pet.tags.count == 2)
            }
        }
    }

    @Test func everyRootIsAnswered() async throws {
        try await withModel { model in
            func answer<Content: Generable>(_ type: Content.Type) async throws -> Content {
                try await LanguageModelSession(model: model).respond(
                    to: "Go", generating: type, options: options(3, maximum: 80)
                ).content
            }
            _ = try await answer(Bool.self)
            _ = try await answer(Int.self)
            _ = try await answer(Kind.self)
            _ = try await answer([Pet].self)
            #expect(try await answer(Double.self).isFinite)
            _ = try await answer(String.self)
            _ = try await answer(GeneratedContent.self)
        }
    }

    @Test func aSchemaMadeAtRunTimeIsEnforced() async throws {
        try await withModel { model in
            let menu = DynamicGenerationSchema(
                name: "Menu",
                properties: [
                    .init(name: "soup", schema: DynamicGenerationSchema(name: "Soup", anyOf: ["Tomato", "Pea"]))
                ])
            let schema = try GenerationSchema(root: menu, dependencies: [])
            let response = try await LanguageModelSession(model: model).respond(
                to: "Today", schema: schema, includeSchemaInPrompt: false, options: options())
            let soup = try response.content.value(String.self, forProperty: "soup")
            #expect(["Tomato", "Pea"].contains(soup))
        }
    }

    @Test func builderPromptsAreLines() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model) {
                "Be brief."
                "Be kind."
            }
            try await session.respond(options: options(maximum: 3)) {
                "One"
                if session.transcript.count == 1 { "Two" }
            }
            guard case .prompt(let prompt) = session.transcript[1] else {
                Issue.record("no prompt")
                return
            }
            #expect(prompt.segments.text == "One\nTwo")
        }
    }

    @Test func aSecondTurnPrefillsOnlyWhatIsNew() async throws {
        try await withModel { model in
            let session = LanguageModelSession(
                model: model, instructions: String(repeating: "Many words of instruction. ", count: 8))
            let first = try await session.respond(to: "One", options: options(maximum: 8))
            let second = try await session.respond(to: "Two", options: options(maximum: 8))
            #expect(first.usage.input.cachedTokenCount == 0)
            // All of the first prompt is there; the answer is, as far as its text has the same tokens again.
            #expect(second.usage.input.cachedTokenCount >= first.usage.input.totalTokenCount)
        }
    }

    @Test func truncatedTextSaysSo() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            let cut = try await session.respond(to: "Go", options: options(maximum: 1))
            #expect(cut.isTruncated || cut.content.isEmpty)
            let value = try await session.respond(to: "Go", generating: Bool.self, options: options(maximum: 5))
            #expect(!value.isTruncated)
        }
    }

    // MARK: Streams

    @Test func snapshotsGrowUpToTheAnswer() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            let stream = session.streamResponse(to: "A pet", generating: Pet.self, options: options(5, maximum: 90))
            var snapshots = 0
            var last: LanguageModelSession.ResponseStream<Pet>.Snapshot?
            for try await snapshot in stream {
                if let name = last?.name { #expect(snapshot.name?.hasPrefix(name) == true) }
                if let age = last?.age { #expect(snapshot.age == age) }
                #expect(last.map { $0.content.id == snapshot.content.id } ?? true)
                last = snapshot
                snapshots += 1
            }
            let response = try await stream.collect()
            #expect(snapshots > 0)
            #expect(last?.rawContent == response.rawContent)
            #expect(last?.content.tags == response.content.tags)
            #expect(!session.isResponding)
            #expect(session.transcript.count == 2)
        }
    }

    @Test func collectingWithoutIteratingGivesTheAnswer() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            let response = try await session.streamResponse(to: "Hi", options: options(maximum: 6)).collect()
            #expect(response.content == (try response.rawContent.value(String.self)))
        }
    }

    @Test func theTranscriptIsLiveWhileAnAnswerStreams() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            let stream = session.streamResponse(to: "List", generating: [Int].self, options: options(2, maximum: 200))
            for try await snapshot in stream where !snapshot.content.isEmpty {
                guard case .response(let response)? = session.transcript.last else { continue }
                #expect(response.segments.count == 1)
            }
            guard case .response(let response)? = session.transcript.last else {
                Issue.record("no response")
                return
            }
            #expect(response.segments.text == (try await stream.collect().rawContent.jsonString))
        }
    }

    @Test func leavingAStreamEarlyFreesTheSessionAndKeepsWhatThereWas() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            // Even the whole answer leaves room for the next request: how much was written before the stream was left is
            // a matter of time.
            for try await _ in session.streamResponse(
                to: "Go", schema: HalfList.generationSchema, options: options(2, maximum: 450))
            {
                break
            }
            while session.isResponding { await Task.yield() }
            #expect(session.transcript.count == 2)
            // And it goes on.
            _ = try await session.respond(to: "Go", options: options(maximum: 3))
        }
    }

    @Generable struct HalfList { @Guide(.minimumCount(100)) var numbers: [Int] }

    @Generable struct LongList { @Guide(.minimumCount(200)) var numbers: [Int] }

    @Test func aCancelledAnswerLeavesNothing() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            let task = Task {
                try await session.respond(to: "Go", generating: LongList.self, options: options(maximum: 900))
            }
            while session.transcript.isEmpty { await Task.yield() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(session.transcript.isEmpty)
            #expect(!session.isResponding)
        }
    }

    // MARK: Tools

    @Test func requiredCallsGoOnUpToTheLimitAndAreRecorded() async throws {
        try await withModel { model in
            let tool = Weather()
            let session = LanguageModelSession(model: model, tools: [tool], instructions: "Help.")
            session.maximumToolCallRounds = 3
            session.transcriptErrorHandlingPolicy = .preserveTranscript
            var options = options(4, maximum: 8)
            options.toolCallingMode = .required
            let stream = session.streamResponse(to: "Cold?", options: options)
            await #expect(throws: LanguageModelSession.ToolCallingError.roundLimitReached(limit: 3)) {
                for try await snapshot in stream { Issue.record("a call shows: \(snapshot)") }
            }
            #expect(tool.calls.all.count == 3)
            #expect(Set(tool.calls.all).isSubset(of: ["Malmö", "Lund"]))
            var kinds: [String] = []
            var callIDs: [String] = []
            for entry in session.transcript {
                switch entry {
                case .instructions(let instructions):
                    kinds.append("instructions")
                    #expect(instructions.toolDefinitions.map(\.name) == ["weather"])
                case .prompt: kinds.append("prompt")
                case .toolCalls(let calls):
                    kinds.append("calls")
                    callIDs += calls.map(\.id)
                    #expect(calls.allSatisfy { $0.toolName == "weather" })
                case .toolOutput(let output):
                    kinds.append("output")
                    #expect(output.id == callIDs.last)
                    #expect(output.segments.text.hasPrefix("8 degrees in "))
                default: kinds.append("other")
                }
            }
            #expect(kinds == ["instructions", "prompt"] + (0..<3).flatMap { _ in ["calls", "output"] })
            #expect(Set(callIDs).count == 3)
        }
    }

    @Test func aToolThatIsNotAllowedIsNotCalled() async throws {
        try await withModel { model in
            let tool = Weather()
            let session = LanguageModelSession(model: model, tools: [tool])
            var options = options(maximum: 4)
            options.toolCallingMode = .disallowed
            _ = try await session.respond(to: "Cold?", options: options)
            #expect(tool.calls.all.isEmpty)
        }
    }

    @Test func anErrorOfAToolNamesTheTool() async throws {
        struct Failing: Tool {
            struct Failure: Error {}
            let name = "failing"
            let description = "Fails"
            func call(arguments: Weather.Arguments) async throws -> String { throw Failure() }
        }
        try await withModel { model in
            let session = LanguageModelSession(model: model, tools: [Failing()])
            let before = session.transcript
            var options = options()
            options.toolCallingMode = .required
            let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
                try await session.respond(to: "Go", options: options)
            }
            #expect(error?.tool.name == "failing")
            #expect(error?.underlyingError is Failing.Failure)
            #expect(session.transcript == before)
        }
    }

    // MARK: Errors

    @Test func aPromptThatIsTooLongNamesBothSizesAndLeavesTheTranscript() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            _ = try await session.respond(to: "Hi", options: options(maximum: 3))
            let before = session.transcript
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await session.respond(to: String(repeating: "word ", count: 900))
            }
            guard case .exceededContextWindowSize(let context)? = error,
                case .contextSizeExceeded(let sizes)? = context.underlyingError as? LanguageModelError
            else {
                Issue.record("not the error of a full context: \(String(describing: error))")
                return
            }
            #expect(sizes.contextSize == ToyModel.contextLength)
            #expect(sizes.tokenCount > ToyModel.contextLength)
            #expect(context.debugDescription.contains("\(ToyModel.contextLength)"))
            #expect(session.transcript == before)
            #expect(!session.isResponding)
        }
    }

    @Test func aSecondPromptAtTheSameTimeIsRefused() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            let stream = session.streamResponse(to: "Go", generating: LongList.self, options: options(maximum: 900))
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await session.respond(to: "Me too")
            }
            guard case .concurrentRequests? = error else {
                Issue.record("not the error of two prompts: \(String(describing: error))")
                return
            }
            let second = session.streamResponse(to: "Me too")
            await #expect(throws: LanguageModelSession.GenerationError.self) { for try await _ in second {} }
            #expect(session.isResponding)
            for try await _ in stream { break }
        }
    }

    @Test func tooFewTokensForAValueIsAnError() async throws {
        try await withModel { model in
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await LanguageModelSession(model: model).respond(
                    to: "Go", generating: LongList.self, options: options(maximum: 10))
            }
            guard case .decodingFailure(let context)? = error else {
                Issue.record("not the error of a small limit: \(String(describing: error))")
                return
            }
            #expect(context.debugDescription.contains("only 10 are allowed"))
        }
    }

    @Test func guidesThatCannotBeMetAreNamed() async throws {
        try await withModel { model in
            let empty = GenerationSchema(type: GeneratedContent.self, anyOf: [String]())
            await #expect(throws: GenerationSchema.SchemaError.self) {
                try await LanguageModelSession(model: model).respond(to: "Go", schema: empty)
            }
            let impossible = GenerationSchema(
                type: GeneratedContent.self,
                properties: [.init(name: "word", type: String.self, guides: [try Regex("(a)\\1")])])
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await LanguageModelSession(model: model).respond(to: "Go", schema: impossible)
            }
            guard case .unsupportedGuide(let context)? = error else {
                Issue.record("not the error of a guide: \(String(describing: error))")
                return
            }
            #expect(context.debugDescription.contains("schema “GeneratedContent”"))
        }
    }

    @Test(arguments: [
        GenerationOptions(temperature: .nan), GenerationOptions(temperature: -1),
        GenerationOptions(samplingMode: .random(top: 0)), GenerationOptions(maximumResponseTokens: 0),
        GenerationOptions(samplingMode: .random(probabilityThreshold: 0)),
        GenerationOptions(samplingMode: .random(probabilityThreshold: 1.5)),
        GenerationOptions(samplingMode: .greedy, temperature: .infinity),
        GenerationOptions(toolCallingMode: .required),
    ])
    func optionsOutOfRangeAreNamed(_ options: GenerationOptions) async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            await #expect(throws: InvalidGenerationOption.self) {
                try await session.respond(to: "Hi", options: options)
            }
            #expect(session.transcript.isEmpty)
        }
    }

    // MARK: State

    @Test func sessionsGoOnFromTranscripts() async throws {
        try await withModel { model in
            let first = LanguageModelSession(model: model, instructions: "Be brief.")
            _ = try await first.respond(to: "One", options: options(maximum: 5))
            let second = LanguageModelSession(model: model, transcript: first.transcript)
            _ = try await second.respond(to: "Two", options: options(maximum: 5))
            #expect(Array(second.transcript.prefix(3)) == Array(first.transcript))
            #expect(second.transcript.count == 5)
        }
    }

    @Test func changesAreObserved() async throws {
        try await withModel { model in
            let session = LanguageModelSession(model: model)
            let changes = Mutex<Set<String>>([])
            withObservationTracking {
                _ = session.isResponding
            } onChange: {
                changes.withLock { _ = $0.insert("isResponding") }
            }
            withObservationTracking {
                _ = session.transcript
            } onChange: {
                changes.withLock { _ = $0.insert("transcript") }
            }
            _ = try await session.respond(to: "Hi", options: options(maximum: 2))
            #expect(changes.withLock { $0 } == ["isResponding", "transcript"])
        }
    }

    @Test func sessionsAtTheSameTimeAnswerEachForItself() async throws {
        try await withModel { model in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        let session = LanguageModelSession(model: model)
                        let pet = try await session.respond(
                            to: "Pet \(index)", generating: Pet.self, options: options(UInt64(index), maximum: 70))
                        #expect(pet.content.tags.count == 2)
                        #expect(session.transcript.count == 2)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func prewarmingHasTheModelReadAhead() async throws {
        try await withModel { model in
            let words = String(repeating: "Many words of instruction. ", count: 8)
            let session = LanguageModelSession(model: model, instructions: words)
            session.prewarm(promptPrefix: "Hello")
            var cached = 0
            for _ in 0..<200 where cached == 0 {
                let other = LanguageModelSession(model: model, instructions: words)
                cached = try await other.respond(to: "Hello", options: options(maximum: 1)).usage.input.cachedTokenCount
            }
            #expect(cached > 0)
        }
    }
}
