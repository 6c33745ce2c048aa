/// A reader of RFC 8259 text that takes the text in pieces, cut anywhere, and keeps its own stack.
///
/// One state a byte in structure; strings, numbers and white space run in loops of their own. A token that lies within
/// one piece is read in place; one that is cut is collected. Nothing is read twice, so that the cost is linear in the
/// text however it is cut.
struct JSONReader: Sendable {
    /// What the next byte belongs to.
    enum State: Sendable {
        case start
        case byteOrderMark(read: Int)
        case value
        case firstElement
        case firstName
        case name
        case colon
        case separator
        case string
        case escape
        case hexadecimal(digits: Int, value: UInt32)
        case number
        case word(JSONWord, read: Int)
        case end
    }

    /// An array or object that is not closed yet.
    struct Frame: Sendable {
        let isObject: Bool
        var elements: [JSONValue] = []
        var object = JSONObject()
        /// The name whose value is awaited or under way.
        var name: JSONName?

        /// The container as it stands.
        var value: JSONValue { isObject ? .object(object) : .array(elements) }

        mutating func append(_ value: JSONValue) {
            guard isObject else { return elements.append(value) }
            if let name { object.append(name, value) }
            name = nil
        }
    }

    let depthLimit: Int
    var state = State.start
    var frames: [Frame] = []
    /// The whole value once it is read.
    var root: JSONValue?
    /// The number of bytes read so far.
    var offset = 0
    /// Whether the string under way is a name.
    var isName = false
    /// The offset of the first byte of the token under way.
    var tokenStart = 0
    /// The bytes of a token that was cut; of a string, those that are not in `text` yet.
    var token: [UInt8] = []
    /// The start of a cut string, decoded.
    var text = ""
    /// The offset of the escape under way.
    var escapeStart = 0
    /// The first half of a surrogate pair whose second half must follow.
    var highSurrogate: UInt32?

    init(depthLimit: Int) { self.depthLimit = depthLimit }

    /// Reads the next piece of the text.
    mutating func read(_ bytes: [UInt8]) throws(JSONError) {
        var index = 0
        while index < bytes.count {
            switch state {
            case .string: index = try readString(bytes, from: index)
            case .number: index = try readNumber(bytes, from: index)
            case .escape:
                try readEscape(bytes[index], at: offset + index)
                index += 1
            case .hexadecimal(let digits, let value):
                try readHexadecimal(bytes[index], digits: digits, value: value)
                index += 1
            case .word(let word, let read):
                try readWord(word, read, bytes[index], at: offset + index)
                index += 1
            default:
                let byte = bytes[index]
                if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                    if case .byteOrderMark = state { throw JSONError(.unexpectedByte(byte), at: offset + index) }
                    if case .start = state { state = .value }
                } else {
                    try readStructure(byte, at: offset + index)
                }
                index += 1
            }
        }
        offset += bytes.count
        try decodeCutString()
    }

    /// The value, when the text ends here.
    mutating func finish() throws(JSONError) -> JSONValue {
        if case .number = state { try completeNumber(token[...]) }
        guard let root else { throw JSONError(.unexpectedEnd, at: offset) }
        return root
    }

    /// Reads a byte outside strings, numbers and words that is not white space.
    private mutating func readStructure(_ byte: UInt8, at position: Int) throws(JSONError) {
        switch (state, byte) {
        case (.start, 0xEF): state = .byteOrderMark(read: 1)
        case (.byteOrderMark(1), 0xBB): state = .byteOrderMark(read: 2)
        case (.byteOrderMark(2), 0xBF): state = .value
        case (.start, _), (.value, _): try beginValue(byte, at: position)
        case (.firstElement, UInt8(ascii: "]")): close()
        case (.firstElement, _): try beginValue(byte, at: position)
        case (.firstName, UInt8(ascii: "}")): close()
        case (.firstName, UInt8(ascii: "\"")), (.name, UInt8(ascii: "\"")): beginString(isName: true, at: position)
        case (.colon, UInt8(ascii: ":")): state = .value
        case (.separator, UInt8(ascii: ",")): state = frames.last?.isObject == true ? .name : .value
        case (.separator, UInt8(ascii: "}")) where frames.last?.isObject == true: close()
        case (.separator, UInt8(ascii: "]")) where frames.last?.isObject == false: close()
        case (.end, _): throw JSONError(.textAfterValue, at: position)
        default: throw JSONError(.unexpectedByte(byte), at: position)
        }
    }

    private mutating func beginValue(_ byte: UInt8, at position: Int) throws(JSONError) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard frames.count < depthLimit else { throw JSONError(.tooDeep(limit: depthLimit), at: position) }
            let isObject = byte == UInt8(ascii: "{")
            frames.append(Frame(isObject: isObject))
            state = isObject ? .firstName : .firstElement
        case UInt8(ascii: "\""): beginString(isName: false, at: position)
        case UInt8(ascii: "t"): state = .word(.true, read: 1)
        case UInt8(ascii: "f"): state = .word(.false, read: 1)
        case UInt8(ascii: "n"): state = .word(.null, read: 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            state = .number
            tokenStart = position
            token.removeAll(keepingCapacity: true)
            token.append(byte)
        default: throw JSONError(.unexpectedByte(byte), at: position)
        }
    }

    private mutating func close() {
        if let frame = frames.popLast() { complete(frame.value) }
    }

    /// Puts a finished value into its container.
    mutating func complete(_ value: JSONValue) {
        if frames.isEmpty {
            root = value
            state = .end
        } else {
            frames[frames.count - 1].append(value)
            state = .separator
        }
    }
}
