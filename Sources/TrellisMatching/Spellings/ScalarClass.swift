import TrellisGrammars

/// The classes of scalars that patterns seldom tell apart, so that most tokens with one sequence of classes share one fate.
///
/// Letters of a case, digits, and beyond ASCII letters, blanks and the rest are classes; every other ASCII scalar is one of
/// its own. A class is a number: an ASCII scalar stands for itself, so that single scalars and classes have one numbering.
enum ScalarClass {
    static let lower: UInt8 = 128
    static let upper: UInt8 = 129
    static let digit: UInt8 = 130
    /// A letter beyond ASCII, of any script.
    static let letter: UInt8 = 131
    /// Beyond ASCII, without letters and the next two.
    static let wide: UInt8 = 132
    /// White space beyond ASCII.
    static let blank: UInt8 = 133
    /// U+2028 and U+2029, which `.` leaves out.
    static let separator: UInt8 = 134
    /// No scalar: a token ends inside the UTF-8 of one.
    static let truncated: UInt8 = 135
    /// No scalar: a token ends inside an escape.
    static let escape: UInt8 = 136

    /// The number of single scalars and classes of scalars.
    static let count = 135

    /// The class of a scalar.
    static func of(_ scalar: UInt32) -> UInt8 {
        switch scalar {
        case 0x61...0x7A: lower
        case 0x41...0x5A: upper
        case 0x30...0x39: digit
        case 0..<0x80: UInt8(scalar)
        case 0x2028, 0x2029: separator
        default: isLetterOrWide(scalar) ? isLetter(scalar) ? letter : wide : blank
        }
    }

    /// Whether a scalar beyond ASCII is neither a blank nor a separator.
    static func isLetterOrWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: false
        default: true
        }
    }

    private static func isLetter(_ scalar: UInt32) -> Bool {
        switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    /// The scalars of the classes of letters and of the rest beyond ASCII together: few patterns tell them apart.
    static let beyondASCII: [ClosedRange<UInt32>] = [
        0x80...0x9F, 0xA1...0x167F, 0x1681...0x1FFF, 0x200B...0x2027, 0x202A...0x202E, 0x2030...0x205E, 0x2060...0x2FFF,
        0x3001...0xD7FF, 0xE000...0xFEFE, 0xFF00...ScalarSet.maximum,
    ]
    private static let letters = ScalarSet.letters.intersection(ScalarSet(beyondASCII)).ranges
    private static let others = ScalarSet(beyondASCII).subtracting(.letters).ranges
    private static let blankRanges: [ClosedRange<UInt32>] = [
        0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
        0xFEFF...0xFEFF,
    ]

    /// The scalars of a class as ranges.
    static func ranges(of number: UInt8) -> [ClosedRange<UInt32>] {
        switch number {
        case lower: [0x61...0x7A]
        case upper: [0x41...0x5A]
        case digit: [0x30...0x39]
        case letter: letters
        case wide: others
        case blank: blankRanges
        case separator: [0x2028...0x2029]
        default: [UInt32(number)...UInt32(number)]
        }
    }
}
