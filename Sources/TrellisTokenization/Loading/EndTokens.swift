/// Names of tokens that end a text or a turn, in the families of models that do not say so in their metadata.
enum EndTokens {
    /// The printed names.
    static let names: [String] = [
        "<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<end_of_turn>", "<|end|>", "<|return|>", "<|call|>",
        "<|endoftext|>", "<|end_of_text|>", "<|end_of_turn|>", "<|endofturn|>", "<EOT>", "[EOT]", "[EOS]",
        "<end_of_utterance>", "<turn|>", "<｜end▁of▁sentence｜>", "</s>", "<eos>",
    ]

    /// The end tokens of a vocabulary: those that its metadata names first, then the special tokens of known names.
    ///
    /// - Parameters:
    ///   - named: the tokens that metadata calls end of text, turn or message.
    ///   - special: the printed name of each special token.
    static func find(named: [TokenID], special: [String: TokenID]) -> [TokenID] {
        var names = Self.names
        // In the Harmony format <|end|> only separates the messages of one turn, which ends with the other two.
        if special["<|return|>"] != nil, special["<|call|>"] != nil { names.removeAll { $0 == "<|end|>" } }
        var found: [TokenID] = []
        for token in named + names.compactMap({ special[$0] }) where !found.contains(token) { found.append(token) }
        return found
    }
}
