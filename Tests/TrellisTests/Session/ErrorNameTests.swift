import Foundation
import TestSupport
import Testing
import Trellis

/// Every failure that a session knows, under the names of both releases.
@Suite struct ErrorNameTests {
    typealias Former = LanguageModelSession.GenerationError

    /// A failure of a model, and what the two releases call it.
    struct Failure: Sendable, CustomTestStringConvertible {
        let name: String
        let error: any Error
        let isNamed: @Sendable (any Error) -> Bool
        let isFormer: @Sendable (any Error) -> Bool

        var testDescription: String { name }
    }

    private static func line(_ error: any Error) -> String {
        switch error {
        case let error as LanguageModelError: error.debugDescription
        case let error as Former: error.debugDescription
        default: "\(error)"
        }
    }

    static let failures = [
        Failure(
            name: "context",
            error: LanguageModelError.contextSizeExceeded(
                .init(contextSize: 10, tokenCount: 12, debugDescription: "!")),
            isNamed: {
                if case LanguageModelError.contextSizeExceeded(let d) = $0 { d.tokenCount == 12 } else { false }
            },
            isFormer: { if case Former.exceededContextWindowSize = $0 { true } else { false } }),
        Failure(
            name: "rate",
            error: LanguageModelError.rateLimited(.init(resetDate: .distantFuture, debugDescription: "!")),
            isNamed: { if case LanguageModelError.rateLimited(let d) = $0 { d.resetDate != nil } else { false } },
            isFormer: { if case Former.rateLimited = $0 { true } else { false } }),
        Failure(
            name: "timeout", error: LanguageModelError.timeout(.init(debugDescription: "!")),
            isNamed: { if case LanguageModelError.timeout = $0 { true } else { false } },
            isFormer: { if case Former.rateLimited = $0 { true } else { false } }),
        Failure(
            name: "guardrail", error: LanguageModelError.guardrailViolation(.init(debugDescription: "!")),
            isNamed: { if case LanguageModelError.guardrailViolation = $0 { true } else { false } },
            isFormer: { if case Former.guardrailViolation = $0 { true } else { false } }),
        Failure(
            name: "guide",
            error: LanguageModelError.unsupportedGenerationGuide(.init(schemaName: "S", debugDescription: "!")),
            isNamed: {
                if case LanguageModelError.unsupportedGenerationGuide(let d) = $0 { d.schemaName == "S" } else { false }
            },
            isFormer: { if case Former.unsupportedGuide = $0 { true } else { false } }),
        Failure(
            name: "language",
            error: LanguageModelError.unsupportedLanguageOrLocale(.init(languageCode: "fi", debugDescription: "!")),
            isNamed: {
                if case LanguageModelError.unsupportedLanguageOrLocale(let d) = $0 {
                    d.languageCode.identifier == "fi"
                } else {
                    false
                }
            },
            isFormer: { if case Former.unsupportedLanguageOrLocale = $0 { true } else { false } }),
        Failure(
            name: "assets", error: SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "!")),
            isNamed: { $0 is SystemLanguageModel.Error },
            isFormer: { if case Former.assetsUnavailable = $0 { true } else { false } }),
        Failure(
            name: "parsing",
            error: GeneratedContent.ParsingError(rawContent: "{", debugDescription: "!"),
            isNamed: { ($0 as? GeneratedContent.ParsingError)?.rawContent == "{" },
            isFormer: { if case Former.decodingFailure = $0 { true } else { false } }),
        // The first release has no names for these two.
        Failure(
            name: "capability",
            error: LanguageModelError.unsupportedCapability(.init(capability: .vision, debugDescription: "!")),
            isNamed: { if case LanguageModelError.unsupportedCapability = $0 { true } else { false } },
            isFormer: { if case LanguageModelError.unsupportedCapability = $0 { true } else { false } }),
        Failure(
            name: "transcript",
            error: LanguageModelError.unsupportedTranscriptContent(
                .init(unsupportedContent: [], debugDescription: "!")),
            isNamed: { if case LanguageModelError.unsupportedTranscriptContent = $0 { true } else { false } },
            isFormer: { if case LanguageModelError.unsupportedTranscriptContent = $0 { true } else { false } }),
    ]

    @Test(arguments: failures)
    func failuresHaveTheNamesOfBothReleases(_ failure: Failure) async throws {
        let model = ScriptedModel(ScriptedModel.fails(failure.error), ScriptedModel.fails(failure.error))
        let session = LanguageModelSession(model: model)
        for (names, isNamed) in [
            (LanguageModelSession.ErrorNames.languageModelErrors, failure.isNamed),
            (.generationErrors, failure.isFormer),
        ] {
            session.errorNames = names
            let error = await #expect(throws: (any Error).self) { try await session.respond(to: "Go") }
            #expect(error.map { isNamed($0) } == true, "\(String(describing: error))")
            #expect(error?.localizedDescription.contains("!") == true)
            #expect(session.transcript.isEmpty && !session.isResponding)
        }
    }

    @Test func aRefusalExplainsItselfUnderBothNames() async throws {
        let refusal = LanguageModelError.refusal(.init(explanation: "I would rather not.", debugDescription: "!"))
        let model = ScriptedModel(ScriptedModel.fails(refusal), ScriptedModel.fails(refusal))
        let session = LanguageModelSession(model: model)
        session.errorNames = .languageModelErrors
        let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Go") }
        guard case .refusal(let detail)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(try await detail.explanation.content == "I would rather not.")
        session.errorNames = .generationErrors
        let former = await #expect(throws: Former.self) { try await session.respond(to: "Go") }
        guard case .refusal(let detail, let context)? = former else {
            Issue.record("another error: \(String(describing: former))")
            return
        }
        #expect(context.debugDescription == "!")
        var texts: [String] = []
        for try await snapshot in detail.explanationStream { texts.append(snapshot.content) }
        #expect(texts == ["I would rather not."])
    }

    @Test func usesAtTheWrongTimeHaveTheNamesOfBothReleases() async throws {
        let (stream, gate) = AsyncStream<Void>.makeStream()
        let model = ScriptedModel({ _, channel in
            await channel.send(.response(action: .appendText("Hello", tokenCount: 1)))
            for await _ in stream {}
        })
        let session = LanguageModelSession(model: model)
        let first = session.streamResponse(to: "Go")
        var snapshots = first.makeAsyncIterator()
        _ = try await snapshots.next()
        let former = await #expect(throws: Former.self) { try await session.respond(to: "Again") }
        guard case .concurrentRequests? = former else {
            Issue.record("another error: \(String(describing: former))")
            return
        }
        session.errorNames = .languageModelErrors
        await #expect(throws: LanguageModelSession.Error.concurrentRequests) { try await session.respond(to: "Again") }
        session.transcript = Transcript()
        gate.finish()
        await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
            while try await snapshots.next() != nil {}
        }
    }

    @Test func everyFormerNameSaysWhatHappenedAndWhatToDo() throws {
        let context = Former.Context(debugDescription: "details")
        let errors: [Former] = [
            .exceededContextWindowSize(context), .assetsUnavailable(context), .guardrailViolation(context),
            .unsupportedGuide(context), .unsupportedLanguageOrLocale(context), .decodingFailure(context),
            .rateLimited(context), .concurrentRequests(context), .refusal(.init(transcriptEntries: []), context),
        ]
        #expect(Set(errors.compactMap(\.failureReason)).count == errors.count)
        #expect(errors.allSatisfy { $0.recoverySuggestion?.isEmpty == false && $0.errorDescription == "details" })
    }
}
