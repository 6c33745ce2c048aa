import TrellisJSON

extension BytePairModel {
    /// Reads the `model` of a `tokenizer.json`.
    init(_ place: JSONPlace, _ vocabulary: DescribedVocabulary, isByteLevel: Bool) throws(TokenizerError) {
        for name in ["continuing_subword_prefix", "end_of_word_suffix"] where !place[name].isNull {
            let text = try place[name].string()
            guard text.isEmpty else { throw place[name].unsupported(text) }
        }
        if let dropout = place["dropout"].value.numberValue, dropout.doubleValue != 0 {
            throw place["dropout"].unsupported(dropout.text)
        }
        // In a vocabulary of bytes the tokens that text may become are indexed by the bytes they stand for.
        let (bytes, offsets) =
            isByteLevel
            ? (vocabulary.vocabulary.bytes, vocabulary.vocabulary.offsets) : TokenIndex.flatten(vocabulary.texts)
        let index = TokenIndex(vocabulary.mergeable, bytes: bytes, offsets: offsets)
        if let (first, second) = index.duplicate {
            throw .duplicateToken(
                text: String(decoding: vocabulary.texts[first], as: UTF8.self), first: first, second: second)
        }
        self.index = index
        let byteFallback = try place["byte_fallback"].bool(default: false)
        if isByteLevel {
            alphabet = .bytes
            byteTokens = (0...255).map { index.token([$0]) }
            if byteFallback, byteTokens.contains(nil) {
                throw place["byte_fallback"].unsupported("true with ByteLevel")
            }
        } else {
            alphabet = .characters(byteFallback: byteFallback)
            byteTokens = (0...255).map { byteFallback ? index.token(ByteToken.printed($0)) : nil }
        }
        if place["unk_token"].isNull {
            unknown = nil
        } else {
            let name = try place["unk_token"].string()
            guard let id = vocabulary.id(of: name) else { throw place["unk_token"].unsupported(name) }
            unknown = UInt32(id)
        }
        fusesUnknown = try place["fuse_unk"].bool(default: false)
        ignoresMerges = try place["ignore_merges"].bool(default: false)
        ranking = .merges(try Self.readMerges(place["merges"], index, isByteLevel))
    }

    private static func readMerges(
        _ place: JSONPlace, _ index: TokenIndex, _ isByteLevel: Bool
    ) throws(TokenizerError) -> MergeTable {
        guard let entries = place.value.arrayValue else { throw place.wrongType("an array") }
        var printed: [UInt8] = []
        return try readMerges(count: entries.count, index: index) { rank, text throws(TokenizerError) in
            printed.removeAll(keepingCapacity: true)
            let middle: Int
            switch entries[rank] {
            case .string(let merge):
                printed.append(contentsOf: merge.utf8)
                guard let space = printed.firstIndex(of: UInt8(ascii: " ")),
                    !printed[(space + 1)...].contains(UInt8(ascii: " "))
                else { throw .malformedMerge(index: rank, text: merge) }
                printed.remove(at: space)
                middle = space
            case .array(let parts):
                guard parts.count == 2, let left = parts[0].stringValue, let right = parts[1].stringValue else {
                    throw .malformedMerge(index: rank, text: parts.compactMap(\.stringValue).joined(separator: " "))
                }
                printed.append(contentsOf: left.utf8)
                middle = printed.count
                printed.append(contentsOf: right.utf8)
            default: throw .wrongType(place: "\(place.pointer)/\(rank)", expected: "a string or two")
            }
            guard isByteLevel else {
                text.append(contentsOf: printed)
                return middle
            }
            ByteAlphabet.append(ofPrinted: printed[..<middle], to: &text)
            defer { ByteAlphabet.append(ofPrinted: printed[middle...], to: &text) }
            return text.count
        }
    }
}
