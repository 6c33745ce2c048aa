public import Foundation
import TrellisJSON

/// Makes a tokenizer from a tiktoken file: a token in base 64, a space and its rank on each line.
///
/// Such a file has neither the expression that cuts text nor the special tokens; both are published with the model.
/// Linear in the size of the file.
///
/// - Parameters:
///   - url: the file.
///   - pattern: the expression whose matches are the pieces that text is cut into; what it does not match is left out.
///   - specialTokens: the special tokens by name, with their IDs.
///   - prefix: the names of the special tokens that come before each text.
/// - Throws: `TokenizerError`.
public func makeTokenizer(
    tiktoken url: URL, pattern: String, specialTokens: [String: Int], prefix: [String] = []
) throws(TokenizerError) -> any Tokenizer {
    var vocabulary = RankedVocabulary()
    let lines = try readFile(url).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty && line != [UInt8(ascii: "\r")] {
        let parts = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\r" }
        guard parts.count == 2, let bytes = bytes(base64: parts[0]), let rank = Int(parts[1]) else {
            throw .malformedLine(path: url.path, line: number + 1)
        }
        try vocabulary.add(bytes, id: rank, at: "\(url.path), line \(number + 1)")
    }
    for (name, id) in specialTokens.sorted(by: { $0.value < $1.value }) {
        try vocabulary.addSpecial(name, id: id, at: name)
    }
    var frame = SpecialTokens()
    for name in prefix {
        guard let id = specialTokens[name] else { throw .missing(place: name) }
        frame.prefix.append(TokenID(id))
    }
    frame.bos = frame.prefix.first
    return try vocabulary.makeTokenizer(pattern: pattern, frame: frame)
}

/// Makes the tokenizer that a `tekken.json` of Mistral describes.
///
/// The special tokens have the first numbers, the tokens of text follow in the order of their ranks up to the size of the
/// vocabulary that the file gives. Linear in the size of the file.
///
/// - Parameter url: the file.
/// - Throws: `TokenizerError`.
public func makeTokenizer(tekken url: URL) throws(TokenizerError) -> any Tokenizer {
    let root = JSONPlace(value: try readJSON(url), pointer: "")
    let specialCount = try root["config"]["default_num_special_tokens"].integer()
    let size = try root["config"]["default_vocab_size"].integer()
    guard specialCount >= 0, size >= specialCount, size <= MetadataVocabulary.limit else {
        throw .tooManyTokens(count: size, limit: MetadataVocabulary.limit)
    }
    var vocabulary = RankedVocabulary()
    for entry in try root["special_tokens"].elements() {
        let id = try entry["rank"].integer()
        guard id < specialCount else {
            throw .tokenOutOfRange(place: entry["rank"].pointer, id: id, count: specialCount)
        }
        try vocabulary.addSpecial(entry["token_str"].string(), id: id, at: entry["rank"].pointer)
    }
    for entry in try root["vocab"].elements() {
        let rank = try entry["rank"].integer()
        guard rank >= 0 else { throw .tokenOutOfRange(place: entry["rank"].pointer, id: rank, count: size) }
        guard rank < size - specialCount else { continue }
        guard let bytes = bytes(base64: try entry["token_bytes"].string()) else {
            throw .invalidBase64(place: entry["token_bytes"].pointer)
        }
        try vocabulary.add(bytes, id: rank + specialCount, at: entry["rank"].pointer)
    }
    let token = { (name: String) in
        vocabulary.tokens.prefix(specialCount).firstIndex(of: Array(name.utf8)).map { TokenID($0) }
    }
    let bos = token("<s>")
    return try vocabulary.makeTokenizer(
        pattern: root["config"]["pattern"].string(),
        frame: SpecialTokens(bos: bos, eos: token("</s>"), padding: token("<pad>"), prefix: bos.map { [$0] } ?? []))
}

private func bytes(base64 text: some StringProtocol) -> [UInt8]? {
    Data(base64Encoded: String(text)).map { Array($0) }
}
