import Foundation
import TestSupport
import Trellis

/// A model of noise, on which what users of such interfaces complain about is tried: what it writes is random, so that every answer
/// that the grammar allows comes sooner or later, and none that it doesn't.
enum Noise {
    /// Lends a model whose weights are noise.
    static func withModel<Result>(_ body: (SystemLanguageModel) async throws -> Result) async throws -> Result {
        try await withTemporaryFolder { folder in
            try await body(SystemLanguageModel(contentsOf: ToyModel.write(to: folder)))
        }
    }

    /// Options that draw from all tokens nearly alike, repeatably.
    static func options(_ seed: Int, _ maximum: Int = 120) -> GenerationOptions {
        GenerationOptions(
            samplingMode: .random(probabilityThreshold: 1, seed: UInt64(seed)), temperature: 8,
            maximumResponseTokens: maximum)
    }

    /// Values of a type, from different seeds.
    static func values<Content: Generable>(
        _ type: Content.Type, count: Int = 10, maximum: Int = 120
    ) async throws -> [Content] {
        try await withModel { model in
            var values: [Content] = []
            for seed in 0..<count {
                values.append(
                    try await LanguageModelSession(model: model).respond(
                        to: "Go", generating: type, includeSchemaInPrompt: false, options: options(seed, maximum)
                    ).content)
            }
            return values
        }
    }

    /// The texts of answers as the model wrote them, from different seeds.
    static func texts(of schema: GenerationSchema, count: Int = 10, maximum: Int = 120) async throws -> [String] {
        try await withModel { model in
            let executor = SystemLanguageModel.Executor(configuration: model.executorConfiguration)
            var texts: [String] = []
            for seed in 0..<count {
                let channel = LanguageModelExecutorGenerationChannel()
                let request = LanguageModelExecutorGenerationRequest(
                    transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Go"))]))]),
                    schema: schema, generationOptions: options(seed, maximum))
                try await executor.respond(to: request, model: model, streamingInto: channel)
                channel.finish()
                var text = ""
                for await case .response(_, .appendText(let piece, _, _)) in channel { text += piece }
                texts.append(text)
            }
            return texts
        }
    }
}
