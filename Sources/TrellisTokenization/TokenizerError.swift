public import TrellisJSON

/// A reason why a tokenizer cannot be made from a model's files.
public enum TokenizerError: Error, Sendable, Hashable {
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is not JSON.
    case invalidJSON(path: String, JSONError)
    /// A value that must be there is not; the place is a metadata key or a JSON pointer.
    case missing(place: String)
    /// A value has the wrong type; the place is a metadata key or a JSON pointer.
    case wrongType(place: String, expected: String)
    /// The description asks for something that this package does not do.
    case unsupported(place: String, name: String)
    /// A list that has one entry a token has another length than the list of tokens.
    case wrongCount(place: String, count: Int, expected: Int)
    /// A token ID outside the vocabulary.
    case tokenOutOfRange(place: String, id: Int, count: Int)
    /// One token ID for two tokens.
    case duplicateID(id: Int, first: String, second: String)
    /// One text for two tokens that stand for text.
    case duplicateToken(text: String, first: Int, second: Int)
    /// A merge that is not two tokens with a space between.
    case malformedMerge(index: Int, text: String)
    /// A merge of, or to, a text that is not a token.
    case unknownMergeToken(index: Int, token: String)
    /// A line of a file of ranks that is not the base-64 form of a token, a space and a number.
    case malformedLine(path: String, line: Int)
    /// A token whose bytes are not in base 64.
    case invalidBase64(place: String)
    /// A score that is not a number.
    case invalidScore(id: Int)
    /// A vocabulary that has neither a token for a byte nor one for unknown text.
    case missingByte(UInt8)
    /// A regular expression that does not compile.
    case invalidPattern(pattern: String, offset: Int, reason: String)
    /// More tokens than a vocabulary may have.
    case tooManyTokens(count: Int, limit: Int)
}
