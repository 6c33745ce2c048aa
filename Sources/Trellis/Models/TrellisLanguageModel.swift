public import Foundation

/// A model of your own: an open-weight model in a GGUF file, run in this process.
///
///     let model = TrellisLanguageModel(contentsOf: url, contextSize: 16_384)
///     let session = LanguageModelSession(model: model, instructions: "Be brief.")
///
/// Unlike ``SystemLanguageModel`` it reads nothing from the environment but `TRELLIS_DISABLED`. A file is loaded once a process
/// for each context size, when it's first used, and shared by all sessions.
public struct TrellisLanguageModel: LanguageModel {
    let file: ModelFile

    /// Makes a model of a file.
    ///
    /// - Parameters:
    ///   - url: A GGUF file. That it's missing or not a model shows in `availability` and when a session uses it.
    ///   - contextSize: The number of tokens that a session may hold; what the model allows for when that is less. Every
    ///     session in use takes memory in proportion.
    ///   - adapter: A low-rank adapter of the model, a GGUF file or a folder as PEFT writes it. The weights are shared with the model
    ///     without it. What is wrong with it shows when a session uses it.
    public init(contentsOf url: URL, contextSize: Int = 4096, adapter: URL? = nil) {
        file = ModelFile(.file(url), contextSize: contextSize, adapter: adapter)
    }

    /// Whether the model can be used now. Looks at the file system; loads nothing.
    public var availability: SystemLanguageModel.Availability { file.availability }

    /// The number of tokens that a session holds: instructions, tools, schemas, prompts and answers together.
    public var contextSize: Int { file.contextSize }

    /// The languages that the file says the model is made for; none when it says nothing.
    public var supportedLanguages: Set<Locale.Language> { file.languages }

    /// What can be asked of the model: guided generation, calls of tools, and reasoning when its chat template knows that.
    public var capabilities: LanguageModelCapabilities { file.capabilities }

    /// What the executor is made from.
    public var executorConfiguration: Executor.Configuration { Executor.Configuration(file: file) }

    /// What answers for the model: decoding in this process.
    public struct Executor: LanguageModelExecutor {
        /// The file and the size of the context.
        public struct Configuration: Sendable, Hashable {
            let file: ModelFile
        }

        private let generation: FileGeneration

        /// Makes an executor. Nothing is loaded yet.
        public init(configuration: Configuration) {
            generation = FileGeneration(file: configuration.file, useCaseInstructions: nil)
        }

        /// Loads the model and has it read the conversation so far, in the background.
        public func prewarm(model: TrellisLanguageModel, transcript: Transcript) { generation.prewarm(transcript) }

        /// Decodes an answer.
        ///
        /// - Throws: `LanguageModelError`, `SystemLanguageModel.Error`, `InvalidGenerationOption`, `GeneratedContent.ParsingError`.
        public nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: TrellisLanguageModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            try await generation.respond(to: request, streamingInto: channel)
        }
    }
}

extension TrellisLanguageModel {
    /// The number of tokens of a prompt, without the frame that the chat template puts around it.
    ///
    /// - Throws: `SystemLanguageModel.Error.assetsUnavailable` when there is no model.
    public nonisolated(nonsending) func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
        try await file.tokenCount(of: prompt.promptRepresentation.text)
    }

    /// The number of tokens that the descriptions of tools add to the instructions.
    ///
    /// - Throws: `SystemLanguageModel.Error.assetsUnavailable`; what is wrong with the schema of a tool.
    public nonisolated(nonsending) func tokenCount(for tools: [any Tool]) async throws -> Int {
        try await file.tokenCount(of: tools)
    }

    /// The number of tokens that a schema adds to a prompt that shows it.
    ///
    /// - Throws: `SystemLanguageModel.Error.assetsUnavailable`; what is wrong with the schema.
    public nonisolated(nonsending) func tokenCount(for schema: GenerationSchema) async throws -> Int {
        try await file.tokenCount(of: schema)
    }

    /// The number of tokens of a transcript as the model reads it, with all frames.
    ///
    /// - Throws: `SystemLanguageModel.Error.assetsUnavailable`; what is wrong with the schema of a prompt.
    public nonisolated(nonsending) func tokenCount(for entries: some Collection<Transcript.Entry>) async throws -> Int {
        try await file.tokenCount(of: entries, instructions: nil)
    }
}
