import Foundation
import TestSupport
import Testing
import Trellis

@Suite struct SystemLanguageModelTests {
    @Test func aFileThatIsNotThereIsNotReady() async throws {
        let model = SystemLanguageModel(contentsOf: URL(fileURLWithPath: "/nowhere/model.gguf"))
        #expect(model.availability == .unavailable(.modelNotReady))
        #expect(!model.isAvailable)
        #expect(model.supportedLanguages.isEmpty)
        let session = LanguageModelSession(model: model)
        let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
            try await session.respond(to: "Hi")
        }
        guard case .assetsUnavailable(let context)? = error else {
            Issue.record("not the error of a missing model: \(String(describing: error))")
            return
        }
        #expect(context.underlyingError is SystemLanguageModel.Error)
        #expect(session.transcript.isEmpty)
    }

    @Test func aFileThatIsNotAModelSaysSo() async throws {
        try await withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("broken.gguf")
            try Data("not a model".utf8).write(to: url)
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await LanguageModelSession(model: SystemLanguageModel(contentsOf: url)).respond(to: "Hi")
            }
            #expect(error?.debugDescription.contains("broken.gguf") == true)
        }
    }

    @Test func theHeadOfTheFileTellsSizesAndLanguages() throws {
        try withTemporaryFolder { folder in
            let model = try SystemLanguageModel(contentsOf: ToyModel.write(to: folder))
            #expect(model.availability == .available)
            #expect(model.contextSize == ToyModel.contextLength)
            #expect(Set(model.supportedLanguages.compactMap(\.languageCode?.identifier)) == ["en", "sv"])
            #expect(model.supportsLocale(Locale(identifier: "en_GB")))
            #expect(!model.supportsLocale(Locale(identifier: "fi")))
        }
    }

    @Test func tokensAreCountedExactly() async throws {
        try await withTemporaryFolder { folder in
            let model = try SystemLanguageModel(contentsOf: ToyModel.write(to: folder))
            // One token a byte, but for the merged “th” and “the”.
            #expect(try await model.tokenCount(for: "xyz") == 3)
            #expect(try await model.tokenCount(for: "the") == 1)
            #expect(try await model.tokenCount(for: Prompt("xyz")) == 3)
            #expect(try await model.tokenCount(for: Instructions("xyz")) == 3)
            #expect(try await model.tokenCount(for: [any Tool]()) == 0)
            #expect(try await model.tokenCount(for: Int.generationSchema) > 10)
            let entry = Transcript.Entry.prompt(.init(segments: [.text(.init(content: "xyz"))]))
            // <|im_start|> user \n xyz <|im_end|> \n <|im_start|> assistant \n
            let count = try await model.tokenCount(for: [entry])
            #expect(count > 3 + 3)
        }
    }

    @Test(arguments: [
        ("flags\t\t: fpu sse avx avx2 bmi\nflags: x\n", true), ("flags : fpu avx avx20\n", false), ("", false),
        ("model name: avx2\nflags: fpu", false),
    ])
    func vectorInstructionsAreFoundInTheFlags(_ text: String, _ found: Bool) {
        #expect(MachineRequirements.hasAVX2(processorInformation: text) == found)
    }

    @Test func aModelThatDoesNotFitCannotRun() {
        let small = MachineRequirements(memory: 2 << 30, hasVectorInstructions: true)
        #expect(small.canRun(fileSize: 100 << 20))
        #expect(!small.canRun(fileSize: 2 << 30))
        #expect(!small.canRun(fileSize: .max))
        #expect(!MachineRequirements(memory: 64 << 30, hasVectorInstructions: false).canRun(fileSize: 1))
    }
}
