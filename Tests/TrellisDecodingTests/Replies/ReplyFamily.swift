import Testing
import TrellisDecoding
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// A format with a vocabulary of all bytes and the special tokens that models of the family have.
struct ReplyFamily: Sendable, CustomTestStringConvertible {
    let name: String
    let format: ReplyFormat
    let special: [String]
    let end: String
    /// A reply with a thought (where the family thinks), text (where it may come before calls) and a call, as published by its makers.
    let example: String
    let events: [ReplyEvent]

    var testDescription: String { name }

    var vocabulary: Vocabulary {
        let tokens = (0...255).map { [UInt8($0)] } + (special + [end]).map { Array($0.utf8) }
        let ids = (256..<tokens.count).map { TokenID($0) }
        return Vocabulary(tokens: tokens, special: Set(ids), endTokens: [TokenID(tokens.count - 1)])
    }

    /// A tokenizer that spells bytes.
    private struct Bytes: Tokenizer {
        let vocabulary: Vocabulary
        func encode(_ text: String, parsesSpecial: Bool) -> [TokenID] { text.utf8.map { TokenID(Int($0)) } }
    }

    var tags: ReplyTags { ReplyTags(format, Bytes(vocabulary: vocabulary)) }

    func compile(_ request: ReplyRequest) throws -> CompiledGrammar {
        let tags = tags
        return try CompiledGrammar(
            ReplyGrammar.grammar(of: request, format, tags), for: MatchingVocabulary(tags.tokenizer))
    }

    /// What a text says when it arrives in pieces of so many scalars.
    func read(_ text: String, _ request: ReplyRequest, cut: Int) throws -> [ReplyEvent] {
        var reader = ReplyReader(format, request)
        var events: [ReplyEvent] = []
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            events += try reader.take(String(String.UnicodeScalarView(rest.prefix(cut))))
            rest = rest.dropFirst(cut)
        }
        return Self.joined(events + (try reader.finish()))
    }

    /// Events with neighbouring pieces of text joined.
    static func joined(_ events: [ReplyEvent]) -> [ReplyEvent] {
        events.reduce(into: []) { events, event in
            switch (events.last, event) {
            case (.thought(let first), .thought(let second)): events[events.count - 1] = .thought(first + second)
            case (.answer(let first), .answer(let second)): events[events.count - 1] = .answer(first + second)
            default: events.append(event)
            }
        }
    }
}

extension ReplyFamily {
    private static let weather: JSONValue = ["city": "Paris", "days": 3]
    private static let call = ReplyEvent.call(name: "weather", arguments: weather)

    private static func thinking(_ format: ReplyFormat) -> ReplyFormat {
        var format = format
        format.thought = .init(open: "<think>", close: "</think>", gaps: ["\n\n", "\n", ""])
        return format
    }

    static let all = [
        ReplyFamily(
            name: "Hermes", format: .hermes, special: [], end: "<|im_end|>",
            example: """
                I'll look.
                <tool_call>
                {"name": "weather", "arguments": {"city": "Paris", "days": 3}}
                </tool_call>
                <tool_call>
                {"name": "clock", "arguments": {}}
                </tool_call>
                """, events: [.answer("I'll look."), call, .call(name: "clock", arguments: [:])]),
        ReplyFamily(
            name: "Qwen 3", format: thinking(.hermes), special: ["<tool_call>", "</tool_call>", "<think>", "</think>"],
            end: "<|im_end|>",
            example: """
                <think>
                They want the weather.
                </think>

                <tool_call>
                {"name": "weather", "arguments": {"city": "Paris", "days": 3}}
                </tool_call>
                """, events: [.thought("They want the weather."), call]),
        ReplyFamily(
            name: "Llama 3", format: .llama, special: ["<|python_tag|>"], end: "<|eot_id|>",
            example: #"{"name": "weather", "parameters": {"city": "Paris", "days": 3}}"#, events: [call]),
        ReplyFamily(
            name: "Gemma 3", format: .gemma3, special: [], end: "<end_of_turn>",
            example: #"{"name": "weather", "parameters": {"city": "Paris", "days": 3}}"#, events: [call]),
        ReplyFamily(
            name: "Mistral", format: .mistral, special: ["[TOOL_CALLS]"], end: "</s>",
            example:
                #"[TOOL_CALLS][{"name": "weather", "arguments": {"city": "Paris", "days": 3}, "id": "VvvODy9mT"}, {"name": "clock", "arguments": {}}]"#,
            events: [call, .call(name: "clock", arguments: [:])]),
        ReplyFamily(
            name: "Mistral, named", format: .namedMistral, special: ["[TOOL_CALLS]", "[ARGS]"], end: "</s>",
            example: #"Right.[TOOL_CALLS]weather[ARGS]{"city": "Paris", "days": 3}[TOOL_CALLS]clock[ARGS]{}"#,
            events: [.answer("Right."), call, .call(name: "clock", arguments: [:])]),
        ReplyFamily(
            name: "Gemma 4", format: .gemma4,
            special: ["<|tool_call>", "<tool_call|>", "<|\"|>", "<|channel>", "<channel|>"], end: "<turn|>",
            example:
                "<|channel>thought\nParis, three days.<channel|><|tool_call>call:weather{city:<|\"|>Paris<|\"|>,days:3}<tool_call|>",
            events: [.thought("Paris, three days."), call]),
        ReplyFamily(
            name: "FunctionGemma", format: .functionGemma,
            special: ["<start_function_call>", "<end_function_call>", "<escape>"], end: "<end_of_turn>",
            example: "<start_function_call>call:weather{city:<escape>Paris<escape>,days:3}<end_function_call>",
            events: [call]),
        ReplyFamily(
            name: "Harmony", format: .harmony,
            special: ["<|channel|>", "<|message|>", "<|constrain|>", "<|start|>", "<|end|>", "<|return|>"],
            end: "<|call|>",
            example:
                #"<|channel|>analysis<|message|>Need the weather.<|end|><|start|>assistant<|channel|>commentary to=functions.weather <|constrain|>json<|message|>{"city": "Paris", "days": 3}"#,
            events: [.thought("Need the weather."), call]),
    ]
}
