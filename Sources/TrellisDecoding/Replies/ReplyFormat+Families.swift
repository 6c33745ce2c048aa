import TrellisJSON
package import TrellisTokenization

extension ReplyFormat {
    /// The greatest number of calls in one reply.
    package static let callLimit = 16

    private static let think = Frame(open: "<think>", close: "</think>", gaps: ["\n\n", "\n", ""])

    /// Calls as Hermes and Qwen write them: objects between tags, after text or without.
    package static let hermes = ReplyFormat(
        calls: Calls(
            call: .object(name: "name", arguments: "arguments", identity: false), open: "<tool_call>\n",
            close: "\n</tool_call>", separator: "\n", followText: true))

    /// Calls as Llama 3 writes them: the whole message is one object.
    package static let llama = ReplyFormat(
        calls: Calls(call: .object(name: "name", arguments: "parameters", identity: false)), callsPerMessage: 1)

    /// Calls as Gemma 3 is told to write them; its template has no place for tools.
    package static let gemma3 = ReplyFormat(
        calls: Calls(call: .object(name: "name", arguments: "parameters", identity: false)), callsPerMessage: 1,
        showsTools: false)

    /// Calls as Gemma 4 writes them.
    package static let gemma4 = ReplyFormat(
        thought: Frame(open: "<|channel>thought\n", close: "<channel|>", gaps: [""]),
        calls: Calls(
            call: .gemma(quote: "<|\"|>"), open: "<|tool_call>call:", close: "<tool_call|>", separator: "",
            followText: true))

    /// Calls as FunctionGemma writes them.
    package static let functionGemma = ReplyFormat(
        calls: Calls(
            call: .gemma(quote: "<escape>"), open: "<start_function_call>call:", close: "<end_function_call>",
            separator: "", followText: true))

    /// Calls as Mistral writes them: an array after a special token.
    package static let mistral = ReplyFormat(
        calls: Calls(
            call: .object(name: "name", arguments: "arguments", identity: true), first: "[TOOL_CALLS][", last: "]",
            separator: ", "),
        hasShortCallIDs: true)

    /// Calls as later models of Mistral write them: each after a special token, name and arguments apart.
    package static let namedMistral = ReplyFormat(
        calls: Calls(
            call: .named(between: "[ARGS]"), open: "[TOOL_CALLS]", separator: "", followText: true),
        hasShortCallIDs: true)

    /// Messages in channels, as gpt-oss writes them.
    package static let harmony = ReplyFormat(
        thought: Frame(open: "<|channel|>analysis<|message|>", close: "<|end|><|start|>assistant", gaps: [""]),
        answerOpen: "<|channel|>final<|message|>",
        calls: Calls(
            call: .named(between: " <|constrain|>json<|message|>"), open: "<|channel|>commentary to=functions."),
        callsPerMessage: 1)

    /// The format of a model, as its chat template has it.
    ///
    /// - Parameters:
    ///   - source: The text of the template; nil for a model without one.
    ///   - template: The template itself, for a look at whether it shows tools and their calls.
    package init(source: String?, template: ChatTemplate?) {
        self = ReplyFormat()
        guard let source, let template else { return }
        let family: ReplyFormat? =
            if source.contains("<|channel|>"), source.contains("<|message|>") {
                .harmony
            } else if source.contains("[TOOL_CALLS]") {
                source.contains("[ARGS]") ? .namedMistral : .mistral
            } else if source.contains("<|tool_call>") {
                .gemma4
            } else if source.contains("<start_function_call>") {
                .functionGemma
            } else if source.contains("<tool_call>") {
                .hermes
            } else if source.contains("ipython"), source.contains("\"parameters\"") {
                .llama
            } else if source.contains("<start_of_turn>") {
                .gemma3
            } else {
                nil
            }
        if let family { self = family }
        // The template may know the tags without showing tools to the model.
        if showsTools, !ReplyFormat.showsCalls(template, short: hasShortCallIDs) { calls = nil }
        if thought == nil, source.contains("<think>") { thought = ReplyFormat.think }
    }

    /// Whether the model of a chat template thinks before it answers.
    package static func thinks(template source: String) -> Bool {
        ReplyFormat(source: source, template: try? ChatTemplate(source)).thought != nil
    }

    /// Whether a template shows tools, calls of them and what they return.
    private static func showsCalls(_ template: ChatTemplate, short: Bool) -> Bool {
        let probe = "probe"
        let id = short ? "123456789" : "call"
        var conversation = Conversation([
            ChatMessage(role: "user", content: "x"),
            ChatMessage(
                role: "assistant", content: "", toolCalls: [.init(id: id, name: probe, arguments: ["a": "b"])]),
            ChatMessage(role: "tool", content: "returned", toolCallID: id, name: probe),
        ])
        conversation.tools = [
            [
                "type": "function",
                "function": [
                    "name": .string(probe), "description": "d",
                    "parameters": ["type": "object", "properties": ["a": ["type": "string", "description": "d"]]],
                ],
            ]
        ]
        var variables = conversation.variables
        variables["bos_token"] = ""
        variables["eos_token"] = ""
        guard let text = try? template.render(.object(variables)) else { return false }
        // Once among the tools and once as a call.
        return text.split(separator: probe, omittingEmptySubsequences: false).count > 2 && text.contains("returned")
    }
}
