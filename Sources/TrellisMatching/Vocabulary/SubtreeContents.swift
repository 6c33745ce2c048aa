/// What the strings below a node of a trie consist of, roughly: the kinds of their bytes, and the length of the longest.
///
/// Where a pattern is changed by none of the kinds, or has no text that is short enough to matter, the whole subtree is
/// decided at once.
struct SubtreeContents {
    /// A bit for each letter, whatever its case, then those of `Kind`.
    private(set) var kinds: UInt32 = 0
    private var cappedHeight: UInt8 = 0

    /// No less than the greatest number of bytes below the node.
    var height: Int { cappedHeight == .max ? Int(UInt16.max) : Int(cappedHeight) }

    /// The bits of bytes that are no letters.
    enum Kind {
        static let digit: UInt32 = 1 << 26
        static let blank: UInt32 = 1 << 27
        static let otherASCII: UInt32 = 1 << 28
        static let beyondASCII: UInt32 = 1 << 29
    }

    /// The bit of a byte.
    static func kind(of byte: UInt8) -> UInt32 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): 1 << UInt32(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): 1 << UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Kind.digit
        case UInt8(ascii: " "): Kind.blank
        case 0..<0x80: Kind.otherASCII
        default: Kind.beyondASCII
        }
    }

    /// The class of a scalar of one of the kinds; nil when there is none.
    var example: UInt8? {
        let kind = kinds.trailingZeroBitCount
        return switch kind {
        case ..<26: UInt8(ascii: "a") + UInt8(kind)
        case Kind.digit.trailingZeroBitCount: UInt8(ascii: "0")
        case Kind.blank.trailingZeroBitCount: UInt8(ascii: " ")
        case Kind.otherASCII.trailingZeroBitCount: UInt8(ascii: "!")
        case Kind.beyondASCII.trailingZeroBitCount: ScalarClass.letter
        default: nil
        }
    }

    /// Whether the subtree is known to have only bytes of some kinds.
    func isSubset(of others: UInt32) -> Bool { kinds & ~others == 0 }

    /// Adds the subtree of a child that a byte leads to.
    mutating func add(_ child: SubtreeContents, after byte: UInt8) {
        kinds |= child.kinds | Self.kind(of: byte)
        cappedHeight = max(cappedHeight, child.cappedHeight == .max ? .max : child.cappedHeight + 1)
    }
}
