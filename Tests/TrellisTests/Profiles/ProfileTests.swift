import Foundation
import Synchronization
import Testing
import Trellis

extension SessionPropertyValues {
    @SessionPropertyEntry fileprivate var isGuestKnown = false
    @SessionPropertyEntry fileprivate var guest: String?
    @SessionPropertyEntry fileprivate var tone: String = "kind"
}

/// Profiles: what a session works with, worked out anew for each generation.
@Suite struct ProfileTests {
    typealias DynamicProfile = LanguageModelSession.DynamicProfile

    final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    struct Greet: Tool {
        let name = "greet"
        let description = "Greets a guest"
        @SessionProperty(\.isGuestKnown) var isGuestKnown
        @SessionProperty(\.guest) var guest
        @Generable struct Arguments { var name: String }
        func call(arguments: Arguments) -> String {
            isGuestKnown = true
            guest = arguments.name
            return "greeted"
        }
    }

    struct Book: Tool {
        let name = "book"
        let description = "Books a table"
        @Generable struct Arguments { var seats: Int }
        func call(arguments: Arguments) -> String { "booked for \(arguments.seats)" }
    }

    struct Concierge: DynamicInstructions {
        @SessionProperty(\.isGuestKnown) var isGuestKnown
        @SessionProperty(\.guest) var guest

        var body: some DynamicInstructions {
            Instructions("You are a concierge.")
            if isGuestKnown {
                Instructions("The guest is \(guest ?? "nobody").")
                Book()
            } else {
                Greet()
            }
        }
    }

    private func instructions(_ transcript: Transcript) -> (text: String, tools: [String])? {
        guard case .instructions(let entry)? = transcript.first else { return nil }
        return (entry.segments.text, entry.toolDefinitions.map(\.name))
    }

    @Test func instructionsAndToolsFollowTheSession() async throws {
        let model = ScriptedModel(
            ScriptedModel.calls(("greet", #"{"name": "Bo"}"#)), ScriptedModel.says("Welcome"))
        let session = LanguageModelSession(model: model, dynamicInstructions: Concierge())
        #expect(session.properties.guest == nil)
        try await session.respond(to: "I am Bo")
        let shown = model.script.requests.map { instructions($0.transcript) }
        #expect(shown[0]?.text == "You are a concierge." && shown[0]?.tools == ["greet"])
        #expect(shown[1]?.text == "You are a concierge.\nThe guest is Bo." && shown[1]?.tools == ["book"])
        #expect(model.script.requests.map { $0.enabledToolDefinitions.map(\.name) } == [["greet"], ["book"]])
        #expect(session.properties.guest == "Bo" && session.properties.isGuestKnown)
        #expect(instructions(session.transcript)?.text == shown[1]?.text)
        #expect(session.transcript.count == 5 && session.properties.history.count == 4)
    }

    @Test func theProgramSetsProperties() async throws {
        let model = ScriptedModel(ScriptedModel.says("a"))
        let session = LanguageModelSession(model: model, dynamicInstructions: Concierge())
        session.properties.isGuestKnown = true
        session.properties.guest = "Ada"
        try await session.respond(to: "Hello")
        #expect(instructions(session.transcript)?.text == "You are a concierge.\nThe guest is Ada.")
        session.properties.history = []
        #expect(session.transcript.count == 1)
    }

    @Test func propertiesHaveTheirDefaultsAndBelongToOneSession() {
        let model = ScriptedModel()
        let one = LanguageModelSession(model: model)
        let other = LanguageModelSession(model: model)
        #expect(one.properties.tone == "kind")
        one.properties.tone = "dry"
        #expect(one.properties.tone == "dry" && other.properties.tone == "kind")
        #expect(Greet().isGuestKnown == false)
    }

    @Test func instructionsThatSayTheSameStay() async throws {
        let model = ScriptedModel(ScriptedModel.says("a"), ScriptedModel.says("b"))
        let session = LanguageModelSession(model: model, dynamicInstructions: Instructions("Be brief."))
        try await session.respond(to: "1")
        let id = session.transcript.first?.id
        try await session.respond(to: "2")
        #expect(session.transcript.first?.id == id && session.transcript.count == 5)
    }

    struct Parts: DynamicInstructions {
        let names: [String]
        let isLate: Bool
        var body: some DynamicInstructions {
            ForEach(names, id: \.self) { Instructions("Know \($0).") }
            if isLate { Instructions("Hurry.") }
            EmptyDynamicInstructions()
            AnyDynamicInstructions(Instructions("Done."))
            [Book(), Greet()] as [any Tool]
        }
    }

    @Test func instructionsArePutTogether() async throws {
        for (isLate, text) in [(true, "Know a.\nKnow b.\nHurry.\nDone."), (false, "Know a.\nKnow b.\nDone.")] {
            let model = ScriptedModel(ScriptedModel.says("a"))
            let session = LanguageModelSession(
                model: model, dynamicInstructions: Parts(names: ["a", "b"], isLate: isLate))
            try await session.respond(to: "1")
            #expect(instructions(session.transcript)?.text == text)
            #expect(instructions(session.transcript)?.tools == ["book", "greet"])
        }
    }

    // MARK: Modifiers

    struct Careful: LanguageModelSession.DynamicProfileModifier {
        func body(content: Content) -> some LanguageModelSession.DynamicProfile {
            content.temperature(0.1).maximumResponseTokens(7)
        }
    }

    @Test func callsComeBeforeInnerProfilesAndThoseBeforeOuterOnes() async throws {
        let model = ScriptedModel(ScriptedModel.says("a"))
        let profile = LanguageModelSession.Profile { Instructions("x") }
            .model(model).temperature(0.3).reasoningLevel(.light)
            .modifier(Careful()).temperature(0.9).samplingMode(.greedy).maximumResponseTokens(9)
            .toolCallingMode(.disallowed)
        let session = LanguageModelSession(profile: profile)
        try await session.respond(to: "1", options: GenerationOptions(samplingMode: .random(top: 2)))
        let request = try #require(model.script.requests.first)
        #expect(
            request.generationOptions
                == GenerationOptions(
                    samplingMode: .random(top: 2), temperature: 0.3, maximumResponseTokens: 7,
                    toolCallingMode: .disallowed))
        #expect(request.contextOptions.reasoningLevel == .light)
        guard case .prompt(let prompt) = session.transcript[1] else {
            Issue.record("no prompt")
            return
        }
        #expect(prompt.options == request.generationOptions)
    }

    struct Writer: DynamicProfile {
        @SessionProperty(\.isGuestKnown) var isDrafting
        let model: ScriptedModel
        let log: Log

        var body: some DynamicProfile {
            if isDrafting {
                Profile { Instructions("Draft.") }
                    .model(model)
                    .onActivate { log.add("draft on") }
                    .onDeactivate { log.add("draft off") }
            } else {
                Profile { Instructions("Correct.") }
                    .model(model)
                    .onActivate { log.add("correct on") }
                    .onDeactivate { log.add("correct off") }
            }
        }
    }

    @Test func changingTheProfileIsSaid() async throws {
        let log = Log()
        let model = ScriptedModel(ScriptedModel.says("a"), ScriptedModel.says("b"), ScriptedModel.says("c"))
        let session = LanguageModelSession(profile: Writer(model: model, log: log))
        try await session.respond(to: "1")
        try await session.respond(to: "2")
        session.properties.isGuestKnown = true
        try await session.respond(to: "3")
        #expect(log.all == ["correct on", "correct off", "draft on"])
        #expect(instructions(session.transcript)?.text == "Draft.")
    }

    @Test func stepsOfATurnAreSaidInOrder() async throws {
        let log = Log()
        let model = ScriptedModel(
            { _, channel in
                await channel.send(.reasoning(action: .appendText("Hm", tokenCount: 1)))
                await channel.send(
                    .toolCalls(
                        action: .toolCall(
                            id: "1", name: "book", action: .appendArguments(#"{"seats": 2}"#, tokenCount: 1))))
            }, ScriptedModel.says("Done"))
        let profile = LanguageModelSession.Profile { Book() }
            .model(model)
            .onPrompt { log.add("prompt " + $0.segments.map(\.description).joined()) }
            .onReasoning { log.add("reasoning " + $0.segments.map(\.description).joined()) }
            .onToolCall { log.add("call " + $0.toolName) }
            .onToolCall { log.add("outer call") }
            .onToolOutput { log.add("output of \($0.toolName): " + $1.segments.map(\.description).joined()) }
            .onResponse { log.add("response " + $0.segments.map(\.description).joined()) }
        try await LanguageModelSession(profile: profile).respond(to: "Go")
        #expect(
            log.all == [
                "prompt Go", "reasoning Hm", "call book", "outer call", "output of book: booked for 2", "response Done",
            ])
    }

    @Test func oneCallIsRefusedAndTheOthersAreCarriedOut() async throws {
        let model = ScriptedModel(
            ScriptedModel.calls(("book", #"{"seats": 2}"#), ("book", #"{"seats": 99}"#)), ScriptedModel.says("Done"))
        let profile = LanguageModelSession.Profile { Book() }
            .model(model)
            .onToolCall { call in
                if try call.arguments.value(Int.self, forProperty: "seats") > 9 {
                    throw ToolCallRefusal(reason: "too many seats")
                }
            }
        let session = LanguageModelSession(profile: profile)
        #expect(try await session.respond(to: "Go").content == "Done")
        let outputs = session.transcript.compactMap { entry -> String? in
            if case .toolOutput(let output) = entry { output.segments.map(\.description).joined() } else { nil }
        }
        #expect(outputs == ["booked for 2", "too many seats"])
    }

    struct Objection: Error {}

    @Test func whatAStepThrowsEndsTheRequest() async throws {
        let model = ScriptedModel(ScriptedModel.calls(("book", #"{"seats": 2}"#)))
        let profile = LanguageModelSession.Profile { Book() }.model(model).onToolCall { throw Objection() }
            .transcriptErrorHandlingPolicy(.preserveTranscript)
        let session = LanguageModelSession(profile: profile)
        await #expect(throws: Objection.self) { try await session.respond(to: "Go") }
        #expect(session.transcript.count == 3)
    }

    @Test func theModelIsShownAnotherHistory() async throws {
        let model = ScriptedModel(ScriptedModel.says("a"), ScriptedModel.says("b"))
        let profile = LanguageModelSession.Profile { Instructions("x") }.model(model)
            .historyTransform { $0.suffix(1) }
        let session = LanguageModelSession(profile: profile)
        try await session.respond(to: "1")
        try await session.respond(to: "2")
        #expect(model.script.requests.map(\.transcript.count) == [2, 2])
        #expect(session.transcript.count == 5)
    }

    @Test func prewarmingKnowsTheInstructions() {
        let model = ScriptedModel()
        LanguageModelSession(model: model, dynamicInstructions: Instructions("x")).prewarm(promptPrefix: "1")
        let transcripts = model.script.state.withLock { $0.prewarmed }
        #expect(transcripts.count == 1 && transcripts.first.flatMap { instructions($0) }?.text == "x")
    }
}
