/// Turns the bytes of tokens into text as they come, whole characters only.
///
/// A token may end inside a character. Bytes of a character that is not complete are held back until it is; bytes that
/// no continuation can make a character become U+FFFD as soon as that is certain, one for each maximal part as the
/// Unicode Standard recommends (section 3.9). The texts of all calls together are what decoding all bytes at once gives.
public struct TextDecoder: Sendable {
    /// The bytes of a character that is not complete, at most three.
    private var pending: [UInt8] = []

    /// Makes a decoder at the start of a text.
    public init() {}

    /// Whether bytes of an incomplete character are held back.
    public var isPending: Bool { !pending.isEmpty }

    /// The text that is certain after some more bytes; linear in their number.
    public mutating func append(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = pending + bytes
        let complete = bytes.count - Self.incompleteSuffixLength(of: bytes)
        pending = Array(bytes[complete...])
        return String(decoding: bytes[..<complete], as: UTF8.self)
    }

    /// The text of what was held back, at the end: U+FFFD for an incomplete character, else nothing.
    public mutating func finish() -> String {
        defer { pending = [] }
        return String(decoding: pending, as: UTF8.self)
    }

    /// The number of bytes at the end that are the start of a character and not yet all of it.
    private static func incompleteSuffixLength(of bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let suffix = bytes[(bytes.count - length)...]
            guard let lead = suffix.first, lead & 0xC0 != 0x80 else { continue }
            guard UTF8Length.ofCharacter(startingWith: lead) > length else { return 0 }
            guard let second = suffix.dropFirst().first else { return length }
            return isSecond(second, after: lead) ? length : 0
        }
        return 0
    }

    /// Whether a continuation byte may follow a first byte: no overlong forms, surrogates, or values beyond U+10FFFF.
    private static func isSecond(_ second: UInt8, after lead: UInt8) -> Bool {
        switch lead {
        case 0xE0: second >= 0xA0
        case 0xED: second < 0xA0
        case 0xF0: second >= 0x90
        case 0xF4: second < 0x90
        default: true
        }
    }
}
