public import Foundation
package import TrellisJSON

/// Makes the tokenizer that a `tokenizer.json` describes: byte-pair encoding over bytes or characters.
///
/// The names of the tokens that begin and end a text come from `tokenizer_config.json` in the same folder, when it is
/// there. The sections `truncation` and `padding` are settings for batches and have no effect. Linear in the size of the file.
///
/// - Parameter url: the file.
/// - Throws: `TokenizerError`, also for each kind of model, normalizer, pre-tokenizer, post-processor or decoder that is
///   not supported, by name and JSON pointer.
public func makeTokenizer(tokenizerJSON url: URL) throws(TokenizerError) -> any Tokenizer {
    let description = try readJSON(url)
    let configuration = url.deletingLastPathComponent().appendingPathComponent("tokenizer_config.json")
    let names: JSONValue =
        FileManager.default.fileExists(atPath: configuration.path) ? try readJSON(configuration) : .null
    return try makeTokenizer(tokenizerJSON: description, configuration: names)
}

/// Makes the tokenizer of the contents of a `tokenizer.json` and, where there is one, of its `tokenizer_config.json`.
package func makeTokenizer(
    tokenizerJSON description: JSONValue, configuration: JSONValue = .null
) throws(TokenizerError) -> any Tokenizer {
    let root = JSONPlace(value: description, pointer: "")
    guard root.value.objectValue != nil else { throw .wrongType(place: "tokenizer.json", expected: "an object") }
    let model = root["model"]
    if model.isNull { throw .missing(place: model.pointer) }
    if !model["type"].isNull || model["merges"].isNull {
        let type = try model.type()
        guard type == "BPE" else { throw model.unsupported(type) }
    }
    let preTokenizer = try PreTokenizer(root["pre_tokenizer"])
    let vocabulary = try DescribedVocabulary(
        root, configuration: configuration,
        bytes: try TokenBytes(root["decoder"], isByteLevel: preTokenizer.isByteLevel),
        isByteLevel: preTokenizer.isByteLevel)
    let normalizer = try Normalizer(root["normalizer"])
    return BytePairTokenizer(
        vocabulary: vocabulary.vocabulary, specialTokens: vocabulary.frame,
        model: try BytePairModel(model, vocabulary, isByteLevel: preTokenizer.isByteLevel), normalizer: normalizer,
        preTokenizer: preTokenizer, addedTokens: AddedTokenMatcher(vocabulary.addedTokens),
        normalizedAddedTokens: AddedTokenMatcher(
            vocabulary.normalizedAddedTokens.map { token in
                var token = token
                token.content = normalizer.normalize(token.content)
                return token
            }))
}

/// The value of a file of JSON.
func readJSON(_ url: URL) throws(TokenizerError) -> JSONValue {
    let bytes = try readFile(url)
    do throws(JSONError) {
        return try JSONValue(parsing: bytes)
    } catch {
        throw .invalidJSON(path: url.path, error)
    }
}

/// The bytes of a file.
func readFile(_ url: URL) throws(TokenizerError) -> [UInt8] {
    do {
        return Array(try Data(contentsOf: url))
    } catch {
        throw .unreadable(path: url.path, reason: error.localizedDescription)
    }
}
