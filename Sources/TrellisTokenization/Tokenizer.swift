/// Text to token IDs and back.
public protocol Tokenizer: Sendable {
    /// The tokens that the tokenizer produces.
    var vocabulary: Vocabulary { get }

    /// The tokens that frame a text; encoding adds none of them.
    var specialTokens: SpecialTokens { get }

    /// The tokens of a text as the model was trained to see it.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - parsesSpecial: whether the printed names of special tokens in the text stand for those tokens. Text from
    ///     outside (prompts) is encoded with false, the frame that a chat template writes with true.
    func encode(_ text: String, parsesSpecial: Bool) -> [TokenID]
}

extension Tokenizer {
    /// The frame of a model that has none.
    public var specialTokens: SpecialTokens { SpecialTokens() }

    /// The bytes of a sequence of tokens; special tokens add none.
    public func decode(_ tokens: some Sequence<TokenID>) -> [UInt8] {
        tokens.flatMap { vocabulary.kind(of: $0) == .text ? Array(vocabulary.bytes(of: $0)) : [] }
    }
}
