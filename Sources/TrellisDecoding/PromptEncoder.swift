import TrellisJSON
import TrellisTokenization

/// Turns a conversation into the tokens of a prompt.
///
/// What the chat template writes may stand for special tokens, what a conversation says never does: a message, a tool or an
/// argument with the printed name of a special token in it cannot end its turn or begin another. While the template is
/// rendered marks stand in the place of such names, so that afterwards both can be told apart wherever they have gone.
struct PromptEncoder {
    /// The tokenizer of the model.
    let tokenizer: any Tokenizer
    /// The chat template of the model; without one the messages stand one after the other.
    let template: ChatTemplate?
    private let specialNames: SpecialNames

    /// Collects what encoding needs of a model.
    init(tokenizer: any Tokenizer, template: ChatTemplate?) {
        self.tokenizer = tokenizer
        self.template = template
        specialNames = SpecialNames(tokenizer.vocabulary)
    }

    /// The tokens of a conversation up to where the model's answer begins.
    func encode(_ conversation: Conversation) throws -> [TokenID] {
        guard let text = try render(conversation) else { return encodeWithoutTemplate(conversation.messages) }
        var rest = text[...]
        var tokens: [TokenID] = []
        while let start = rest.unicodeScalars.firstIndex(of: SpecialNames.markStart),
            let end = rest.unicodeScalars[start...].firstIndex(of: SpecialNames.markEnd)
        {
            let number = rest[rest.unicodeScalars.index(after: start)..<end]
            tokens += tokenizer.encode(String(rest[..<start]), parsesSpecial: true)
            tokens += tokenizer.encode(Int(number).map { specialNames.name($0) } ?? "", parsesSpecial: false)
            rest = rest[rest.unicodeScalars.index(after: end)...]
        }
        return tokens + tokenizer.encode(String(rest), parsesSpecial: true)
    }

    /// The text of a conversation with marks in the place of special names; nil without a template.
    func render(_ conversation: Conversation) throws -> String? {
        guard let template else { return nil }
        var variables = JSONObject()
        for (name, value) in conversation.variables { variables[name] = specialNames.marking(value) }
        variables["bos_token"] = .string(name(of: tokenizer.specialTokens.bos))
        variables["eos_token"] = .string(name(of: tokenizer.specialTokens.eos))
        return try template.render(.object(variables))
    }

    private func encodeWithoutTemplate(_ messages: [ChatMessage]) -> [TokenID] {
        let text = messages.map { $0.content + "\n\n" }.joined()
        return tokenizer.specialTokens.prefix + tokenizer.encode(text, parsesSpecial: false)
    }

    private func name(of token: TokenID?) -> String {
        token.map { String(decoding: tokenizer.vocabulary.bytes(of: $0), as: UTF8.self) } ?? ""
    }
}
