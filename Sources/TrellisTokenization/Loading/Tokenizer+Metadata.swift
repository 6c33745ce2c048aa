public import Foundation
package import TrellisModelFiles

/// Makes the tokenizer of a GGUF model file: byte-pair encoding over bytes, or SentencePiece.
///
/// Reads the header of the file only. Linear in the size of the vocabulary.
///
/// - Parameter url: the file.
/// - Throws: `TokenizerError`: `unreadable` for a file that is not there or no well-formed GGUF, otherwise for a description that is
///   incomplete, contradicts itself, or asks for what is not supported.
public func makeTokenizer(gguf url: URL) throws(TokenizerError) -> any Tokenizer {
    let file: GGUFFile
    do throws(ModelFileError) {
        file = try GGUFFile(url: url)
    } catch .malformed(_, let fault) {
        throw .unreadable(path: url.path, reason: fault.description)
    } catch {
        throw .unreadable(path: url.path, reason: error.description)
    }
    return try makeTokenizer(from: file)
}

/// Makes the tokenizer that a model file describes in its metadata.
///
/// - Throws: `TokenizerError` for a description that is incomplete, contradicts itself, or asks for what is not supported.
package func makeTokenizer(from file: GGUFFile) throws(TokenizerError) -> any Tokenizer {
    try makeTokenizer(metadata: file.metadata)
}

/// Makes the tokenizer that metadata of a model file describes.
package func makeTokenizer(metadata: [String: MetadataValue]) throws(TokenizerError) -> any Tokenizer {
    let metadata = TokenizerMetadata(values: metadata)
    let key = "tokenizer.ggml.model"
    switch try metadata.string(key) {
    case nil: throw .missing(place: key)
    case "gpt2"?: return try makeBytePairTokenizer(metadata)
    case "llama"?: return try makeSentencePieceTokenizer(metadata)
    case let name?: throw .unsupported(place: key, name: name)
    }
}

private func makeBytePairTokenizer(_ metadata: TokenizerMetadata) throws(TokenizerError) -> BytePairTokenizer {
    let prefixKey = "tokenizer.ggml.add_space_prefix"
    if try metadata.bool(prefixKey) == true { throw .unsupported(place: prefixKey, name: "true") }
    let name = try metadata.string("tokenizer.ggml.pre") ?? "default"
    guard let preTokenizer = NamedPreTokenizer.named(name) else {
        throw .unsupported(place: "tokenizer.ggml.pre", name: name)
    }
    var steps: [PreTokenizer.Step] = []
    for pattern in preTokenizer.patterns {
        steps.append(.split(try SplitPattern(pattern), .isolated, isInverted: false))
    }
    let tokens = try MetadataVocabulary(metadata)
    let (vocabulary, frame) = try tokens.finish(metadata, prefixesBOS: preTokenizer.prefixesBOS) { id, type in
        let text = tokens.texts[id]
        return type == .normal || type == .undefined ? ByteAlphabet.bytes(ofPrinted: text) ?? text : text
    }
    let index = try makeIndex(tokens, vocabulary, bytes: vocabulary.bytes, offsets: vocabulary.offsets)
    let merges = try metadata.strings("tokenizer.ggml.merges")
    let table = try BytePairModel.readMerges(count: merges.count, index: index) { rank, text throws(TokenizerError) in
        let merge = merges[rank]
        guard let space = merge.dropFirst().firstIndex(of: UInt8(ascii: " ")) else {
            throw .malformedMerge(index: rank, text: String(decoding: merge, as: UTF8.self))
        }
        ByteAlphabet.append(ofPrinted: merge[..<space], to: &text)
        defer { ByteAlphabet.append(ofPrinted: merge[(space + 1)...], to: &text) }
        return text.count
    }
    let model = BytePairModel(
        alphabet: .bytes, index: index, ranking: .merges(table), byteTokens: (0...255).map { index.token([$0]) },
        unknown: nil,
        fusesUnknown: false, ignoresMerges: preTokenizer.ignoresMerges)
    return BytePairTokenizer(
        vocabulary: vocabulary, specialTokens: frame, model: model, normalizer: Normalizer(steps: []),
        preTokenizer: PreTokenizer(steps), addedTokens: tokens.addedTokens(vocabulary),
        normalizedAddedTokens: AddedTokenMatcher([]))
}

private func makeSentencePieceTokenizer(_ metadata: TokenizerMetadata) throws(TokenizerError) -> SentencePieceTokenizer
{
    let whiteSpaceKey = "tokenizer.ggml.remove_extra_whitespaces"
    if try metadata.bool(whiteSpaceKey) == true { throw .unsupported(place: whiteSpaceKey, name: "true") }
    let tokens = try MetadataVocabulary(metadata)
    let scores = try metadata.floats("tokenizer.ggml.scores", count: tokens.texts.count)
    var byteTokens = [UInt32?](repeating: nil, count: 256)
    for id in tokens.ids(.byte) {
        guard let byte = ByteToken.byte(printed: tokens.texts[id]) else {
            throw .wrongType(place: "tokenizer.ggml.tokens of byte token \(id)", expected: "of the form <0xFF>")
        }
        byteTokens[Int(byte)] = UInt32(id)
    }
    let (vocabulary, frame) = try tokens.finish(metadata, prefixesBOS: true) { id, type in
        switch type {
        case .byte: ByteToken.byte(printed: tokens.texts[id]).map { [$0] } ?? []
        case .normal, .undefined, .userDefined: unmarkingSpaces(tokens.texts[id])
        case .control, .unknown, .unused: tokens.texts[id]
        }
    }
    let (bytes, offsets) = TokenIndex.flatten(tokens.texts)
    let index = try makeIndex(tokens, vocabulary, bytes: bytes, offsets: offsets)
    let unknown = try metadata.token("tokenizer.ggml.unknown_token_id", count: tokens.texts.count)
    var fallback: [UInt32] = []
    for byte in UInt8.min...UInt8.max {
        guard let token = byteTokens[Int(byte)] ?? index.token([byte]) ?? unknown?.rawValue else {
            throw .missingByte(byte)
        }
        fallback.append(token)
    }
    return SentencePieceTokenizer(
        vocabulary: vocabulary, specialTokens: frame,
        pieces: try SentencePieces(index: index, scores: scores, byteTokens: fallback),
        addedTokens: tokens.addedTokens(vocabulary),
        prefixesSpace: try metadata.bool("tokenizer.ggml.add_space_prefix") ?? true)
}

/// The tokens that merging may make: those of text, and user-defined ones where no other has their text; never special ones.
private func makeIndex(
    _ tokens: MetadataVocabulary, _ vocabulary: Vocabulary, bytes: [UInt8], offsets: [UInt32]
) throws(TokenizerError) -> TokenIndex {
    let isText = { (id: Int) in vocabulary.kind(of: TokenID(id)) == .text }
    var index = TokenIndex(tokens.ids(.normal, .undefined).filter(isText), bytes: bytes, offsets: offsets)
    if let (first, second) = index.duplicate {
        throw .duplicateToken(
            text: String(decoding: tokens.texts[first], as: UTF8.self), first: first, second: second)
    }
    for id in tokens.ids(.userDefined) where isText(id) { index.insert(id) }
    return index
}

/// A text in which marks have become spaces.
private func unmarkingSpaces(_ text: [UInt8]) -> [UInt8] {
    let mark = SentencePieces.spaceMark
    guard text.contains(mark[0]) else { return text }
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.first {
        if rest.starts(with: mark) {
            result.append(UInt8(ascii: " "))
            rest = rest.dropFirst(mark.count)
        } else {
            result.append(byte)
            rest = rest.dropFirst()
        }
    }
    return result
}
