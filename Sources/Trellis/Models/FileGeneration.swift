import Foundation
import TrellisDecoding
import TrellisJSON

/// The work of the executors of model files: a transcript in, the events of an answer out.
///
/// It has no state of its own: models are shared by the process, and each keeps what it has read of several conversations.
struct FileGeneration: Sendable {
    let file: ModelFile
    let useCaseInstructions: String?

    /// Loads the model and has it read a conversation, in the background.
    ///
    /// A conversation that cannot be read ahead is read, and its error thrown, with the next prompt.
    func prewarm(_ transcript: Transcript) {
        Task.detached {
            let loaded = try await file.load()
            let request = LanguageModelExecutorGenerationRequest(
                transcript: transcript, enabledTools: transcript.toolDefinitions)
            let round = try FileRound(request, model: loaded, useCaseInstructions: useCaseInstructions)
            try await onOwnThread { flag in try round.prepare(flag) }
        }
    }

    /// Decodes an answer, or calls of tools.
    nonisolated(nonsending) func respond(
        to request: LanguageModelExecutorGenerationRequest,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        do {
            _ = try request.generationOptions.samplingOptions
            let loaded = try await file.load()
            try await FileRound(request, model: loaded, useCaseInstructions: useCaseInstructions).run(channel)
        } catch {
            throw SessionFailure.publicError(for: error, schemaName: request.schema?.name)
        }
    }
}
