import Foundation
import TrellisDecoding
import TrellisJSON

/// One generation of a loaded model, in the format of the model.
struct FileRound: Sendable {
    private let request: LanguageModelExecutorGenerationRequest
    private let model: LoadedModel
    private let writer: ConversationWriter
    private let tools: [ReplyRequest.Tool]
    private let schema: JSONValue?

    /// Prepares a generation.
    ///
    /// - Throws: What is wrong with the schema of a tool or of the answer.
    init(
        _ request: LanguageModelExecutorGenerationRequest, model: LoadedModel, useCaseInstructions: String?
    ) throws {
        self.request = request
        self.model = model
        let definitions = request.enabledToolDefinitions
        writer = ConversationWriter(
            useCaseInstructions: useCaseInstructions, tools: definitions, style: .format(model.replyFormat))
        tools = try definitions.map {
            ReplyRequest.Tool(name: $0.name, parameters: try $0.parameters.maskSchema.withMachineIntegers)
        }
        schema = try request.schema?.maskSchema.withMachineIntegers
    }

    /// Has the model read the conversation, and makes the grammar of its calls, blocking the thread.
    func prepare(_ flag: CancellationFlag) throws {
        if !tools.isEmpty {
            if model.replyFormat.callsTools {
                _ = try model.compile(reply: ReplyRequest(tools: tools))
            } else {
                _ = try model.compile(jsonSchema: ToolCallGrammar(tools).schema(mayDecline: true))
            }
        }
        try model.prefill(try conversation(), cancellation: flag)
    }

    /// Decodes an answer, or calls of tools.
    func run(_ channel: LanguageModelExecutorGenerationChannel) async throws {
        let course = Course(round: self, channel: channel)
        if !model.replyFormat.callsTools, try await course.decideOnCall() { return }
        try await course.reply()
    }

    private func conversation(asking question: String? = nil) throws -> Conversation {
        var conversation = try writer.conversation(for: Array(request.transcript), request: question)
        conversation.settings = ReasoningSettings.variables(for: request.contextOptions.reasoningLevel)
        return conversation
    }

    private var calling: ReplyRequest.Calling {
        switch request.generationOptions.toolCallingMode?.kind {
        case nil, .allowed: .allowed
        case .required: .required
        case .disallowed: .disallowed
        }
    }

    /// The generation while it runs.
    private final class Course {
        let round: FileRound
        let channel: LanguageModelExecutorGenerationChannel
        private var statistics = DecodingStatistics()
        private var thoughtPieces = 0
        private var hasCalled = false

        init(round: FileRound, channel: LanguageModelExecutorGenerationChannel) {
            self.round = round
            self.channel = channel
        }

        /// Asks a model that has no format for calls whether to call a tool, when it may.
        ///
        /// - Returns: Whether it did.
        func decideOnCall() async throws -> Bool {
            guard !round.tools.isEmpty, round.calling != .disallowed else { return false }
            let mayDecline = round.calling == .allowed
            let schema = ToolCallGrammar(round.tools).schema(mayDecline: mayDecline)
            var text = ""
            _ = try await decode(
                .value(schema: schema), round.conversation(asking: ToolCallGrammar.request(mayDecline: mayDecline)),
                limit: nil
            ) { text += $0 }
            guard let (name, arguments) = try ToolCallGrammar.read(text) else { return false }
            await send(name: name, arguments: arguments.value)
            await channel.send(.toolCalls(action: .updateUsage(input: input, output: output)))
            return true
        }

        /// Decodes a reply: thoughts, an answer, calls of tools.
        func reply() async throws {
            let conversation = try round.conversation()
            let format = round.model.replyFormat
            let mayCall = format.callsTools && round.calling != .disallowed
            let reply = ReplyRequest(
                tools: round.tools, calling: mayCall ? round.calling : .disallowed, schema: round.schema,
                isThinking: round.model.endsInThought(conversation))
            let form: DecodingRequest.Answer =
                if reply.calling == .disallowed, format.isPlain {
                    round.schema.map { .value(schema: $0) } ?? .text
                } else {
                    .reply(reply)
                }
            var reader = ReplyReader(format, reply)
            let reason = try await decode(
                form, conversation, limit: round.request.generationOptions.maximumResponseTokens
            ) { try await send(try reader.take($0)) }
            try await send(try reader.finish())
            var metadata: [String: any Sendable & Codable & Equatable] = [
                "assetIDs": [round.model.url.lastPathComponent]
            ]
            if reason == .tokenLimit { metadata[FinishReason.key] = FinishReason.length.rawValue }
            if !hasCalled {
                await channel.send(.response(action: .updateMetadata(metadata)))
                await channel.send(.response(action: .updateUsage(input: input, output: output)))
            } else {
                await channel.send(.toolCalls(action: .updateUsage(input: input, output: output)))
            }
        }

        private func send(_ events: [ReplyEvent]) async throws {
            for event in events {
                switch event {
                case .thought(let text):
                    thoughtPieces += 1
                    await channel.send(.reasoning(action: .appendText(text, tokenCount: 1)))
                case .answer(let text): await channel.send(.response(action: .appendText(text, tokenCount: 1)))
                case .call(let name, let arguments): await send(name: name, arguments: arguments)
                }
            }
        }

        private func send(name: String, arguments: JSONValue) async {
            hasCalled = true
            let action = LanguageModelExecutorGenerationChannel.ToolCall.Action.appendArguments(
                arguments.text(.spaced), tokenCount: 0)
            await channel.send(.toolCalls(action: .toolCall(id: TranscriptID.make(), name: name, action: action)))
        }

        private func decode(
            _ answer: DecodingRequest.Answer, _ conversation: Conversation, limit: Int?,
            take: (String) async throws -> Void
        ) async throws -> DecodingResult.FinishReason {
            let decoding = DecodingRequest(
                prompt: .conversation(conversation), answer: answer,
                sampling: try round.request.generationOptions.samplingOptions,
                limit: limit.map { .atMost($0) } ?? .usually(GenerationOptions.standardResponseTokens))
            for try await event in round.model.generate(decoding) {
                switch event {
                case .text(let characters): try await take(characters)
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
            .init(
                totalTokenCount: statistics.generatedTokens,
                reasoningTokenCount: min(thoughtPieces, statistics.generatedTokens))
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
