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
        let texts =
            isByteLevel ? vocabulary.texts.map { ByteAlphabet.bytes(ofPrinted: $0) ?? $0 } : vocabulary.texts
        let index = TokenIndex(vocabulary.mergeable, of: texts)
        if let (first, second) = index.duplicate {
            throw .duplicateToken(text: String(decoding: texts[first], as: UTF8.self), first: first, second: second)
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
        merges = try Self.readMerges(place["merges"], index, isByteLevel)
    }

    private static func readMerges(
        _ place: JSONPlace, _ index: TokenIndex, _ isByteLevel: Bool
    ) throws(TokenizerError) -> MergeTable {
        guard let entries = place.value.arrayValue else { throw place.wrongType("an array") }
        func bytes(_ text: some Collection<UInt8>) -> [UInt8] {
            isByteLevel ? ByteAlphabet.bytes(ofPrinted: text) ?? Array(text) : Array(text)
        }
        return try readMerges(count: entries.count, index: index) { rank throws(TokenizerError) in
            switch entries[rank] {
            case .string(let text):
                let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
                guard parts.count == 2 else { throw .malformedMerge(index: rank, text: text) }
                return (bytes(parts[0]), bytes(parts[1]))
            case .array(let parts):
                guard parts.count == 2, let left = parts[0].stringValue, let right = parts[1].stringValue else {
                    throw .malformedMerge(index: rank, text: parts.compactMap(\.stringValue).joined(separator: " "))
                }
                return (bytes(left.utf8), bytes(right.utf8))
            default: throw .wrongType(place: "\(place.pointer)/\(rank)", expected: "a string or two")
            }
        }
    }
}
