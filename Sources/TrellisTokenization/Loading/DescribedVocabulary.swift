import TrellisJSON

/// The tokens of a `tokenizer.json`: those of the model and the added ones.
struct DescribedVocabulary {
    /// The text of each ID as the file prints it; empty for numbers without a token.
    let texts: [[UInt8]]
    /// The IDs of the model's own tokens that text may become.
    let mergeable: [Int]
    /// The added tokens that are looked for in the text as given.
    let addedTokens: [AddedToken]
    /// The added tokens that are looked for in normalized text.
    let normalizedAddedTokens: [AddedToken]
    /// The byte string and kind of each ID.
    let vocabulary: Vocabulary
    /// The tokens that frame a text.
    let frame: SpecialTokens

    /// Reads the tokens of a description.
    init(
        _ root: JSONPlace, configuration: JSONValue, bytes: TokenBytes, isByteLevel: Bool
    ) throws(TokenizerError) {
        var texts = PrintedTokens()
        try texts.readModel(root["model"]["vocab"])
        let modelCount = texts.texts.count
        let added = try texts.readAdded(root["added_tokens"])
        self.texts = texts.texts
        addedTokens = added.filter { !$0.isNormalized }.map(\.token)
        normalizedAddedTokens = added.filter(\.isNormalized).map(\.token)

        var names: [String: TokenID] = [:]
        var isAdded = [Bool](repeating: false, count: texts.texts.count)
        for (token, _) in added {
            isAdded[token.id.index] = true
            if token.isSpecial { names[String(decoding: token.content, as: UTF8.self)] = token.id }
        }
        var frame = try PostProcessor.frame(root["post_processor"], count: texts.texts.count)
        func configured(_ name: String) -> TokenID? {
            (configuration[name]?.stringValue ?? configuration[name]?["content"]?.stringValue).flatMap { names[$0] }
        }
        frame.bos = configured("bos_token") ?? frame.prefix.first
        frame.eos = configured("eos_token") ?? frame.suffix.last
        frame.padding = configured("pad_token")
        let endTokens = EndTokens.find(named: [frame.eos].compactMap { $0 }, special: names)
        frame.eos = frame.eos ?? endTokens.first
        self.frame = frame

        vocabulary = Vocabulary(
            tokens: texts.texts.enumerated().map { isAdded[$0] ? $1 : bytes.bytes(ofPrinted: $1) },
            special: Set(added.filter(\.token.isSpecial).map(\.token.id)), endTokens: endTokens)
        // An added token with characters outside the byte alphabet is never made by merging, and might have the bytes of one that is.
        mergeable = (0..<modelCount).filter { [vocabulary, texts = texts.texts] id in
            vocabulary.kind(of: TokenID(id)) == .text
                && !(isByteLevel && isAdded[id] && ByteAlphabet.bytes(ofPrinted: texts[id]) == nil)
        }
    }

    /// The ID of a printed token; looks at all of them.
    func id(of text: String) -> Int? { texts.firstIndex(of: Array(text.utf8)) }
}
