import Foundation
import TestSupport
import Testing
import Trellis

/// Rules that an application puts in front of a model.
@Suite struct GuardrailTests {
    /// Refuses texts with a word in them.
    struct Taboo: GuardrailPolicy {
        let word: String
        var sources: Set<GuardrailSource> = [.prompt, .response]

        func verdict(
            on text: String, from source: GuardrailSource, model: some LanguageModel
        ) async throws -> GuardrailVerdict {
            text.contains(word) ? .refused(reason: "“\(word)” is not said here") : .allowed
        }
    }

    private func isViolation(_ error: (any Error)?, by subject: String) -> Bool {
        if case LanguageModelSession.GenerationError.guardrailViolation(let context)? = error {
            context.debugDescription.contains(subject)
        } else {
            false
        }
    }

    @Test func aPromptIsCheckedBeforeTheModelSeesIt() async throws {
        let model = ScriptedModel(ScriptedModel.says("Fine"))
        let session = LanguageModelSession(model: model.guarded(by: Taboo(word: "secret")))
        let error = await #expect(throws: (any Error).self) { try await session.respond(to: "Tell the secret") }
        #expect(isViolation(error, by: "the prompt"))
        #expect(model.script.requests.isEmpty && session.transcript.isEmpty)
        #expect(try await session.respond(to: "Hello").content == "Fine")
    }

    @Test func anAnswerIsCheckedBeforeAnybodySeesIt() async throws {
        let model = ScriptedModel(ScriptedModel.says("The sec", "ret"), ScriptedModel.says("No"))
        let session = LanguageModelSession(model: model.guarded(by: Taboo(word: "secret")))
        var snapshots = 0
        let error = await #expect(throws: (any Error).self) {
            for try await _ in session.streamResponse(to: "Go") { snapshots += 1 }
        }
        #expect(isViolation(error, by: "the answer") && snapshots == 0)
        #expect(try await session.respond(to: "Go").content == "No")
    }

    @Test func answersStreamWhereOnlyPromptsAreChecked() async throws {
        let model = ScriptedModel({ _, channel in
            await channel.send(.response(action: .appendText("The secret", tokenCount: 1)))
        })
        let session = LanguageModelSession(model: model.guarded(by: Taboo(word: "secret", sources: [.prompt])))
        #expect(try await session.respond(to: "Go").content == "The secret")
    }

    @Test func theModelItselfIsAskedForOneOfTwoWords() async throws {
        let model = ScriptedModel(
            ScriptedModel.says(#""refused""#), ScriptedModel.says(#""allowed""#), ScriptedModel.says("Yes"))
        let rule = ModelJudgement("Nothing about cats.", sources: [.prompt])
        let session = LanguageModelSession(model: model.guarded(by: rule))
        let error = await #expect(throws: (any Error).self) { try await session.respond(to: "A cat") }
        #expect(isViolation(error, by: "Nothing about cats."))
        #expect(try await session.respond(to: "A dog").content == "Yes")
        let question = try #require(model.script.requests.first)
        #expect(question.schema != nil && "\(question.transcript)".contains("A cat"))
    }

    @Test func theSystemsModelTakesARule() async throws {
        try await withTemporaryFolder { folder in
            let url = try ToyModel.write(to: folder)
            let guardrails = SystemLanguageModel.Guardrails.policy(Taboo(word: "secret", sources: [.prompt]))
            let session = LanguageModelSession(model: SystemLanguageModel(contentsOf: url, guardrails: guardrails))
            let options = GenerationOptions(maximumResponseTokens: 2)
            let error = await #expect(throws: (any Error).self) {
                try await session.respond(to: "secret", options: options)
            }
            #expect(isViolation(error, by: "the prompt"))
            try await session.respond(to: "Hello", options: options)
            // Whichever of the two words a model of noise says: it's one of them.
            let judged = SystemLanguageModel(
                contentsOf: url, guardrails: .policy(ModelJudgement("Be polite.", sources: [.prompt])))
            do {
                try await LanguageModelSession(model: judged).respond(to: "Hello", options: options)
            } catch LanguageModelSession.GenerationError.guardrailViolation {}
        }
    }

    @Test func rulesAreEqualWhenTheySayTheSame() {
        typealias Guardrails = SystemLanguageModel.Guardrails
        #expect(Guardrails.policy(Taboo(word: "a")) == .policy(Taboo(word: "a")))
        #expect(Guardrails.policy(Taboo(word: "a")) != .policy(Taboo(word: "b")))
        #expect(Guardrails.policy(Taboo(word: "a")) != .policy(ModelJudgement("a")))
        #expect(Guardrails.default != .permissiveContentTransformations)
        #expect(Guardrails.default == .default)
    }
}
