import Foundation
import Synchronization
import Testing
import Trellis

/// What a session promises to every provider, and every provider's users.
@Suite struct ProviderTests {
    @Generable struct Pet: Equatable {
        var name: String
        var age: Int
    }

    struct Weather: Tool {
        let name = "weather"
        let description = "The weather in a city"
        @Generable struct Arguments { var city: String }
        func call(arguments: Arguments) -> String { "8 degrees in \(arguments.city)" }
    }

    private func kinds(_ entries: some Sequence<Transcript.Entry>) -> [String] {
        entries.map {
            switch $0 {
            case .instructions: "instructions"
            case .prompt: "prompt"
            case .toolCalls: "calls"
            case .toolOutput: "output"
            case .response: "response"
            case .reasoning: "reasoning"
            }
        }
    }

    // MARK: What the executor gets

    @Test func theWholeTranscriptArrivesEachTime() async throws {
        let model = ScriptedModel(ScriptedModel.says("One"), ScriptedModel.says("Two"))
        let session = LanguageModelSession(model: model, instructions: "Be brief.")
        try await session.respond(to: "1")
        try await session.respond(to: "2")
        #expect(
            model.script.requests.map { kinds($0.transcript) } == [
                ["instructions", "prompt"], ["instructions", "prompt", "response", "prompt"],
            ])
        #expect(model.script.requests[0].id != model.script.requests[1].id)
    }

    @Test func optionsContextAndMetadataAreHandedOn() async throws {
        let model = ScriptedModel(ScriptedModel.says(#"{"name": "Bo", "age": 3}"#))
        let session = LanguageModelSession(model: model)
        let options = GenerationOptions(
            samplingMode: .random(top: 3, seed: 7), temperature: 0.5, maximumResponseTokens: 9)
        let context = ContextOptions(includeSchemaInPrompt: false, reasoningLevel: .deep)
        let pet = try await session.respond(
            to: "A pet", generating: Pet.self, options: options, contextOptions: context, metadata: ["trace": "x1"])
        #expect(pet.content == Pet(name: "Bo", age: 3))
        let request = try #require(model.script.requests.first)
        #expect(request.generationOptions == options)
        #expect(request.contextOptions == context)
        #expect(request.metadata["trace"] as? String == "x1")
        #expect(request.schema?.name == "Pet")
        #expect(request.enabledToolDefinitions.isEmpty)
        guard case .prompt(let prompt)? = session.transcript.first else {
            Issue.record("no prompt")
            return
        }
        #expect(prompt.metadata["trace"] as? String == "x1")
        #expect(prompt.contextOptions == context && prompt.responseFormat?.name == "Pet")
    }

    @Test func oneExecutorServesOneConfiguration() async throws {
        let model = ScriptedModel(ScriptedModel.says("a"), ScriptedModel.says("b"), ScriptedModel.says("c"))
        let session = LanguageModelSession(model: model)
        try await session.respond(to: "1")
        try await session.respond(to: "2")
        #expect(model.script.state.withLock { $0.executors } == 1)
        try await LanguageModelSession(model: model).respond(to: "3")
        #expect(model.script.state.withLock { $0.executors } == 2)
    }

    @Test func prewarmingHandsOverHowTheTranscriptWillBegin() {
        let model = ScriptedModel()
        LanguageModelSession(model: model, instructions: "Be brief.").prewarm(promptPrefix: "Hello")
        let transcripts = model.script.state.withLock { $0.prewarmed }
        #expect(transcripts.map { kinds($0) } == [["instructions", "prompt"]])
    }

    // MARK: Capabilities

    @Test(
        arguments: [
            (LanguageModelCapabilities.Capability.guidedGeneration, [.toolCalling, .reasoning]),
            (.toolCalling, [.guidedGeneration, .reasoning]), (.reasoning, [.guidedGeneration, .toolCalling]),
            (.vision, [.guidedGeneration, .toolCalling, .reasoning]),
        ] as [(LanguageModelCapabilities.Capability, [LanguageModelCapabilities.Capability])])
    func whatAModelCannotDoIsRefusedBeforeItIsAsked(
        _ missing: LanguageModelCapabilities.Capability, _ others: [LanguageModelCapabilities.Capability]
    ) async throws {
        var model = ScriptedModel(ScriptedModel.says("{}"))
        model.capabilities = LanguageModelCapabilities(others)
        let session = LanguageModelSession(model: model, tools: missing == .toolCalling ? [Weather()] : [])
        let error = await #expect(throws: LanguageModelError.self) {
            switch missing {
            case .guidedGeneration: _ = try await session.respond(to: "Go", generating: Pet.self)
            case .reasoning:
                _ = try await session.respond(to: "Go", contextOptions: ContextOptions(reasoningLevel: .light))
            case .vision:
                _ = try await session.respond {
                    "Look"
                    Attachment(imageURL: URL(fileURLWithPath: "/x.png"))
                }
            default: _ = try await session.respond(to: "Go")
            }
        }
        guard case .unsupportedCapability(let detail)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(detail.capability == missing)
        #expect(model.script.requests.isEmpty)
        #expect(session.transcript.allSatisfy { if case .instructions = $0 { true } else { false } })
    }

    // MARK: What the executor sends

    @Test func entriesSegmentsAndMetadataAreWhatWasSent() async throws {
        let model = ScriptedModel { _, channel in
            await channel.send(.reasoning(entryID: "r", action: .appendText("Hm", tokenCount: 2)))
            await channel.send(.reasoning(action: .appendText("m", tokenCount: 1)))
            await channel.send(.reasoning(action: .updateSignature(Data([1, 2]), tokenCount: 0)))
            await channel.send(.response(entryID: "a", action: .appendText("He", segmentID: "s", tokenCount: 1)))
            await channel.send(.response(action: .appendText("llo", tokenCount: 1)))
            await channel.send(.response(action: .appendText("Bye", segmentID: "t", tokenCount: 1)))
            await channel.send(.response(action: .updateMetadata(["a": 1])))
            await channel.send(.response(action: .updateMetadata(["b": 2])))
            await channel.send(.response(action: .replaceTextSegment("Hullo", segmentID: "s", tokenCount: 1)))
        }
        let session = LanguageModelSession(model: model)
        let response = try await session.respond(to: "Hi")
        #expect(response.content == "Hullo\nBye")
        #expect(kinds(session.transcript) == ["prompt", "reasoning", "response"])
        guard case .reasoning(let thoughts) = session.transcript[1], case .response(let answer) = session.transcript[2]
        else { return }
        #expect(thoughts.id == "r" && thoughts.segments.count == 1 && thoughts.description == "(Reasoning) Hmm")
        #expect(thoughts.signature == Data([1, 2]))
        #expect(answer.id == "a" && answer.segments.map(\.id) == ["s", "t"])
        #expect(answer.metadata.keys.sorted() == ["b"])
        #expect(response.usage.output == .init(totalTokenCount: 7, reasoningTokenCount: 3))
    }

    @Test func usageReplacesWithinAGenerationAndAddsUpAcross() async throws {
        let usage: @Sendable (Int) -> LanguageModelExecutorGenerationChannel.Event = { count in
            .response(
                action: .updateUsage(
                    input: .init(totalTokenCount: count, cachedTokenCount: 1),
                    output: .init(totalTokenCount: 2, reasoningTokenCount: 1), metadata: ["cost": count]))
        }
        let generation: ScriptedModel.Generation = { _, channel in
            await channel.send(usage(5))
            await channel.send(.response(action: .appendText("x", tokenCount: 100)))
            await channel.send(usage(10))
        }
        let session = LanguageModelSession(model: ScriptedModel(generation, generation))
        let first = try await session.respond(to: "1")
        #expect(first.usage.totalTokenCount == 12)
        #expect(first.usage.metadata["cost"] as? Int == 10)
        try await session.respond(to: "2")
        #expect(session.usage.input == .init(totalTokenCount: 20, cachedTokenCount: 2))
        #expect(session.usage.output == .init(totalTokenCount: 4, reasoningTokenCount: 2))
    }

    @Test func attachmentsOfAnAnswerComeAndGo() async throws {
        let image = Transcript.Attachment.image(
            .init(content: .init(url: URL(fileURLWithPath: "/x.png"), orientation: nil)))
        let model = ScriptedModel { _, channel in
            await channel.send(.response(action: .addAttachmentSegment(.init(id: "1", content: image))))
            await channel.send(.response(action: .addAttachmentSegment(.init(id: "2", content: image))))
            await channel.send(.response(action: .appendText("Here", tokenCount: 1)))
            await channel.send(.response(action: .removeAttachmentSegment(id: "1")))
        }
        let session = LanguageModelSession(model: model)
        #expect(try await session.respond(to: "Draw").content == "Here")
        guard case .response(let answer)? = session.transcript.last else { return }
        #expect(answer.segments.map(\.id).first == "2" && answer.segments.count == 2)
    }

    @Test func aStreamShowsEntriesAndUsage() async throws {
        let model = ScriptedModel(ScriptedModel.says(#"{"name": "B"#, #"o", "age": 3}"#))
        let session = LanguageModelSession(model: model)
        let stream = session.streamResponse(to: "A pet", generating: Pet.self)
        var last: LanguageModelSession.ResponseStream<Pet>.Snapshot?
        for try await snapshot in stream {
            #expect(kinds(snapshot.transcriptEntries) == ["prompt", "response"])
            last = snapshot
        }
        #expect(last?.name == "Bo" && last?.age == 3)
        #expect(last?.usage.output.totalTokenCount == 2)
        #expect(try await stream.collect().content == Pet(name: "Bo", age: 3))
    }

    // MARK: Failures of providers

    @Test func textInThePlaceOfAValueIsAnErrorWithTheText() async throws {
        for text in ["Sure! Here it is", #"{"name": "Bo""#, #"{"name": 3}"#] {
            let session = LanguageModelSession(model: ScriptedModel(ScriptedModel.says(text)))
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await session.respond(to: "A pet", generating: Pet.self)
            }
            guard case .decodingFailure(let context)? = error else {
                Issue.record("\(text): \(String(describing: error))")
                continue
            }
            #expect(context.underlyingError is GeneratedContent.ParsingError)
        }
    }

    @Test func anUnknownToolOrBrokenArgumentsAreErrors() async throws {
        let unknown = LanguageModelSession(
            model: ScriptedModel(ScriptedModel.calls(("wether", "{}"))), tools: [Weather()])
        await #expect(throws: LanguageModelSession.ToolCallingError.unknownTool(name: "wether")) {
            try await unknown.respond(to: "Cold?")
        }
        let broken = LanguageModelSession(
            model: ScriptedModel(ScriptedModel.calls(("weather", #"{"city": "Oslo""#))), tools: [Weather()])
        await #expect(throws: LanguageModelSession.GenerationError.self) { try await broken.respond(to: "Cold?") }
        #expect(broken.transcript.count == 1)
    }

    @Test func anAnswerInThePlaceOfARequiredCallIsAnError() async throws {
        let session = LanguageModelSession(model: ScriptedModel(ScriptedModel.says("It's cold.")), tools: [Weather()])
        await #expect(throws: LanguageModelSession.ToolCallingError.callMissing) {
            try await session.respond(to: "Cold?", options: GenerationOptions(toolCallingMode: .required))
        }
        let early = LanguageModelSession(
            model: ScriptedModel(ScriptedModel.calls(("weather", #"{"city": "Oslo"}"#))), tools: [Weather()])
        early.maximumToolCallRounds = 0
        await #expect(throws: LanguageModelSession.ToolCallingError.callNotAllowed(name: "weather")) {
            try await early.respond(to: "Cold?")
        }
    }

    @Test func aRefusedCallIsToldToTheModel() async throws {
        struct Choosy: Tool {
            let name = "choosy"
            let description = "Refuses"
            func call(arguments: Weather.Arguments) throws -> String {
                if arguments.city == "Oslo" { throw ToolCallRefusal(reason: "not Oslo") }
                return arguments.city
            }
        }
        let model = ScriptedModel(
            ScriptedModel.calls(("choosy", #"{"city": "Oslo"}"#), ("choosy", #"{"city": "Rome"}"#)),
            ScriptedModel.says("Rome, then."))
        let session = LanguageModelSession(model: model, tools: [Choosy()])
        #expect(try await session.respond(to: "Go").content == "Rome, then.")
        let outputs = session.transcript.compactMap { entry in
            if case .toolOutput(let output) = entry { output.segments.text } else { nil }
        }
        #expect(outputs == ["not Oslo", "Rome"])
        #expect(model.script.requests[1].transcript.count == 5)
    }

    @Test func callsOfOneGenerationRunAtTheSameTime() async throws {
        let (arrived, arrive) = AsyncStream.makeStream(of: Int.self)
        struct Meeting: Tool {
            let name = "meet"
            let description = "Waits for the other"
            let arrive: AsyncStream<Int>.Continuation
            let gate: Gate
            func call(arguments: Weather.Arguments) async -> String {
                arrive.yield(1)
                await gate.wait()
                return arguments.city
            }
        }
        let gate = Gate()
        let model = ScriptedModel(
            ScriptedModel.calls(("meet", #"{"city": "A"}"#), ("meet", #"{"city": "B"}"#)), ScriptedModel.says("Done"))
        let session = LanguageModelSession(model: model, tools: [Meeting(arrive: arrive, gate: gate)])
        let task = Task { try await session.respond(to: "Go") }
        var count = 0
        for await one in arrived {
            count += one
            if count == 2 { break }
        }
        await gate.open()
        #expect(try await task.value.content == "Done")
        let outputs = session.transcript.compactMap { entry in
            if case .toolOutput(let output) = entry { output.segments.text } else { nil }
        }
        #expect(outputs == ["A", "B"])
    }

    actor Gate {
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []
        func open() {
            isOpen = true
            for one in waiting { one.resume() }
        }
        func wait() async {
            if isOpen { return }
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    @Test func errorsPassThroughAndTheTranscriptIsAsBefore() async throws {
        struct Broken: Error, Equatable {}
        let session = LanguageModelSession(
            model: ScriptedModel(
                { _, channel in
                    await channel.send(.response(action: .appendText("Half an", tokenCount: 1)))
                    throw Broken()
                }, ScriptedModel.fails(Broken())))
        await #expect(throws: Broken.self) { try await session.respond(to: "Hi") }
        #expect(session.transcript.isEmpty)
        session.transcriptErrorHandlingPolicy = .preserveTranscript
        await #expect(throws: Broken.self) { try await session.respond(to: "Hi") }
        #expect(kinds(session.transcript) == ["prompt"])
    }

    @Test func cancellationReachesTheExecutor() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let wasCancelled = Mutex(false)
        let model = ScriptedModel { _, channel in
            start.yield()
            do { try await Task.sleep(for: .seconds(60)) } catch { wasCancelled.withLock { $0 = true } }
        }
        let session = LanguageModelSession(model: model)
        let task = Task { try await session.respond(to: "Hi") }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(wasCancelled.withLock { $0 })
        #expect(!session.isResponding && session.transcript.isEmpty)
    }

    @Test func settingTheTranscriptDuringAnAnswerIsAnError() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (resumed, resume) = AsyncStream.makeStream(of: Void.self)
        let model = ScriptedModel { _, channel in
            start.yield()
            for await _ in resumed { break }
            await channel.send(.response(action: .appendText("Late", tokenCount: 1)))
        }
        let session = LanguageModelSession(model: model)
        let task = Task { try await session.respond(to: "Hi") }
        for await _ in started { break }
        session.transcript = Transcript()
        resume.yield()
        await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) { try await task.value }
        let other = Transcript(entries: [.prompt(.init(segments: []))])
        session.transcript = other
        #expect(session.transcript == other)
    }
}
