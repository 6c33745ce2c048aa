import Foundation
import TrellisJSON
import TrellisTokenization

/// Turns a conversation into the tokens of a prompt.
///
/// What the chat template writes may stand for special tokens, what a message says never does: a message with the printed name
/// of a special token in it cannot end its turn or begin another.
struct PromptEncoder {
    /// The tokenizer of the model.
    let tokenizer: any Tokenizer
    /// The chat template of the model; without one the messages stand one after the other.
    let template: ChatTemplate?
    /// The printed names of special tokens.
    private let specialNames: [String]

    /// Collects what encoding needs of a model.
    init(tokenizer: any Tokenizer, template: ChatTemplate?) {
        self.tokenizer = tokenizer
        self.template = template
        let vocabulary = tokenizer.vocabulary
        specialNames = (0..<vocabulary.count).lazy.map { TokenID($0) }
            .filter { vocabulary.kind(of: $0) == .special }
            .map { String(decoding: vocabulary.bytes(of: $0), as: UTF8.self) }
            .filter { !$0.isEmpty }
    }

    /// The tokens of a conversation up to where the model's answer begins.
    ///
    /// - Throws: `TemplateError`; `DecodingError.messageNotRendered`.
    func encode(_ messages: [ChatMessage]) throws -> [TokenID] {
        guard let template else { return encodeWithoutTemplate(messages) }
        let isPlain = messages.allSatisfy { message in !specialNames.contains { message.content.contains($0) } }
        if isPlain {
            return tokenizer.encode(try template.render(variables(messages)), parsesSpecial: true)
        }
        return try encodeWithMarks(messages, template)
    }

    /// Renders the frame with a mark in the place of each message, so that frame and messages are told apart.
    private func encodeWithMarks(_ messages: [ChatMessage], _ template: ChatTemplate) throws -> [TokenID] {
        // Characters for private use, which neither templates nor special tokens have.
        let marks = messages.indices.map { "\u{F8FE}\($0)\u{F8FF}" }
        var marked = messages
        for index in messages.indices { marked[index].content = marks[index] }
        var rest = try template.render(variables(marked))[...]
        var tokens: [TokenID] = []
        for (index, message) in messages.enumerated() {
            guard let place = rest.range(of: marks[index]) else {
                throw DecodingError.messageNotRendered(index: index)
            }
            tokens += tokenizer.encode(String(rest[..<place.lowerBound]), parsesSpecial: true)
            tokens += tokenizer.encode(message.content, parsesSpecial: false)
            rest = rest[place.upperBound...]
        }
        guard !rest.contains("\u{F8FE}") else { throw DecodingError.messageNotRendered(index: messages.count - 1) }
        return tokens + tokenizer.encode(String(rest), parsesSpecial: true)
    }

    private func encodeWithoutTemplate(_ messages: [ChatMessage]) -> [TokenID] {
        let text = messages.map { $0.content + "\n\n" }.joined()
        return tokenizer.specialTokens.prefix + tokenizer.encode(text, parsesSpecial: false)
    }

    private func variables(_ messages: [ChatMessage]) -> JSONValue {
        [
            "messages": .array(messages.map { ["role": .string($0.role), "content": .string($0.content)] }),
            "add_generation_prompt": true,
            "bos_token": .string(name(of: tokenizer.specialTokens.bos)),
            "eos_token": .string(name(of: tokenizer.specialTokens.eos)),
        ]
    }

    private func name(of token: TokenID?) -> String {
        token.map { String(decoding: tokenizer.vocabulary.bytes(of: $0), as: UTF8.self) } ?? ""
    }
}
