public import Foundation
import TrellisJSON

extension TokenizerError: CustomStringConvertible, LocalizedError {
    /// The error in one line of words.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "cannot read “\(path)”: \(reason)"
        case .invalidJSON(let path, let error): "“\(path)”: \(error)"
        case .missing(let place): "the tokenizer lacks \(place)"
        case .wrongType(let place, let expected): "\(place) of the tokenizer is not \(expected)"
        case .unsupported(let place, let name): "\(place) of the tokenizer is “\(name)”, which is not supported"
        case .wrongCount(let place, let count, let expected):
            "\(place) of the tokenizer has \(count) entries, but there are \(expected) tokens"
        case .tokenOutOfRange(let place, let id, let count):
            "\(place) of the tokenizer is \(id), but there are \(count) tokens"
        case .duplicateID(let id, let first, let second):
            "token \(id) is both “\(Self.printable(first))” and “\(Self.printable(second))”"
        case .duplicateToken(let text, let first, let second):
            "“\(Self.printable(text))” is both token \(first) and token \(second)"
        case .malformedMerge(let index, let text):
            "merge \(index) of the tokenizer, “\(Self.printable(text))”, is not two tokens with a space between"
        case .unknownMergeToken(let index, let token):
            "merge \(index) of the tokenizer needs “\(Self.printable(token))”, which is not a token"
        case .malformedLine(let path, let line):
            "“\(path)”, line \(line): not a token in base 64, a space and its rank"
        case .invalidBase64(let place): "\(place) of the tokenizer is not in base 64"
        case .invalidScore(let id): "the score of token \(id) is not a number"
        case .missingByte(let byte):
            "the vocabulary has no token for byte 0x\(String(byte, radix: 16, uppercase: true)) and none for unknown text"
        case .invalidPattern(let pattern, let offset, let reason):
            "the tokenizer's pattern “\(Self.printable(pattern))” is not valid at offset \(offset): \(reason)"
        case .tooManyTokens(let count, let limit): "the tokenizer has \(count) tokens, more than \(limit)"
        }
    }

    /// The error in one line of words.
    public var errorDescription: String? { description }

    /// A text from a file with control characters escaped, shortened to stay on one line.
    private static func printable(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(120).map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return shown.joined() + (text.unicodeScalars.count > 120 ? "…" : "")
    }
}
