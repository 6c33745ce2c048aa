import TrellisGrammars

/// A token read as text between two scalars of a lexeme: the scalars it spells, and how it ends.
///
/// What a token spells does not depend on the lexeme, only on how its scalars are written: as UTF-8, or as the content
/// of a JSON string with its escapes. So it is worked out once for a vocabulary.
struct TokenSpelling {
    /// The whole scalars.
    var scalars: [UInt32] = []
    /// What the scalar may be inside of which the token ends; empty when it ends between two.
    var tail: [ClosedRange<UInt32>] = []
    /// Whether that scalar was begun with a backslash.
    var endsInEscape = false
    /// Whether some scalar was written as an escape.
    var hasEscape = false
    /// For the content of a string: the bytes behind the closing quote.
    var remainder: Range<Int>?

    /// Reads the bytes of a token; nil when no text has them at such a place.
    ///
    /// - Parameters:
    ///   - bytes: where the token lies in `storage`.
    ///   - isContent: whether it lies in a JSON string, not in plain text.
    init?(_ bytes: Range<Int>, of storage: [UInt8], isContent: Bool) {
        var place = bytes.lowerBound
        while place < bytes.upperBound {
            let byte = storage[place]
            if isContent, byte == UInt8(ascii: "\"") {
                remainder = place + 1..<bytes.upperBound
                return
            }
            if isContent, byte < 0x20 { return nil }
            let isRead =
                isContent && byte == UInt8(ascii: "\\")
                ? readEscape(storage[place..<bytes.upperBound]) : readScalar(storage[place..<bytes.upperBound])
            guard let length = isRead else { return nil }
            place += length
        }
    }

    /// Reads a scalar's UTF-8 and gives its length; nil when it is malformed.
    private mutating func readScalar(_ bytes: ArraySlice<UInt8>) -> Int? {
        let first = bytes[bytes.startIndex]
        let length: Int
        switch first {
        case 0..<0x80:
            scalars.append(UInt32(first))
            return 1
        case 0xC2..<0xE0: length = 2
        case 0xE0..<0xF0: length = 3
        case 0xF0..<0xF5: length = 4
        default: return nil
        }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in bytes.dropFirst().prefix(length - 1) {
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let missing = max(0, length - bytes.count)
        let possible = Self.scalars(startingWith: value, missing: UInt32(missing), of: UInt32(length))
        guard !possible.isEmpty else { return nil }
        if missing == 0 { scalars.append(value) } else { tail = possible }
        return min(length, bytes.count)
    }

    /// The scalars whose UTF-8 has so many bytes and begins with some bits.
    static func scalars(
        startingWith value: UInt32, missing: UInt32, of length: UInt32
    ) -> [ClosedRange<UInt32>] {
        let (least, greatest): (UInt32, UInt32) =
            switch length {
            case 2: (0x80, 0x7FF)
            case 3: (0x800, 0xFFFF)
            default: (0x10000, ScalarSet.maximum)
            }
        let bits = missing * 6
        return scalars(max(value << bits, least), min(value << bits | (1 << bits - 1), greatest))
    }

    /// The scalars between two numbers: surrogates are none.
    private static func scalars(_ low: UInt32, _ high: UInt32) -> [ClosedRange<UInt32>] {
        let surrogates = ScalarSet.surrogates
        let parts = [
            (low, min(high, surrogates.lowerBound - 1)), (max(low, surrogates.upperBound + 1), high),
        ]
        return parts.compactMap { $0 <= $1 ? $0...$1 : nil }
    }

    /// Reads an escape and gives its length; nil when it is malformed.
    private mutating func readEscape(_ bytes: ArraySlice<UInt8>) -> Int? {
        hasEscape = true
        let text = Array(bytes.prefix(12))
        guard text.count > 1 else { return end(Self.scalars(0, ScalarSet.maximum), text) }
        if text[1] != UInt8(ascii: "u") {
            guard let escape = LexemeAutomaton.escapes.first(where: { $0.byte == text[1] }) else { return nil }
            scalars.append(escape.scalar)
            return 2
        }
        guard let unit = Self.digits(text.dropFirst(2).prefix(4)) else { return nil }
        if text.count < 6 {
            let shift = UInt32(6 - text.count) * 4
            let (low, high) = (unit << shift, unit << shift | (1 << shift - 1))
            let halves = (max(low, 0xD800), min(high, 0xDBFF))
            let pairs = halves.0 <= halves.1 ? [Self.pair(halves.0, 0xDC00)...Self.pair(halves.1, 0xDFFF)] : []
            return end(Self.scalars(low, high) + pairs, text)
        }
        guard (0xD800..<0xE000).contains(unit) else {
            scalars.append(unit)
            return 6
        }
        // A surrogate: the high half, then `\u` and the low half.
        guard unit < 0xDC00, zip(text.dropFirst(6), "\\u".utf8).allSatisfy(==),
            let low = Self.digits(text.dropFirst(8).prefix(4))
        else { return nil }
        let shift = UInt32(12 - max(8, text.count)) * 4
        let least = max(low << shift, 0xDC00)
        let greatest = min(low << shift | (1 << shift - 1), 0xDFFF)
        guard least <= greatest else { return nil }
        guard text.count == 12 else { return end([Self.pair(unit, least)...Self.pair(unit, greatest)], text) }
        scalars.append(Self.pair(unit, low))
        return 12
    }

    private mutating func end(_ possible: [ClosedRange<UInt32>], _ text: [UInt8]) -> Int? {
        guard !possible.isEmpty else { return nil }
        tail = possible
        endsInEscape = true
        return text.count
    }

    private static func pair(_ high: UInt32, _ low: UInt32) -> UInt32 { 0x10000 + (high - 0xD800) << 10 + low - 0xDC00 }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for byte in bytes {
            guard let digit = LexemeAutomaton.digit(byte) else { return nil }
            value = value << 4 | digit
        }
        return value
    }
}
