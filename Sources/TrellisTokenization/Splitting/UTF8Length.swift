/// The lengths of characters in UTF-8, by their first byte.
enum UTF8Length {
    /// The number of bytes of a character that starts with a byte; one for a byte that starts none.
    static func ofCharacter(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
