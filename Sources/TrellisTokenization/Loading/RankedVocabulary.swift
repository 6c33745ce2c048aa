/// A vocabulary of byte strings whose numbers are the order of merging, as tiktoken and tekken files have it.
struct RankedVocabulary {
    /// The bytes of each ID; empty for numbers without a token.
    private(set) var tokens: [[UInt8]] = []
    private var special: [AddedToken] = []

    /// Adds a token.
    mutating func add(_ bytes: [UInt8], id: Int, at place: @autoclosure () -> String) throws(TokenizerError) {
        guard id >= 0, id < MetadataVocabulary.limit else {
            throw .tokenOutOfRange(place: place(), id: id, count: MetadataVocabulary.limit)
        }
        while tokens.count <= id { tokens.append([]) }
        guard tokens[id].isEmpty else {
            throw .duplicateID(
                id: id, first: String(decoding: tokens[id], as: UTF8.self),
                second: String(decoding: bytes, as: UTF8.self))
        }
        tokens[id] = bytes
    }

    /// Adds a special token.
    mutating func addSpecial(_ name: String, id: Int, at place: @autoclosure () -> String) throws(TokenizerError) {
        let bytes = Array(name.utf8)
        try add(bytes, id: id, at: place())
        special.append(AddedToken(id: TokenID(id), content: bytes, isSpecial: true))
    }

    /// The tokenizer: pieces that the pattern finds, each a token, or merged from bytes by the numbers of the tokens.
    func makeTokenizer(pattern: String, frame: SpecialTokens) throws(TokenizerError) -> BytePairTokenizer {
        var names: [String: TokenID] = [:]
        for token in special { names[String(decoding: token.content, as: UTF8.self)] = token.id }
        let vocabulary = Vocabulary(
            tokens: tokens, special: Set(special.map(\.id)),
            endTokens: EndTokens.find(named: [frame.eos].compactMap { $0 }, special: names))
        var frame = frame
        frame.eos = frame.eos ?? vocabulary.endTokens.first
        let text = tokens.indices.filter { vocabulary.kind(of: TokenID($0)) == .text }
        let index = TokenIndex(text, bytes: vocabulary.bytes, offsets: vocabulary.offsets)
        if let (first, second) = index.duplicate {
            throw .duplicateToken(text: String(decoding: tokens[first], as: UTF8.self), first: first, second: second)
        }
        let byteTokens = (UInt8.min...UInt8.max).map { index.token([$0]) }
        if let byte = byteTokens.firstIndex(of: nil) { throw .missingByte(UInt8(byte)) }
        let model = BytePairModel(
            alphabet: .bytes, index: index, ranking: .tokenNumbers, byteTokens: byteTokens, unknown: nil,
            fusesUnknown: false, ignoresMerges: true)
        let split = PreTokenizer.Step.split(try SplitPattern(pattern, syntax: .rust), .removed, isInverted: true)
        return BytePairTokenizer(
            vocabulary: vocabulary, specialTokens: frame, model: model, normalizer: Normalizer(steps: []),
            preTokenizer: PreTokenizer([split]), addedTokens: AddedTokenMatcher(special),
            normalizedAddedTokens: AddedTokenMatcher([]))
    }
}
