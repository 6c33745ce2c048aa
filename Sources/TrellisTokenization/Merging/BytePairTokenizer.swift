/// A tokenizer that merges pairs of adjacent parts by rank, over bytes or over characters.
///
/// The passes of encoding: split at added tokens, normalize, split at added tokens of normalized text, cut into pieces,
/// merge within each piece. Bytes or characters that the vocabulary has no token for become the unknown token; models
/// without one see nothing for them, as in their training. Linear in the length of the text but for a logarithm within
/// pieces.
struct BytePairTokenizer: Tokenizer {
    /// The tokens that the tokenizer produces.
    let vocabulary: Vocabulary
    /// The tokens that frame a text.
    let specialTokens: SpecialTokens

    private let model: BytePairModel
    private let normalizer: Normalizer
    private let preTokenizer: PreTokenizer
    private let addedTokens: AddedTokenMatcher
    /// Added tokens that are looked for in normalized text.
    private let normalizedAddedTokens: AddedTokenMatcher

    /// Makes a tokenizer from its parts.
    init(
        vocabulary: Vocabulary, specialTokens: SpecialTokens, model: BytePairModel, normalizer: Normalizer,
        preTokenizer: PreTokenizer, addedTokens: AddedTokenMatcher, normalizedAddedTokens: AddedTokenMatcher
    ) {
        self.vocabulary = vocabulary
        self.specialTokens = specialTokens
        self.model = model
        self.normalizer = normalizer
        self.preTokenizer = preTokenizer
        self.addedTokens = addedTokens
        self.normalizedAddedTokens = normalizedAddedTokens
    }

    /// The tokens of a text as the model was trained to see it.
    func encode(_ text: String, parsesSpecial: Bool) -> [TokenID] {
        var tokens: [TokenID] = []
        var merger = SymbolMerger()
        let bytes = Array(text.utf8)
        addedTokens.forEachSegment(in: bytes, parsesSpecial: parsesSpecial) { segment in
            switch segment {
            case .token(let id): tokens.append(id)
            case .text(let range):
                let normalized = normalizer.normalize(Array(bytes[range]))
                normalizedAddedTokens.forEachSegment(in: normalized, parsesSpecial: parsesSpecial) { segment in
                    switch segment {
                    case .token(let id): tokens.append(id)
                    case .text(let part):
                        let isStart = range.lowerBound == 0 && part.lowerBound == 0
                        encode(Array(normalized[part]), isStart, &merger, &tokens)
                    }
                }
            }
        }
        return tokens
    }

    private func encode(_ text: [UInt8], _ isStart: Bool, _ merger: inout SymbolMerger, _ tokens: inout [TokenID]) {
        var list = PieceList(text, isStart: isStart)
        preTokenizer.cut(&list)
        for piece in list.pieces { model.encode(list.text, piece, with: &merger, into: &tokens) }
    }
}
