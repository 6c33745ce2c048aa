/// A place in JSON text that is not JSON.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong there.
    public enum Kind: Sendable, Hashable {
        case unexpectedEnd
        case unexpectedByte(UInt8)
        case invalidNumber
        case invalidEscape
        case invalidUTF8
        case controlCharacter
        case loneSurrogate
        case duplicateName(String)
        case textAfterValue
        case tooDeep(limit: Int)
    }

    /// What is wrong.
    public let kind: Kind
    /// The offset of the byte, from 0.
    public let offset: Int

    /// Makes an error.
    public init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }

    /// The error in one line of words.
    public var description: String {
        let what =
            switch kind {
            case .unexpectedEnd: "the text ends inside a value"
            case .unexpectedByte(let byte):
                byte >= 0x20 && byte < 0x7F
                    ? "unexpected “\(Character(UnicodeScalar(byte)))”" : "unexpected byte \(byte)"
            case .invalidNumber: "not a number"
            case .invalidEscape: "unknown escape in a string"
            case .invalidUTF8: "not UTF-8"
            case .controlCharacter: "control character in a string"
            case .loneSurrogate: "half of a surrogate pair in a string"
            case .duplicateName(let name): "two members named “\(name)”"
            case .textAfterValue: "text after the value"
            case .tooDeep(let limit): "nested deeper than \(limit)"
            }
        return "invalid JSON at byte \(offset): \(what)"
    }
}
