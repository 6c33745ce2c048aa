/// The alphabet in which byte-level vocabularies print bytes: one visible character a byte, as GPT-2 chose them.
///
/// Bytes that are visible characters of Latin-1 stand for themselves; the others, in order, are the characters from U+0100 on.
enum ByteAlphabet {
    /// The character of each byte.
    static let characters: [Unicode.Scalar] = {
        var next: UInt32 = 0x100
        return (0..<256).map { byte -> Unicode.Scalar in
            switch byte {
            case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: return Unicode.Scalar(UInt8(byte))
            default:
                defer { next += 1 }
                return Unicode.Scalar(next) ?? "\u{FFFD}"
            }
        }
    }()

    /// The byte of each character up to the last of the alphabet; none for characters outside it.
    private static let byteOfCharacter: [UInt8?] = {
        var table = [UInt8?](repeating: nil, count: 0x144)
        for (byte, character) in characters.enumerated() { table[Int(character.value)] = UInt8(byte) }
        return table
    }()

    /// The bytes that a printed text stands for, nil when it has a character outside the alphabet.
    static func bytes(ofPrinted text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        return append(ofPrinted: text, to: &bytes) ? bytes : nil
    }

    /// Appends the bytes that a printed text stands for; appends the text itself and returns false when it has a
    /// character outside the alphabet.
    @discardableResult
    static func append(ofPrinted text: some Collection<UInt8>, to bytes: inout [UInt8]) -> Bool {
        let start = bytes.count
        if appendAlphabet(text, to: &bytes) { return true }
        bytes.removeSubrange(start...)
        bytes.append(contentsOf: text)
        return false
    }

    /// All characters of the alphabet take one or two bytes in UTF-8, so that the text is read in one pass.
    private static func appendAlphabet(_ text: some Collection<UInt8>, to bytes: inout [UInt8]) -> Bool {
        let byteOfCharacter = Self.byteOfCharacter
        var lead: UInt8 = 0
        for unit in text {
            let character: Int
            if lead != 0 {
                guard unit & 0xC0 == 0x80 else { return false }
                character = Int(lead & 0x1F) << 6 | Int(unit & 0x3F)
                lead = 0
            } else if unit >= 0xC2, unit < 0xE0 {
                lead = unit
                continue
            } else if unit < 0x80 {
                character = Int(unit)
            } else {
                return false
            }
            guard character < byteOfCharacter.count, let byte = byteOfCharacter[character] else { return false }
            bytes.append(byte)
        }
        return lead == 0
    }

    /// The printed form of bytes in UTF-8.
    static func printed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        for byte in bytes {
            let value = characters[Int(byte)].value
            if value < 0x80 {
                text.append(UInt8(value))
            } else {
                text.append(0xC0 | UInt8(value >> 6))
                text.append(0x80 | UInt8(value & 0x3F))
            }
        }
        return text
    }
}
