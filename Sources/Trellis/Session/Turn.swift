import Foundation
import TrellisDecoding
import TrellisJSON

/// The carrying out of one turn: feeds its state machine with what is decoded and called, and does what that says.
struct Turn {
    private let session: LanguageModelSession
    private let request: TurnRequest
    private let show: @Sendable (GeneratedContent) -> Void
    private let start: Int
    private let responseID = UUID().uuidString
    private let segmentID = UUID().uuidString
    private var machine: TurnMachine
    private var statistics = DecodingStatistics()
    private var isCut = false
    private var answer: GeneratedContent?
    private var callID = ""

    /// Prepares a turn that begins at the end of the session's transcript.
    init(
        session: LanguageModelSession, request: TurnRequest, show: @escaping @Sendable (GeneratedContent) -> Void
    ) {
        self.session = session
        self.request = request
        self.show = show
        start = session.transcript.count
        let hasTools = (try? session.tools.get().isEmpty) == false
        machine = TurnMachine(
            isValue: request.schema != nil,
            toolCalling: hasTools ? request.options.toolCallingMode?.kind ?? .allowed : .disallowed,
            callLimit: LanguageModelSession.toolCallLimit)
    }

    /// Runs the turn to its end.
    mutating func run() async throws -> TurnOutcome {
        let tools = try session.tools.get()
        try checkOptions(hasTools: !tools.isEmpty)
        session.updateTranscript { $0.append(.prompt(promptEntry)) }
        _ = try request.options.samplingOptions
        let model = try await session.model.load()
        var actions = try machine.handle(.began)
        while !actions.isEmpty {
            try Task.checkCancellation()
            actions += try await perform(actions.removeFirst(), tools, model)
        }
        guard let answer else { throw CancellationError() }
        return TurnOutcome(
            content: answer, entries: Array(session.transcript)[start...], isCut: isCut, statistics: statistics)
    }

    private func checkOptions(hasTools: Bool) throws {
        if let maximum = request.options.maximumResponseTokens, maximum < 1 {
            throw InvalidGenerationOption(
                name: "maximumResponseTokens", value: "\(maximum)", requirement: "at least 1")
        }
        if !hasTools, request.options.toolCallingMode == .required {
            throw InvalidGenerationOption(
                name: "toolCallingMode", value: "required", requirement: "something else in a session without tools")
        }
    }

    private var promptEntry: Transcript.Prompt {
        Transcript.Prompt(
            segments: [.text(.init(content: request.prompt.text))], options: request.options,
            responseFormat: request.schema.map { Transcript.ResponseFormat(schema: $0) },
            contextOptions: ContextOptions(includeSchemaInPrompt: request.showsSchema))
    }

    // MARK: Actions

    /// Does one thing.
    ///
    /// - Returns: What there is to do next because of it.
    private mutating func perform(
        _ action: TurnMachine.Action, _ tools: [SessionTool], _ model: LoadedModel
    ) async throws -> [TurnMachine.Action] {
        switch action {
        case .decide(let mayDecline):
            let choices = tools.map { ToolCallGrammar.Choice(name: $0.name, parameters: $0.parametersJSON) }
            let schema = ToolCallGrammar(choices: choices).schema(mayDecline: mayDecline)
            return try await decode(
                .value(schema: schema.withMachineIntegers), asking: ToolCallGrammar.request(mayDecline: mayDecline),
                maximumTokens: nil,
                tools, model)
        case .answer:
            let form =
                try request.schema.map { DecodingRequest.Answer.value(schema: try $0.jsonSchema.withMachineIntegers) }
                ?? .text
            return try await decode(
                form, asking: nil, maximumTokens: request.options.maximumResponseTokens, tools, model)
        case .call(let call):
            guard let tool = tools.first(where: { $0.name == call.name }) else { return [] }
            callID = UUID().uuidString
            let entry = Transcript.ToolCall(id: callID, toolName: call.name, arguments: call.arguments)
            session.updateTranscript { $0.append(.toolCalls(.init([entry]))) }
            return try machine.handle(.toolReturned(try await tool.call(call.arguments)))
        case .recordOutput(let call, let text):
            let entry = Transcript.ToolOutput(
                id: callID, toolName: call.name, segments: [.text(.init(content: text))])
            session.updateTranscript { $0.append(.toolOutput(entry)) }
        case .show(let content):
            record(content)
            show(content)
        case .finish(let content):
            record(content)
            answer = content
        }
        return []
    }

    /// Decodes, feeds the machine with what is decoded, and shows the answer as it comes.
    private mutating func decode(
        _ answer: DecodingRequest.Answer, asking request: String?, maximumTokens: Int?, _ tools: [SessionTool],
        _ model: LoadedModel
    ) async throws -> [TurnMachine.Action] {
        let writer = ConversationWriter(useCaseInstructions: session.model.useCase.instructions, tools: tools)
        let messages = try writer.messages(for: Array(session.transcript), request: request)
        let decoding = DecodingRequest(
            prompt: .messages(messages), answer: answer, sampling: try self.request.options.samplingOptions,
            limit: maximumTokens.map { .atMost($0) } ?? .usually(GenerationOptions.standardResponseTokens))
        for try await event in model.generate(decoding) {
            switch event {
            case .text(let characters):
                for case .show(let content) in try machine.handle(.text(characters)) {
                    record(content)
                    show(content)
                }
            case .finished(let result):
                isCut = result.reason == .tokenLimit
                statistics.add(result.statistics)
                return try machine.handle(.ended)
            }
        }
        // The stream ends without a result only when the turn is given up.
        throw CancellationError()
    }

    /// Brings the response in the transcript up to date.
    private func record(_ content: GeneratedContent) {
        let segment: Transcript.Segment =
            if let schema = request.schema {
                .structure(.init(id: segmentID, schemaName: schema.name, content: content))
            } else {
                .text(.init(id: segmentID, content: (try? content.value(String.self)) ?? content.jsonString))
            }
        let assets = [(try? session.model.url.lastPathComponent) ?? ""]
        let entry = Transcript.Entry.response(.init(id: responseID, assetIDs: assets, segments: [segment]))
        session.updateTranscript { transcript in
            if transcript.last?.id == responseID {
                transcript[transcript.count - 1] = entry
            } else {
                transcript.append(entry)
            }
        }
    }
}
