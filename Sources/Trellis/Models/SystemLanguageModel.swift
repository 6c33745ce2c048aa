public import Foundation
public import Observation

/// The language model of this machine: an open-weight model in a file.
///
/// The default model is the file that the environment variable `TRELLIS_MODEL` names (a path, or a name in the model
/// store). Without it the store decides: its model `system-sparse` where that fits into the memory of the machine, else
/// `system-dense`, and without either the default model of the catalog. `TRELLIS_DISABLED=1` switches it off. Models are loaded once a
/// process, when they are first used, and shared by all sessions.
public final class SystemLanguageModel: LanguageModel, Observable {
    /// What a model is used for.
    public struct UseCase: Sendable, Hashable {
        /// What the instructions of every session begin with.
        let instructions: String?

        /// Anything.
        public static let general = UseCase(instructions: nil)
        /// Finding tags: topics, actions, objects and emotions in a text. Tells the model so in the instructions.
        public static let contentTagging = UseCase(
            instructions: "Find the topics, actions, objects and emotions in the text and name each with a short tag.")
    }

    /// The default model.
    public static let `default` = SystemLanguageModel()

    let useCase: UseCase
    let file: ModelFile
    let guardrails: Guardrails

    /// Makes the default model for a use.
    ///
    /// - Parameters:
    ///   - useCase: What the model is used for.
    ///   - guardrails: What is checked of prompts and answers; nothing unless a rule is given.
    public init(useCase: UseCase = .general, guardrails: Guardrails = .default) {
        self.useCase = useCase
        self.guardrails = guardrails
        file = ModelFile(.environment)
    }

    /// Makes a model of a file of your own.
    ///
    /// - Parameters:
    ///   - url: A GGUF file. That it is missing or not a model shows in `availability` and when a session uses it.
    ///   - useCase: What the model is used for.
    ///   - guardrails: What is checked of prompts and answers; nothing unless a rule is given.
    public init(contentsOf url: URL, useCase: UseCase = .general, guardrails: Guardrails = .default) {
        self.useCase = useCase
        self.guardrails = guardrails
        file = ModelFile(.file(url))
    }

    init(_ file: ModelFile, guardrails: Guardrails = .default) {
        useCase = .general
        self.guardrails = guardrails
        self.file = file
    }

    /// The same model without guardrails, for their own questions.
    var unguarded: SystemLanguageModel { SystemLanguageModel(file) }
}

extension SystemLanguageModel {
    /// What can be asked of the model: guided generation, calls of tools, and reasoning when its chat template knows that.
    public var capabilities: LanguageModelCapabilities { file.capabilities }

    /// What the executor is made from.
    public var executorConfiguration: Executor.Configuration { Executor.Configuration(file: file, useCase: useCase) }

    /// What answers for the model: decoding in this process.
    public struct Executor: LanguageModelExecutor {
        /// The file, and what the model is used for.
        public struct Configuration: Sendable, Hashable {
            let file: ModelFile
            let useCase: UseCase
        }

        private let generation: FileGeneration

        /// Makes an executor. Nothing is loaded yet.
        public init(configuration: Configuration) {
            generation = FileGeneration(
                file: configuration.file, useCaseInstructions: configuration.useCase.instructions)
        }

        /// Loads the model and has it read the conversation so far, in the background.
        public func prewarm(model: SystemLanguageModel, transcript: Transcript) { generation.prewarm(transcript) }

        /// Decodes an answer.
        ///
        /// - Throws: `LanguageModelError`, `SystemLanguageModel.Error`, `InvalidGenerationOption`, `GeneratedContent.ParsingError`;
        ///   what the check of a guardrail throws.
        public nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: SystemLanguageModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            func guarded(by policy: some GuardrailPolicy) async throws {
                try await policy.guarding(request, streamingInto: channel, model: model.unguarded) { channel in
                    try await generation.respond(to: request, streamingInto: channel)
                }
            }
            if let policy = model.guardrails.policy {
                try await guarded(by: policy)
            } else {
                try await generation.respond(to: request, streamingInto: channel)
            }
        }
    }
}
