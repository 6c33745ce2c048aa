extension JSONValue {
    /// The nesting that a reader accepts when none is given.
    public static let defaultDepthLimit = 512

    /// Reads one JSON value from a text.
    ///
    /// Throws `JSONError`. Linear in the length of the text.
    public init(parsing text: String, depthLimit: Int = defaultDepthLimit) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), depthLimit: depthLimit)
    }

    /// Reads one JSON value from UTF-8 bytes.
    ///
    /// Throws `JSONError`. Linear in the number of bytes.
    public init(parsing bytes: [UInt8], depthLimit: Int = defaultDepthLimit) throws(JSONError) {
        var reader = JSONReader(bytes: bytes, depthLimit: depthLimit)
        self = try reader.readDocument()
    }
}

/// A recursive-descent reader of RFC 8259 text.
struct JSONReader {
    let bytes: [UInt8]
    let depthLimit: Int
    var position = 0

    init(bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    mutating func readDocument() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let value = try readValue(depth: 0)
        skipWhiteSpace()
        guard position == bytes.count else { throw JSONError(.textAfterValue, at: position) }
        return value
    }

    private mutating func skipWhiteSpace() {
        while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) { position += 1 }
    }

    private func peek() throws(JSONError) -> UInt8 {
        guard position < bytes.count else { throw JSONError(.unexpectedEnd, at: position) }
        return bytes[position]
    }

    private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < depthLimit else { throw JSONError(.tooDeep(limit: depthLimit), at: position) }
        skipWhiteSpace()
        switch try peek() {
        case UInt8(ascii: "{"): return try readObject(depth: depth)
        case UInt8(ascii: "["): return try readArray(depth: depth)
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
        case let byte: throw JSONError(.unexpectedByte(byte), at: position)
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for expected in word.description.utf8 {
            guard try peek() == expected else { throw JSONError(.unexpectedByte(bytes[position]), at: position) }
            position += 1
        }
        return value
    }

    private mutating func readObject(depth: Int) throws(JSONError) -> JSONValue {
        position += 1
        var object = JSONObject()
        skipWhiteSpace()
        if try peek() == UInt8(ascii: "}") {
            position += 1
            return .object(object)
        }
        while true {
            skipWhiteSpace()
            guard try peek() == UInt8(ascii: "\"") else {
                throw JSONError(.unexpectedByte(bytes[position]), at: position)
            }
            let start = position
            let name = try readString()
            guard object[name] == nil else { throw JSONError(.duplicateName(name), at: start) }
            skipWhiteSpace()
            guard try peek() == UInt8(ascii: ":") else {
                throw JSONError(.unexpectedByte(bytes[position]), at: position)
            }
            position += 1
            object[name] = try readValue(depth: depth + 1)
            if try readSeparator(orEnd: UInt8(ascii: "}")) { return .object(object) }
        }
    }

    private mutating func readArray(depth: Int) throws(JSONError) -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        skipWhiteSpace()
        if try peek() == UInt8(ascii: "]") {
            position += 1
            return .array(elements)
        }
        while true {
            elements.append(try readValue(depth: depth + 1))
            if try readSeparator(orEnd: UInt8(ascii: "]")) { return .array(elements) }
        }
    }

    /// Reads a comma (false) or the closing bracket (true).
    private mutating func readSeparator(orEnd end: UInt8) throws(JSONError) -> Bool {
        skipWhiteSpace()
        let byte = try peek()
        guard byte == UInt8(ascii: ",") || byte == end else { throw JSONError(.unexpectedByte(byte), at: position) }
        position += 1
        return byte == end
    }

    private mutating func readNumber() throws(JSONError) -> JSONNumber {
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                position += 1
                continue
            default: break
            }
            break
        }
        guard let number = JSONNumber(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw JSONError(.invalidNumber, at: start)
        }
        return number
    }

    private mutating func readString() throws(JSONError) -> String {
        position += 1
        var content: [UInt8] = []
        let start = position
        while true {
            let byte = try peek()
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw JSONError(.invalidUTF8, at: start)
                }
                return text
            case UInt8(ascii: "\\"): try readEscape(into: &content)
            case 0..<0x20: throw JSONError(.controlCharacter, at: position)
            default:
                content.append(byte)
                position += 1
            }
        }
    }

    private mutating func readEscape(into content: inout [UInt8]) throws(JSONError) {
        let start = position
        position += 1
        let byte = try peek()
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"):
            var value = try readHexadecimal(start)
            if (0xD800..<0xDC00).contains(value) {
                guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                    bytes[position + 1] == UInt8(ascii: "u")
                else { throw JSONError(.loneSurrogate, at: start) }
                position += 2
                let low = try readHexadecimal(start)
                guard (0xDC00..<0xE000).contains(low) else { throw JSONError(.loneSurrogate, at: start) }
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(value) else { throw JSONError(.loneSurrogate, at: start) }
            content.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    private mutating func readHexadecimal(_ start: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(UnicodeScalar(try peek())).hexDigitValue else {
                throw JSONError(.invalidEscape, at: start)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
