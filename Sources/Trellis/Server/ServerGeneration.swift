import Foundation
import TrellisJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The work of the executors of servers: a transcript in, the events of an answer out.
struct ServerGeneration: Sendable {
    /// The greatest number of bytes of a reply.
    private static let replySizeLimit = 1 << 28
    /// How much of an error's body is read.
    private static let errorSizeLimit = 1 << 16

    private let configuration: OpenAICompatibleLanguageModel.Executor.Configuration
    private let transport = StreamingTransport()

    init(_ configuration: OpenAICompatibleLanguageModel.Executor.Configuration) { self.configuration = configuration }

    /// Has the server answer, or call tools.
    nonisolated(nonsending) func respond(
        to request: LanguageModelExecutorGenerationRequest,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        do {
            let mayCall =
                !request.enabledToolDefinitions.isEmpty
                && request.generationOptions.toolCallingMode?.kind != .disallowed
            var usage = LanguageModelSession.Usage.none
            if request.schema != nil, mayCall {
                let reply = try await ask(request, for: .calls, channel)
                usage.add(reply.usage ?? .none)
                if reply.hasCalled { return await report(reply, usage, channel) }
                // Where a call is required, its absence is for the session to see.
                if request.generationOptions.toolCallingMode?.kind == .required { return }
            }
            let reply = try await ask(request, for: request.schema == nil ? .text : .value, channel)
            usage.add(reply.usage ?? .none)
            await report(reply, usage, channel)
        } catch {
            throw SessionFailure.publicError(for: error, schemaName: request.schema?.name)
        }
    }

    private func report(
        _ reply: ServerReply, _ usage: LanguageModelSession.Usage, _ channel: LanguageModelExecutorGenerationChannel
    ) async {
        if reply.hasCalled {
            await channel.send(.toolCalls(action: .updateUsage(input: usage.input, output: usage.output)))
            return
        }
        var metadata: [String: any Sendable & Codable & Equatable] = ["assetIDs": [configuration.name]]
        if reply.isCut { metadata[FinishReason.key] = FinishReason.length.rawValue }
        await channel.send(.response(action: .updateMetadata(metadata)))
        await channel.send(.response(action: .updateUsage(input: usage.input, output: usage.output)))
    }

    /// Sends one request and hands on what comes back.
    private nonisolated(nonsending) func ask(
        _ request: LanguageModelExecutorGenerationRequest, for answer: ServerRequest.Answer,
        _ channel: LanguageModelExecutorGenerationChannel
    ) async throws -> ServerReply {
        var tools: [String: JSONValue] = [:]
        for tool in request.enabledToolDefinitions {
            tools[tool.name] = try tool.parameters.maskSchema.withMachineIntegers
        }
        let schema = answer == .value ? try request.schema?.maskSchema.withMachineIntegers : nil
        var reply = try ServerReply(schema: schema, tools: tools)
        let body = try ServerRequest(request, model: configuration.name, answer: answer).body
        for try await object in objects(of: body) {
            for event in try reply.take(object) { await send(event, of: answer, channel) }
        }
        try Task.checkCancellation()
        try reply.finish(isExpectingAnswer: answer != .calls)
        return reply
    }

    private func send(
        _ event: ServerReply.Event, of answer: ServerRequest.Answer, _ channel: LanguageModelExecutorGenerationChannel
    ) async {
        switch event {
        case .thought(let text): await channel.send(.reasoning(action: .appendText(text, tokenCount: 1)))
        case .answer(let text):
            if answer != .calls { await channel.send(.response(action: .appendText(text, tokenCount: 1))) }
        case .call(let id, let name, let arguments):
            await channel.send(
                .toolCalls(
                    action: .toolCall(id: id, name: name, action: .appendArguments(arguments, tokenCount: 1))))
        }
    }

    /// The objects that the server sends in reply to a body.
    private func objects(of body: JSONValue) -> some AsyncSequence<JSONValue, any Error> {
        var request = URLRequest(url: configuration.url.appendingPathComponent("chat/completions"))
        request.httpMethod = "POST"
        request.httpBody = Data(body.text(.compact).utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
        if let key = configuration.key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
        for (name, value) in configuration.headers { request.setValue(value, forHTTPHeaderField: name) }
        return ServerObjects(
            events: transport.events(of: request, timeout: configuration.timeout, sizeLimit: Self.replySizeLimit),
            sizeLimit: Self.replySizeLimit,
            errorSizeLimit: Self.errorSizeLimit)
    }
}
