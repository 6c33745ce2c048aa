import TrellisModelFiles

/// The tokens of a model file's metadata, sorted by what they stand for.
struct MetadataVocabulary {
    /// What a token is, with the numbers that GGUF files have.
    enum TokenType: Int64 {
        case undefined = 0
        case normal = 1
        case unknown = 2
        case control = 3
        case userDefined = 4
        case unused = 5
        case byte = 6
    }

    /// The number of tokens that a vocabulary may have.
    static let limit = 1 << 22

    /// The texts of the tokens as the file prints them.
    let texts: [[UInt8]]
    /// The type of each token.
    let types: [TokenType]

    /// Reads the tokens and their types.
    init(_ metadata: TokenizerMetadata) throws(TokenizerError) {
        texts = try metadata.strings("tokenizer.ggml.tokens")
        let count = texts.count
        guard count <= Self.limit else { throw .tooManyTokens(count: count, limit: Self.limit) }
        let key = "tokenizer.ggml.token_type"
        guard let numbers = try metadata.integers(key, count: count) else {
            types = [TokenType](repeating: .normal, count: count)
            return
        }
        var types: [TokenType] = []
        types.reserveCapacity(count)
        for (id, number) in numbers.enumerated() {
            guard let type = TokenType(rawValue: number) else {
                throw .unsupported(place: "\(key) of token \(id)", name: String(number))
            }
            types.append(type)
        }
        self.types = types
    }

    /// The IDs of the tokens of some types.
    func ids(_ wanted: TokenType...) -> [Int] { types.indices.filter { wanted.contains(types[$0]) } }

    /// The vocabulary, and the frame of a text.
    ///
    /// - Parameters:
    ///   - metadata: where the tokens that begin and end a text are named.
    ///   - prefixesBOS: whether the token that begins a text comes before each when the metadata does not say.
    ///   - bytes: the bytes of text that a token stands for.
    func finish(
        _ metadata: TokenizerMetadata, prefixesBOS: Bool, bytes: (Int, TokenType) -> [UInt8]
    ) throws(TokenizerError) -> (Vocabulary, SpecialTokens) {
        func token(_ name: String) throws(TokenizerError) -> TokenID? {
            try metadata.token("tokenizer.ggml.\(name)_token_id", count: texts.count)
        }
        var frame = SpecialTokens(bos: try token("bos"), eos: try token("eos"), padding: try token("padding"))
        if let adds = try metadata.bool("tokenizer.ggml.add_bos_token") {
            if adds {
                guard let bos = frame.bos else { throw .missing(place: "tokenizer.ggml.bos_token_id") }
                frame.prefix = [bos]
            }
        } else if prefixesBOS, let bos = frame.bos {
            frame.prefix = [bos]
        }
        if try metadata.bool("tokenizer.ggml.add_eos_token") == true {
            guard let eos = frame.eos else { throw .missing(place: "tokenizer.ggml.eos_token_id") }
            frame.suffix = [eos]
        }
        if try metadata.bool("tokenizer.ggml.add_sep_token") == true {
            throw .unsupported(place: "tokenizer.ggml.add_sep_token", name: "true")
        }
        let special = ids(.control, .unknown)
        var names: [String: TokenID] = [:]
        for id in special { names[String(decoding: texts[id], as: UTF8.self)] = TokenID(id) }
        let named = [frame.eos, try token("eot"), try token("eom")].compactMap { $0 }
        let vocabulary = Vocabulary(
            tokens: texts.indices.map { types[$0] == .unused ? [] : bytes($0, types[$0]) },
            special: Set(special.map { TokenID($0) }), endTokens: EndTokens.find(named: named, special: names))
        return (vocabulary, frame)
    }

    /// The tokens that are looked for in a text before anything else: special and user-defined ones.
    func addedTokens(_ vocabulary: Vocabulary) -> AddedTokenMatcher {
        AddedTokenMatcher(
            types.indices.compactMap { id in
                let isSpecial = vocabulary.kind(of: TokenID(id)) == .special
                guard isSpecial || types[id] == .userDefined else { return nil }
                return AddedToken(id: TokenID(id), content: texts[id], isSpecial: isSpecial)
            })
    }
}
