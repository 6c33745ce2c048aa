import TrellisJSON

/// The reader of a server's reply: the objects of its stream in, what happened out.
///
/// Pure. The texts of values and of arguments are checked against their schemas while they arrive.
struct ServerReply {
    /// What an object of the stream says.
    enum Event: Equatable {
        /// More of the thoughts.
        case thought(String)
        /// More of the answer.
        case answer(String)
        /// A call begins, or more of its arguments.
        case call(id: String, name: String, arguments: String)
    }

    private struct Call {
        let id: String
        let name: String
        var check: SchemaCheck?
        var isEmpty = true
    }

    private var answerCheck: SchemaCheck?
    private let tools: [String: JSONValue]
    private var calls: [Int: Call] = [:]
    private var refusal = ""
    private var finishReason: String?
    /// The tokens, as the server counts them.
    private(set) var usage: LanguageModelSession.Usage?

    /// Whether a tool was called.
    var hasCalled: Bool { !calls.isEmpty }

    /// Whether the answer was cut off at the greatest number of tokens.
    var isCut: Bool { finishReason == "length" }

    /// Makes a reader of a reply of which nothing has arrived.
    ///
    /// - Parameters:
    ///   - schema: What the answer must satisfy; nil for text.
    ///   - tools: The schemas of the arguments of tools by their names.
    init(schema: JSONValue? = nil, tools: [String: JSONValue] = [:]) throws {
        answerCheck = try schema.map { try SchemaCheck($0, subject: "the server's answer") }
        self.tools = tools
    }

    /// Takes an object of the stream, or a whole reply.
    ///
    /// - Throws: `GeneratedContent.ParsingError` for what breaks a schema, and the errors of the server.
    mutating func take(_ object: JSONValue) throws -> [Event] {
        if let error = object["error"], error != .null { throw ServerFailure.error(inStream: error) }
        if let usage = object["usage"], usage != .null { self.usage = LanguageModelSession.Usage(usage) }
        // Only one answer was asked for.
        guard let choice = object["choices"]?.arrayValue?.first else { return [] }
        if let reason = choice["finish_reason"]?.stringValue { finishReason = reason }
        guard let delta = choice["delta"] ?? choice["message"] else { return [] }
        var events: [Event] = []
        let thought = delta["reasoning_content"]?.stringValue ?? delta["reasoning"]?.stringValue ?? ""
        if !thought.isEmpty { events.append(.thought(thought)) }
        if let text = delta["content"]?.stringValue, !text.isEmpty {
            try answerCheck?.take(text)
            events.append(.answer(text))
        }
        refusal += delta["refusal"]?.stringValue ?? ""
        for (position, call) in (delta["tool_calls"]?.arrayValue ?? []).enumerated() {
            events.append(try take(call: call, at: call["index"]?.numberValue?.integerValue ?? position))
        }
        return events
    }

    private mutating func take(call: JSONValue, at index: Int) throws -> Event {
        let arguments = call["function"]?["arguments"]?.stringValue ?? ""
        if calls[index] == nil {
            guard let name = call["function"]?["name"]?.stringValue, !name.isEmpty else {
                throw OpenAICompatibleLanguageModel.Error.malformedReply(reason: "a call of a tool without its name")
            }
            guard let schema = tools[name] else { throw LanguageModelSession.ToolCallingError.unknownTool(name: name) }
            let id = call["id"]?.stringValue ?? ""
            calls[index] = Call(
                id: id.isEmpty ? TranscriptID.make() : id, name: name,
                check: try SchemaCheck(schema, subject: "a call of “\(name)”"))
        }
        try calls[index]?.check?.take(arguments)
        if !arguments.isEmpty { calls[index]?.isEmpty = false }
        return .call(id: calls[index]?.id ?? "", name: calls[index]?.name ?? "", arguments: arguments)
    }

    /// Ends the reply.
    ///
    /// - Parameter isExpectingAnswer: Whether a reply without calls has to be an answer.
    /// - Throws: `GeneratedContent.ParsingError` for a text that is no whole value, `LanguageModelError` for a refusal and a filter
    ///   of the server, `OpenAICompatibleLanguageModel.Error.malformedReply` for a reply that just ends.
    mutating func finish(isExpectingAnswer: Bool = true) throws {
        if !refusal.isEmpty {
            throw LanguageModelError.refusal(
                .init(explanation: refusal, debugDescription: "the model declined: \(refusal)"))
        }
        guard let finishReason else {
            throw OpenAICompatibleLanguageModel.Error.malformedReply(reason: "it ends without saying so")
        }
        if finishReason == "content_filter" {
            throw LanguageModelError.guardrailViolation(
                .init(debugDescription: "a filter of the server stopped the answer"))
        }
        for call in calls.values where !call.isEmpty { try call.check?.finish() }
        for index in calls.keys where calls[index]?.isEmpty == true {
            // No arguments at all stand for an object without members.
            try calls[index]?.check?.take("{}")
            try calls[index]?.check?.finish()
        }
        if isExpectingAnswer, !hasCalled { try answerCheck?.finish() }
    }
}

extension LanguageModelSession.Usage {
    /// Reads the counts of a server; what it doesn't say is 0.
    fileprivate init(_ usage: JSONValue) {
        func count(_ names: String...) -> Int {
            let value = names.reduce(JSONValue?.some(usage)) { $0?[$1] }
            return max(0, value?.numberValue?.integerValue ?? 0)
        }
        self.init(
            input: .init(
                totalTokenCount: count("prompt_tokens"),
                cachedTokenCount: count("prompt_tokens_details", "cached_tokens")),
            output: .init(
                totalTokenCount: count("completion_tokens"),
                reasoningTokenCount: count("completion_tokens_details", "reasoning_tokens")))
    }
}
