/// Turns a stream of UTF-8 bytes, cut anywhere, into whole characters (Unicode scalars).
package struct CharacterAssembler: Sendable {
    /// The bytes of a character that has begun.
    private var held: [UInt8] = []
    private var form = Form()

    /// Makes an assembler at the start of a text.
    package init() {}

    /// Whether no character is unfinished.
    package var isBetweenCharacters: Bool { held.isEmpty }

    /// Whether the bytes can come next: the text stays UTF-8, except that its last character may be unfinished.
    package func accepts(_ bytes: some Sequence<UInt8>) -> Bool {
        var form = form
        for byte in bytes where !form.advance(byte) { return false }
        return true
    }

    /// Takes the next bytes and returns the characters that are now whole.
    ///
    /// A byte that cannot come next is dropped with the unfinished character before it; the decoding loop never lets one come.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> String {
        var whole: [UInt8] = []
        for byte in bytes {
            if !form.advance(byte) {
                held.removeAll(keepingCapacity: true)
                form = Form()
                if !form.advance(byte) {
                    form = Form()
                    continue
                }
            }
            held.append(byte)
            if form.isBetweenCharacters {
                whole.append(contentsOf: held)
                held.removeAll(keepingCapacity: true)
            }
        }
        return String(decoding: whole, as: UTF8.self)
    }

    /// Where in a character the text stands: table 3-7 of the Unicode standard as a small automaton.
    private struct Form: Sendable {
        /// How many bytes of the character are missing.
        var missing: UInt8 = 0
        /// The least and the greatest byte that may come next, while some are missing.
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF

        var isBetweenCharacters: Bool { missing == 0 }

        /// Takes one byte; false, and unchanged, when it cannot come next.
        mutating func advance(_ byte: UInt8) -> Bool {
            guard missing == 0 else {
                guard byte >= low, byte <= high else { return false }
                self = Form(missing: missing - 1)
                return true
            }
            switch byte {
            case 0x00...0x7F: break
            case 0xC2...0xDF: self = Form(missing: 1)
            case 0xE0: self = Form(missing: 2, low: 0xA0)
            case 0xED: self = Form(missing: 2, high: 0x9F)
            case 0xE1...0xEF: self = Form(missing: 2)
            case 0xF0: self = Form(missing: 3, low: 0x90)
            case 0xF1...0xF3: self = Form(missing: 3)
            case 0xF4: self = Form(missing: 3, high: 0x8F)
            default: return false
            }
            return true
        }
    }
}
