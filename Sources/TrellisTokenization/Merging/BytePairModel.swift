/// The vocabulary and merges of byte-pair encoding: pieces of text to tokens.
///
/// Source: Sennrich, Haddow, Birch, "Neural Machine Translation of Rare Words with Subword Units", 2016.
struct BytePairModel: Sendable {
    /// What a piece is cut into before merging.
    enum Alphabet: Sendable {
        /// Bytes, each with its token where the vocabulary has one.
        case bytes
        /// Characters; with byte fallback, those without a token are spelled with the tokens of their bytes.
        case characters(byteFallback: Bool)
    }

    /// What says which pairs are merged, and which first.
    enum Ranking: Sendable {
        /// A list of merges.
        case merges(MergeTable)
        /// The vocabulary: a pair is merged when its text is a token, the token of the lowest number first.
        case tokenNumbers
    }

    /// What a piece is cut into before merging.
    let alphabet: Alphabet
    /// The tokens by their text.
    let index: TokenIndex
    /// What says which pairs are merged, and which first.
    let ranking: Ranking
    /// The token of each byte, for an alphabet of bytes and for byte fallback.
    let byteTokens: [UInt32?]
    /// The token of what the alphabet has no token for; nothing is written for it when there is none.
    let unknown: UInt32?
    /// Whether a run of unknown characters is one token.
    let fusesUnknown: Bool
    /// Whether a piece that is a token is that token, whatever the merges say.
    let ignoresMerges: Bool

    /// Appends the tokens of a piece of text.
    func encode(_ text: [UInt8], _ piece: Range<Int>, with merger: inout SymbolMerger, into tokens: inout [TokenID]) {
        if ignoresMerges, let token = index.token(text, piece) {
            tokens.append(TokenID(rawValue: token))
            return
        }
        merger.reset()
        switch alphabet {
        case .bytes: cutBytes(text, piece, &merger)
        case .characters(let byteFallback): cutCharacters(text, piece, byteFallback, &merger)
        }
        merger.merge(by: self, in: text)
        merger.forEach { symbol in
            if let token = symbol.token { tokens.append(TokenID(rawValue: token)) }
        }
    }

    private func cutBytes(_ text: [UInt8], _ piece: Range<Int>, _ merger: inout SymbolMerger) {
        var follows = false
        for position in piece {
            if let token = byteTokens[Int(text[position])] {
                merger.append(start: position, length: 1, token: token)
                follows = false
            } else {
                appendUnknown(position, 1, &follows, &merger)
            }
        }
    }

    private func cutCharacters(
        _ text: [UInt8], _ piece: Range<Int>, _ byteFallback: Bool, _ merger: inout SymbolMerger
    ) {
        var follows = false
        var position = piece.lowerBound
        while position < piece.upperBound {
            let length = min(UTF8Length.ofCharacter(startingWith: text[position]), piece.upperBound - position)
            let character = position..<position + length
            if let token = index.token(text, character) {
                merger.append(start: position, length: length, token: token)
                follows = false
            } else if byteFallback, character.allSatisfy({ byteTokens[Int(text[$0])] != nil }) {
                for place in character { merger.append(start: place, length: 1, token: byteTokens[Int(text[place])]) }
                follows = false
            } else {
                appendUnknown(position, length, &follows, &merger)
            }
            position += length
        }
    }

    /// Appends the unknown token, or makes the one before longer when runs are one token.
    private func appendUnknown(_ start: Int, _ length: Int, _ follows: inout Bool, _ merger: inout SymbolMerger) {
        guard let unknown else { return }
        if follows, fusesUnknown {
            merger.extendLast(by: length)
        } else {
            merger.append(start: start, length: length, token: unknown)
        }
        follows = true
    }
}

extension BytePairModel: MergeRules {
    /// The merge of two adjacent tokens.
    func merge(_ left: Symbol, _ right: Symbol, in text: [UInt8]) -> MergeTable.Merge? {
        switch ranking {
        case .merges(let table):
            guard let left = left.token, let right = right.token else { return nil }
            return table.merge(left, right)
        case .tokenNumbers:
            return index.token(text, left.start..<right.start + right.length).map {
                MergeTable.Merge(rank: $0, token: $0)
            }
        }
    }
}

extension BytePairModel {
    /// Reads merges, each of which must join two tokens to a third.
    ///
    /// - Parameters:
    ///   - count: the number of merges.
    ///   - index: the tokens.
    ///   - append: appends the two texts of a merge, as the tokens in the index spell them, to an empty buffer, and
    ///     returns the length of the first.
    static func readMerges(
        count: Int, index: TokenIndex, append: (Int, inout [UInt8]) throws(TokenizerError) -> Int
    ) throws(TokenizerError) -> MergeTable {
        var table = MergeTable(capacity: count)
        var text: [UInt8] = []
        for rank in 0..<count {
            text.removeAll(keepingCapacity: true)
            let middle = try append(rank, &text)
            let left = try token(text, 0..<middle, rank, index)
            let right = try token(text, middle..<text.count, rank, index)
            let whole = try token(text, 0..<text.count, rank, index)
            table.insert(left, right, MergeTable.Merge(rank: UInt32(rank), token: whole))
        }
        return table
    }

    private static func token(
        _ text: [UInt8], _ range: Range<Int>, _ rank: Int, _ index: TokenIndex
    ) throws(TokenizerError) -> UInt32 {
        guard let token = index.token(text, range) else {
            throw .unknownMergeToken(index: rank, token: String(decoding: text[range], as: UTF8.self))
        }
        return token
    }
}
