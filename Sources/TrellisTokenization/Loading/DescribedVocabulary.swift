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
        let place = root["model"]["vocab"]
        guard let members = place.value.objectValue else { throw place.wrongType("an object") }
        var texts: [[UInt8]] = []
        texts.reserveCapacity(members.count)
        func set(_ id: Int, _ text: [UInt8], at pointer: @autoclosure () -> String) throws(TokenizerError) {
            guard id >= 0, id < MetadataVocabulary.limit else {
                throw .tokenOutOfRange(place: pointer(), id: id, count: MetadataVocabulary.limit)
            }
            while texts.count <= id { texts.append([]) }
            guard texts[id].isEmpty || texts[id] == text else {
                throw .duplicateID(
                    id: id, first: String(decoding: texts[id], as: UTF8.self),
                    second: String(decoding: text, as: UTF8.self))
            }
            texts[id] = text
        }
        for (text, value) in members {
            guard let id = value.numberValue?.integerValue else {
                throw .wrongType(place: "\(place.pointer)/\(text)", expected: "an integer")
            }
            try set(id, Array(text.utf8), at: "\(place.pointer)/\(text)")
        }
        let modelCount = texts.count
        var added: [AddedToken] = []
        var normalized: [AddedToken] = []
        if !root["added_tokens"].isNull {
            for entry in try root["added_tokens"].elements() {
                let content = Array(try entry["content"].string().utf8)
                let id = try entry["id"].integer()
                try set(id, content, at: entry["id"].pointer)
                let token = AddedToken(
                    id: TokenID(id), content: content, isSpecial: try entry["special"].bool(default: false),
                    isSingleWord: try entry["single_word"].bool(default: false),
                    stripsLeft: try entry["lstrip"].bool(default: false),
                    stripsRight: try entry["rstrip"].bool(default: false))
                let isNormalized = try entry["normalized"].bool(default: !token.isSpecial)
                if isNormalized { normalized.append(token) } else { added.append(token) }
            }
        }
        var special: [String: TokenID] = [:]
        for token in added + normalized where token.isSpecial {
            special[String(decoding: token.content, as: UTF8.self)] = token.id
        }
        let addedIDs = Set((added + normalized).map(\.id))
        var frame = try PostProcessor.frame(root["post_processor"], count: texts.count)
        func configured(_ name: String) -> TokenID? {
            (configuration[name]?.stringValue ?? configuration[name]?["content"]?.stringValue).flatMap { special[$0] }
        }
        frame.bos = configured("bos_token") ?? frame.prefix.first
        frame.eos = configured("eos_token") ?? frame.suffix.last
        frame.padding = configured("pad_token")
        let endTokens = EndTokens.find(named: [frame.eos].compactMap { $0 }, special: special)
        frame.eos = frame.eos ?? endTokens.first
        let specialIDs = Set(special.values).union(endTokens)
        mergeable = (0..<modelCount).filter { id in
            !specialIDs.contains(TokenID(id))
                && !(isByteLevel && ByteAlphabet.bytes(ofPrinted: texts[id]) == nil)
        }
        vocabulary = Vocabulary(
            tokens: texts.enumerated().map { addedIDs.contains(TokenID($0)) ? $1 : bytes.bytes(ofPrinted: $1) },
            special: specialIDs, endTokens: endTokens)
        self.texts = texts
        self.frame = frame
        addedTokens = added
        normalizedAddedTokens = normalized
    }

    /// The ID of a printed token; looks at all of them.
    func id(of text: String) -> Int? { texts.firstIndex(of: Array(text.utf8)) }
}
