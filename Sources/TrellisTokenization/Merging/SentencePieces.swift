/// The scored vocabulary of SentencePiece: marked text to tokens.
struct SentencePieces: Sendable {
    /// The character that stands for a space, U+2581.
    static let spaceMark = Array("\u{2581}".utf8)

    /// The tokens that text may become, by their text.
    private let index: TokenIndex
    /// For each token its place in the order of merging, from the highest score to the lowest.
    private let priorities: [UInt32]
    /// The token of each byte, for characters that have none.
    private let byteTokens: [UInt32]

    /// Makes a vocabulary.
    ///
    /// - Parameters:
    ///   - index: the tokens that text may become, by their text.
    ///   - scores: the score of each token; the highest is merged first.
    ///   - byteTokens: the token of each byte.
    init(index: TokenIndex, scores: [Float], byteTokens: [UInt32]) throws(TokenizerError) {
        if let id = scores.firstIndex(where: \.isNaN) { throw .invalidScore(id: id) }
        self.index = index
        self.byteTokens = byteTokens
        priorities = scores.map { score in
            // The bits of a float in the order of its value, turned round; adding zero makes both zeros one.
            let bits = (score + 0).bitPattern
            return bits & 0x8000_0000 == 0 ? ~(bits | 0x8000_0000) : bits
        }
    }

    /// Appends the tokens of a text in which spaces are marked.
    func encode(_ text: [UInt8], with merger: inout SymbolMerger, into tokens: inout [TokenID]) {
        merger.reset()
        var position = 0
        while position < text.count {
            let length = min(UTF8Length.ofCharacter(startingWith: text[position]), text.count - position)
            merger.append(start: position, length: length, token: index.token(text, position..<position + length))
            position += length
        }
        merger.merge(by: self, in: text)
        merger.forEach { symbol in
            if let token = symbol.token {
                tokens.append(TokenID(rawValue: token))
            } else {
                for byte in text[symbol.start..<symbol.start + symbol.length] {
                    tokens.append(TokenID(rawValue: byteTokens[Int(byte)]))
                }
            }
        }
    }
}

extension SentencePieces: MergeRules {
    /// The token whose text is that of two adjacent parts.
    func merge(_ left: Symbol, _ right: Symbol, in text: [UInt8]) -> MergeTable.Merge? {
        index.token(text, left.start..<right.start + right.length).map {
            MergeTable.Merge(rank: priorities[Int($0)], token: $0)
        }
    }
}
