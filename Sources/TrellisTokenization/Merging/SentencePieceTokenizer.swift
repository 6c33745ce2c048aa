/// A tokenizer that merges adjacent parts by the score of the token they make, with spaces written as part of tokens.
///
/// The form in which GGUF files keep the vocabularies of SentencePiece (Llama 2, Gemma). Characters without a token are
/// spelled with the tokens of their bytes. Linear in the length of the text but for a logarithm and the length of the longest token.
///
/// Source: Kudo, Richardson, "SentencePiece: A simple and language independent subword tokenizer", 2018.
struct SentencePieceTokenizer: Tokenizer {
    /// The tokens that the tokenizer produces.
    let vocabulary: Vocabulary
    /// The tokens that frame a text.
    let specialTokens: SpecialTokens

    private let pieces: SentencePieces
    private let addedTokens: AddedTokenMatcher
    /// Whether a space is put before each text at the start or after an added token.
    private let prefixesSpace: Bool

    /// Makes a tokenizer from its parts.
    init(
        vocabulary: Vocabulary, specialTokens: SpecialTokens, pieces: SentencePieces, addedTokens: AddedTokenMatcher,
        prefixesSpace: Bool
    ) {
        self.vocabulary = vocabulary
        self.specialTokens = specialTokens
        self.pieces = pieces
        self.addedTokens = addedTokens
        self.prefixesSpace = prefixesSpace
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
                var marked: [UInt8] = prefixesSpace ? SentencePieces.spaceMark : []
                marked.reserveCapacity(range.count * 2)
                for byte in bytes[range] {
                    if byte == UInt8(ascii: " ") {
                        marked.append(contentsOf: SentencePieces.spaceMark)
                    } else {
                        marked.append(byte)
                    }
                }
                pieces.encode(marked, with: &merger, into: &tokens)
            }
        }
        return tokens
    }
}
