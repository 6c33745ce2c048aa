import Foundation
import TestSupport
import Testing
import Trellis
import TrellisGrammars
import TrellisJSON

/// What users complain about: sessions, contexts, determinism and errors. The numbers are those of the list of complaints.
@Suite struct SessionComplaints {
    @Generable struct Pet: Equatable {
        @Guide(description: "The name of the pet, short and easy to call") var name: String
        @Guide(.range(0...30)) var age: Int
    }

    @Test func complaint64_75_sizesAreVisibleBeforeItIsTooLate() async throws {
        try await Noise.withModel { model in
            #expect(model.contextSize == ToyModel.contextLength)
            let long = String(repeating: "y", count: 1100)
            let session = LanguageModelSession(model: model)
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await session.respond(to: long)
            }
            guard case .exceededContextWindowSize(let context)? = error,
                case .contextSizeExceeded(let sizes)? = context.underlyingError as? LanguageModelError
            else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
            let prompt = Transcript.Entry.prompt(.init(segments: [.text(.init(content: long))]))
            #expect(sizes.contextSize == model.contextSize)
            let count = try await model.tokenCount(for: [prompt])
            #expect(sizes.tokenCount == count)
            #expect(session.transcript.isEmpty)
        }
    }

    @Test func complaint65_anErrorNamesTheLimitOfSchemas() throws {
        let chain = (0..<200).map { ##""a\##($0)": {"$ref": "#/$defs/a\##($0 + 1)"}, "## }.joined()
        let text = ##"{"$ref": "#/$defs/a0", "$defs": {\##(chain)"a200": {"type": "string"}}}"##
        let schema = try JSONValue(parsing: text)
        let error = #expect(throws: GrammarError.self) { try Grammar(jsonSchema: schema) }
        #expect("\(String(describing: error))".contains("128"))
    }

    @Test func complaint67_seedsReachTheSampler() async throws {
        try await Noise.withModel { model in
            func answer(_ seed: Int) async throws -> String {
                try await LanguageModelSession(model: model).respond(to: "Go", options: Noise.options(seed, 20)).content
            }
            let first = try await answer(1)
            #expect(try await answer(1) == first)
            #expect(try await answer(2) != first)
        }
    }

    @Test(arguments: [
        GenerationOptions(temperature: .nan), GenerationOptions(samplingMode: .random(top: 0)),
        GenerationOptions(samplingMode: .random(probabilityThreshold: 0)), GenerationOptions(maximumResponseTokens: -1),
    ])
    func complaint68_optionsAreChecked(_ options: GenerationOptions) async throws {
        let model = ScriptedModel(ScriptedModel.says("a"))
        await #expect(throws: InvalidGenerationOption.self) {
            try await LanguageModelSession(model: model).respond(to: "Go", options: options)
        }
        #expect(model.script.requests.isEmpty)
    }

    @Test(arguments: ["Where is the frunk of a car?", "What does glucose do?", "Hur mår du?"])
    func complaint69_84_nothingIsRefusedForItsWordsOrItsLanguage(_ prompt: String) async throws {
        try await Noise.withModel { model in
            _ = try await LanguageModelSession(model: model).respond(to: prompt, options: Noise.options(1, 3))
            #expect(
                model.supportsLocale(Locale(identifier: "sv_SE")) && !model.supportsLocale(Locale(identifier: "fi")))
        }
    }

    @Test func complaint70_errorsAreOfOneTypeAndCanBeCast() async throws {
        let session = LanguageModelSession(
            model: SystemLanguageModel(contentsOf: URL(fileURLWithPath: "/no/model.gguf")))
        do {
            try await session.respond(to: "Go")
            Issue.record("no error")
        } catch let error as LanguageModelSession.GenerationError {
            guard case .assetsUnavailable(let context) = error else {
                Issue.record("another error: \(error)")
                return
            }
            #expect(context.underlyingError is SystemLanguageModel.Error)
        }
    }

    @Test func complaint71_aTranscriptIsTheWholeState() async throws {
        try await Noise.withModel { model in
            let first = LanguageModelSession(model: model, instructions: "Be brief.")
            try await first.respond(to: "Hello", options: Noise.options(1, 6))
            let data = try JSONEncoder().encode(first.transcript)
            let restored = try JSONDecoder().decode(Transcript.self, from: data)
            #expect(restored == first.transcript)
            let options = Noise.options(5, 10)
            let direct = try await first.respond(to: "On", options: options)
            let again = try await LanguageModelSession(model: model, transcript: restored).respond(
                to: "On", options: options)
            #expect(direct.content == again.content)
            #expect(direct.usage.input.totalTokenCount == again.usage.input.totalTokenCount)
        }
    }

    @Test func complaint73_schemasAtRunTimeAreTypes() async throws {
        try await Noise.withModel { model in
            let options = Noise.options(3)
            let typed = try await LanguageModelSession(model: model).respond(
                to: "Go", generating: Pet.self, options: options)
            let untyped = try await LanguageModelSession(model: model).respond(
                to: "Go", schema: Pet.generationSchema, options: options)
            #expect(try Pet(untyped.content) == typed.content)
        }
    }

    @Test func complaint76_manyRequestsTakeNoMoreMemory() async throws {
        #if os(Linux)
            func residentMegabytes() throws -> Int {
                let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
                return (Int(fields[1]) ?? 0) * 4096 >> 20
            }
            try await Noise.withModel { model in
                func ask(_ count: Int) async throws {
                    for index in 0..<count {
                        try await LanguageModelSession(model: model, instructions: "\(index)").respond(
                            to: "Go", generating: Bool.self, options: Noise.options(index, 8))
                    }
                }
                try await ask(20)
                let before = try residentMegabytes()
                try await ask(300)
                // A context that were kept would take half a megabyte each time; other tests run beside this one.
                #expect(try residentMegabytes() - before < 150)
            }
        #endif
    }

    @Test func complaint79_80_onlyWhatIsNewIsRead() async throws {
        try await Noise.withModel { model in
            let session = LanguageModelSession(model: model, instructions: String(repeating: "words ", count: 40))
            let first = try await session.respond(to: "One", options: Noise.options(1, 8))
            let second = try await session.respond(to: "Two", options: Noise.options(2, 8))
            #expect(first.usage.input.cachedTokenCount == 0)
            #expect(second.usage.input.cachedTokenCount >= first.usage.input.totalTokenCount)
            let new = second.usage.input.totalTokenCount - second.usage.input.cachedTokenCount
            // The answer that was cut off ends in a token that was never run; then come the prompt and its frame.
            #expect(new < first.usage.output.totalTokenCount + 60)
        }
    }

    @Test func complaint81_aSchemaIsShownBrieflyOrNotAtAll() async throws {
        try await Noise.withModel { model in
            let written = String(decoding: try JSONEncoder().encode(Pet.generationSchema), as: UTF8.self)
            let shown = try await model.tokenCount(for: Pet.generationSchema)
            let all = try await model.tokenCount(for: written)
            #expect(shown < all)
            func tokens(_ shows: Bool) async throws -> Int {
                try await LanguageModelSession(model: model).respond(
                    to: "Go", generating: Pet.self, includeSchemaInPrompt: shows, options: Noise.options(1)
                ).usage.input.totalTokenCount
            }
            let difference = try await tokens(true) - tokens(false)
            #expect(abs(difference - shown) <= 2)
        }
    }

    @Test func complaint82_answersNameTheFileOfTheirModel() async throws {
        try await withTemporaryFolder { folder in
            let model = try SystemLanguageModel(contentsOf: ToyModel.write(to: folder, name: "pinned-1.gguf"))
            let session = LanguageModelSession(model: model)
            try await session.respond(to: "Go", options: Noise.options(1, 2))
            guard case .response(let response)? = session.transcript.last else {
                Issue.record("no response")
                return
            }
            #expect(response.assetIDs == ["pinned-1.gguf"])
        }
    }

    @Test func complaint85_capabilitiesAreThoseOfTheFile() throws {
        try withTemporaryFolder { folder in
            let plain = try SystemLanguageModel(contentsOf: ToyModel.write(to: folder))
            #expect(!plain.capabilities.contains(.reasoning) && !plain.capabilities.contains(.vision))
            guard let family = ToyFamily.all.first(where: { $0.name == "Qwen 3" }) else { return }
            let thinking = try SystemLanguageModel(
                contentsOf: ToyModel.write(
                    to: folder, name: "thinks.gguf", template: family.template, moreSpecial: family.special))
            #expect(thinking.capabilities.contains(.reasoning))
        }
    }
}
