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
        let tools = transcript.toolDefinitions
        let writer = ConversationWriter(useCaseInstructions: useCaseInstructions, tools: tools)
        Task.detached {
            let loaded = try await file.load()
            let messages = try writer.messages(for: Array(transcript))
            try await onOwnThread { flag in
                if !tools.isEmpty {
                    _ = try loaded.compile(jsonSchema: ToolCallGrammar(tools).schema(mayDecline: true))
                }
                try loaded.prefill(messages, cancellation: flag)
            }
        }
    }

    /// Decodes an answer, or a call of a tool.
    nonisolated(nonsending) func respond(
        to request: LanguageModelExecutorGenerationRequest,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        do {
            let sampling = try request.generationOptions.samplingOptions
            let loaded = try await file.load()
            var round = Round(
                request: request, model: loaded, sampling: sampling, channel: channel,
                writer: ConversationWriter(
                    useCaseInstructions: useCaseInstructions, tools: request.enabledToolDefinitions))
            if try await round.callTool() { return }
            try await round.answer()
        } catch {
            throw SessionFailure.publicError(for: error, schemaName: request.schema?.name)
        }
    }

    /// One generation.
    private struct Round {
        let request: LanguageModelExecutorGenerationRequest
        let model: LoadedModel
        let sampling: SamplingOptions
        let channel: LanguageModelExecutorGenerationChannel
        let writer: ConversationWriter
        private var statistics = DecodingStatistics()

        init(
            request: LanguageModelExecutorGenerationRequest, model: LoadedModel, sampling: SamplingOptions,
            channel: LanguageModelExecutorGenerationChannel, writer: ConversationWriter
        ) {
            self.request = request
            self.model = model
            self.sampling = sampling
            self.channel = channel
            self.writer = writer
        }

        /// Lets the model decide whether to call a tool, when it may.
        ///
        /// - Returns: Whether it did.
        mutating func callTool() async throws -> Bool {
            let mode = request.generationOptions.toolCallingMode?.kind ?? .allowed
            guard !writer.tools.isEmpty, mode != .disallowed else { return false }
            let mayDecline = mode == .allowed
            let schema = try ToolCallGrammar(writer.tools).schema(mayDecline: mayDecline)
            var text = ""
            _ = try await decode(
                .value(schema: schema.withMachineIntegers), asking: ToolCallGrammar.request(mayDecline: mayDecline),
                limit: nil
            ) { text += $0 }
            guard let (name, arguments) = try ToolCallGrammar.read(text) else { return false }
            let call = LanguageModelExecutorGenerationChannel.ToolCall.Action.appendArguments(
                arguments.jsonString, tokenCount: statistics.generatedTokens)
            await channel.send(
                .toolCalls(action: .toolCall(id: TranscriptID.make(), name: name, action: call)))
            await channel.send(.toolCalls(action: .updateUsage(input: input, output: output)))
            return true
        }

        /// Decodes the answer.
        mutating func answer() async throws {
            let form: DecodingRequest.Answer =
                if let schema = request.schema { .value(schema: try schema.maskSchema.withMachineIntegers) } else {
                    .text
                }
            let channel = channel
            let reason = try await decode(form, asking: nil, limit: request.generationOptions.maximumResponseTokens) {
                await channel.send(.response(action: .appendText($0, tokenCount: 1)))
            }
            var metadata: [String: any Sendable & Codable & Equatable] = ["assetIDs": [model.url.lastPathComponent]]
            if reason == .tokenLimit { metadata[FinishReason.key] = FinishReason.length.rawValue }
            await channel.send(.response(action: .updateMetadata(metadata)))
            await channel.send(.response(action: .updateUsage(input: input, output: output)))
        }

        private mutating func decode(
            _ answer: DecodingRequest.Answer, asking question: String?, limit: Int?, take: (String) async -> Void
        ) async throws -> DecodingResult.FinishReason {
            let messages = try writer.messages(for: Array(request.transcript), request: question)
            let decoding = DecodingRequest(
                prompt: .messages(messages), answer: answer, sampling: sampling,
                limit: limit.map { .atMost($0) } ?? .usually(GenerationOptions.standardResponseTokens))
            for try await event in model.generate(decoding) {
                switch event {
                case .text(let characters): await take(characters)
                case .finished(let result):
                    statistics.add(result.statistics)
                    return result.reason
                }
            }
            // The stream ends without a result only when the request is given up.
            throw CancellationError()
        }

        private var input: LanguageModelSession.Usage.Input {
            .init(totalTokenCount: statistics.promptTokens, cachedTokenCount: statistics.cachedTokens)
        }

        private var output: LanguageModelSession.Usage.Output {
            .init(totalTokenCount: statistics.generatedTokens, reasoningTokenCount: 0)
        }
    }
}

/// Why an answer ended, as the metadata of its entry says it.
enum FinishReason: String {
    /// It was cut off at the greatest number of tokens.
    case length

    /// The name in the metadata.
    static let key = "finishReason"
}
