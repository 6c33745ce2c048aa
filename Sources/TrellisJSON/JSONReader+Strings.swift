extension JSONReader {
    mutating func beginString(isName: Bool, at position: Int) {
        self.isName = isName
        tokenStart = position
        token.removeAll(keepingCapacity: true)
        text = ""
        state = .string
    }

    /// Reads the content of a string up to its end, an escape or the end of the piece.
    mutating func readString(_ bytes: [UInt8], from start: Int) throws(JSONError) -> Int {
        if highSurrogate != nil, bytes[start] != UInt8(ascii: "\\") { throw JSONError(.loneSurrogate, at: escapeStart) }
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                try completeString(bytes[start..<index])
                return index + 1
            }
            if byte == UInt8(ascii: "\\") {
                token += bytes[start..<index]
                if highSurrogate == nil { escapeStart = offset + index }
                state = .escape
                return index + 1
            }
            guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: offset + index) }
            index += 1
        }
        token += bytes[start..<index]
        return index
    }

    private mutating func completeString(_ rest: ArraySlice<UInt8>) throws(JSONError) {
        var whole: String?
        if token.isEmpty {
            whole = String(validating: rest, as: UTF8.self)
        } else {
            token += rest
            whole = String(validating: token, as: UTF8.self)
        }
        guard let end = whole else { throw JSONError(.invalidUTF8, at: tokenStart + 1) }
        let content = text.isEmpty ? end : text + end
        guard isName else { return complete(.string(content)) }
        let name = JSONName(content)
        guard let frame = frames.last, !frame.object.contains(name) else {
            throw JSONError(.duplicateName(content), at: tokenStart)
        }
        frames[frames.count - 1].name = name
        state = .colon
    }

    /// Decodes what has come of a string that the piece cut, up to the last whole character.
    mutating func decodeCutString() throws(JSONError) {
        switch state {
        case .string, .escape, .hexadecimal: break
        default: return
        }
        let whole = token.count - JSONReader.unfinishedTail(of: token)
        guard whole > 0 else { return }
        guard let decoded = String(validating: token[..<whole], as: UTF8.self) else {
            throw JSONError(.invalidUTF8, at: tokenStart + 1)
        }
        text += decoded
        token.removeFirst(whole)
    }

    /// The number of bytes at the end that may be the start of a UTF-8 sequence which is not finished.
    private static func unfinishedTail(of bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let needed = byte >= 0xF5 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return needed > length ? length : 0
        }
        return 0
    }

    mutating func readEscape(_ byte: UInt8, at position: Int) throws(JSONError) {
        if byte == UInt8(ascii: "u") {
            state = .hexadecimal(digits: 0, value: 0)
            return
        }
        guard highSurrogate == nil else { throw JSONError(.loneSurrogate, at: escapeStart) }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): token.append(byte)
        case UInt8(ascii: "b"): token.append(0x08)
        case UInt8(ascii: "f"): token.append(0x0C)
        case UInt8(ascii: "n"): token.append(0x0A)
        case UInt8(ascii: "r"): token.append(0x0D)
        case UInt8(ascii: "t"): token.append(0x09)
        default: throw JSONError(.invalidEscape, at: escapeStart)
        }
        state = .string
    }

    mutating func readHexadecimal(_ byte: UInt8, digits: Int, value: UInt32) throws(JSONError) {
        guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
            throw JSONError(.invalidEscape, at: escapeStart)
        }
        let value = value << 4 | UInt32(digit)
        guard digits == 3 else {
            state = .hexadecimal(digits: digits + 1, value: value)
            return
        }
        state = .string
        if let high = highSurrogate {
            guard (0xDC00..<0xE000).contains(value) else { throw JSONError(.loneSurrogate, at: escapeStart) }
            highSurrogate = nil
            append(scalar: 0x10000 + (high - 0xD800) << 10 + (value - 0xDC00))
        } else if (0xD800..<0xDC00).contains(value) {
            highSurrogate = value
        } else if (0xDC00..<0xE000).contains(value) {
            throw JSONError(.loneSurrogate, at: escapeStart)
        } else {
            append(scalar: value)
        }
    }

    private mutating func append(scalar value: UInt32) {
        if let encoded = Unicode.Scalar(value).flatMap(UTF8.encode) { token.append(contentsOf: encoded) }
    }
}
