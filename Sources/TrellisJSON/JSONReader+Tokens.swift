/// The three words of JSON.
enum JSONWord: Sendable {
    case `true`
    case `false`
    case null

    private static let bytes = (true: Array("true".utf8), false: Array("false".utf8), null: Array("null".utf8))

    /// The letters.
    var letters: [UInt8] {
        switch self {
        case .true: JSONWord.bytes.true
        case .false: JSONWord.bytes.false
        case .null: JSONWord.bytes.null
        }
    }

    /// What the word says.
    var value: JSONValue {
        switch self {
        case .true: .bool(true)
        case .false: .bool(false)
        case .null: .null
        }
    }
}

extension JSONReader {
    mutating func readWord(_ word: JSONWord, _ read: Int, _ byte: UInt8, at position: Int) throws(JSONError) {
        let letters = word.letters
        guard letters[read] == byte else { throw JSONError(.unexpectedByte(byte), at: position) }
        if read + 1 == letters.count {
            complete(word.value)
        } else {
            state = .word(word, read: read + 1)
        }
    }

    /// Reads the rest of a number in this piece; its first byte is in the token already.
    mutating func readNumber(_ bytes: [UInt8], from start: Int) throws(JSONError) -> Int {
        var index = start
        while index < bytes.count, JSONReader.isInNumber(bytes[index]) { index += 1 }
        token += bytes[start..<index]
        if index < bytes.count { try completeNumber(token[...]) }
        return index
    }

    mutating func completeNumber(_ digits: ArraySlice<UInt8>) throws(JSONError) {
        guard JSONNumber.isNumber(digits) else { throw JSONError(.invalidNumber, at: tokenStart) }
        complete(.number(JSONNumber(checked: String(decoding: digits, as: UTF8.self))))
    }

    private static func isInNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
