import Foundation
import Synchronization
import TestSupport
import Testing
import Trellis

/// Conversations that outgrow the context of their model.
@Suite struct ContextOverflowTests {
    private func turn(_ prompt: String, _ answer: String) -> [Transcript.Entry] {
        [
            .prompt(.init(segments: [.text(.init(content: prompt))])),
            .response(.init(segments: [.text(.init(content: answer))])),
        ]
    }

    private func texts(_ transcript: some Sequence<Transcript.Entry>) -> [String] {
        transcript.map { entry in
            switch entry {
            case .instructions(let entry): entry.segments.text
            case .prompt(let entry): entry.segments.text
            case .response(let entry): entry.segments.text
            default: "?"
            }
        }
    }

    /// A generation that fails when the transcript has more entries than so many.
    private func says(_ text: String, limit: Int) -> ScriptedModel.Generation {
        { request, channel in
            guard request.transcript.count <= limit else {
                throw LanguageModelError.contextSizeExceeded(
                    .init(contextSize: limit, tokenCount: request.transcript.count, debugDescription: "too long"))
            }
            await channel.send(.response(action: .appendText(text, tokenCount: 1)))
        }
    }

    @Test func theErrorNamesBothSizesAndNothingIsLost() async throws {
        try await withTemporaryFolder { folder in
            let model = try SystemLanguageModel(contentsOf: ToyModel.write(to: folder))
            let session = LanguageModelSession(
                model: model, transcript: Transcript(entries: turn("Hello", "Hi")))
            session.errorNames = .languageModelErrors
            let before = session.transcript
            let long = String(repeating: "x ", count: 800)
            let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: long) }
            guard case .contextSizeExceeded(let detail)? = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
            let asked = Array(before) + [.prompt(.init(segments: [.text(.init(content: long))]))]
            #expect(detail.contextSize == model.contextSize)
            #expect(detail.tokenCount == (try await model.tokenCount(for: asked)))
            #expect(session.transcript == before && session.usage.totalTokenCount == 0)
            // Afterwards the session goes on.
            try await session.respond(to: "y", options: GenerationOptions(maximumResponseTokens: 2))
            #expect(session.transcript.count == 4)
        }
    }

    @Test func theOldestTurnsAreDroppedUntilTheRestFits() async throws {
        try await withTemporaryFolder { folder in
            let model = try SystemLanguageModel(contentsOf: ToyModel.write(to: folder))
            let turns = (0..<5).flatMap { turn("\($0)" + String(repeating: "a", count: 300), "b\($0)") }
            let session = LanguageModelSession(
                model: model,
                transcript: Transcript(
                    entries: [
                        .instructions(.init(segments: [.text(.init(content: "Be brief."))], toolDefinitions: []))
                    ] + turns))
            session.contextOverflowPolicy = .dropOldestTurns
            let response = try await session.respond(
                to: "End", options: GenerationOptions(maximumResponseTokens: 2))
            let heads = texts(session.transcript).map { String($0.prefix(2)) }
            #expect(heads.first == "Be" && heads.suffix(2).first == "En")
            #expect(session.transcript.count < 13 && heads.contains("4a") && !heads.contains("0a"))
            #expect(response.transcriptEntries.count == 2)
        }
    }

    @Test func turnsAreDroppedOneByOne() async throws {
        let long = says("Fine", limit: 4)
        let model = ScriptedModel(long, long, long)
        let session = LanguageModelSession(
            model: model, transcript: Transcript(entries: turn("1", "a") + turn("2", "b") + turn("3", "c")))
        session.contextOverflowPolicy = .dropOldestTurns
        try await session.respond(to: "4")
        #expect(texts(session.transcript) == ["3", "c", "4", "Fine"])
        #expect(model.script.requests.map(\.transcript.count) == [7, 5, 3])
    }

    @Test func aPromptThatAloneIsTooLongFailsAndTheTranscriptIsAsBefore() async throws {
        let never = says("", limit: 0)
        let model = ScriptedModel(never, never, never)
        let entries = turn("1", "a") + turn("2", "b")
        let session = LanguageModelSession(model: model, transcript: Transcript(entries: entries))
        session.contextOverflowPolicy = .dropOldestTurns
        await #expect(throws: LanguageModelSession.GenerationError.self) { try await session.respond(to: "3") }
        #expect(session.transcript == Transcript(entries: entries))
    }

    @Test func oldTurnsAreSummarizedByTheModel() async throws {
        let model = ScriptedModel(
            says("", limit: 4), ScriptedModel.says("They counted."), says("Five", limit: 4))
        let session = LanguageModelSession(
            model: model, transcript: Transcript(entries: turn("1", "a") + turn("2", "b") + turn("3", "c")))
        session.contextOverflowPolicy = .summarizeOldestTurns()
        try await session.respond(to: "4")
        #expect(
            texts(session.transcript) == [
                "Summary of what was said before:\nThey counted.", "3", "c", "4", "Five",
            ])
        let question = try #require(texts(model.script.requests[1].transcript).last)
        #expect(question.contains("1") && question.contains("b") && !question.contains("c\n"))
    }

    @Test func aConversationThatIsTooLongToBeSummarizedIsReadFromItsMiddle() async throws {
        let model = ScriptedModel(
            says("", limit: 2), says("", limit: 0), ScriptedModel.says("Much."), says("Yes", limit: 2))
        let session = LanguageModelSession(
            model: model, transcript: Transcript(entries: turn("first", "a") + turn("second", "z")))
        session.contextOverflowPolicy = .summarizeOldestTurns(keeping: 0)
        try await session.respond(to: "4")
        #expect(texts(session.transcript) == ["Summary of what was said before:\nMuch.", "4", "Yes"])
        let question = try #require(texts(model.script.requests[2].transcript).last)
        #expect(question.contains("z") && !question.contains("first"))
    }

    @Test func aPolicyThatShortensNothingEndsInTheError() async throws {
        let model = ScriptedModel(says("", limit: 0), says("", limit: 0))
        let session = LanguageModelSession(model: model, transcript: Transcript(entries: turn("1", "a")))
        session.contextOverflowPolicy = ContextOverflowPolicy { $0.history }
        await #expect(throws: LanguageModelSession.GenerationError.self) { try await session.respond(to: "2") }
        #expect(model.script.requests.count == 1)
    }
}
