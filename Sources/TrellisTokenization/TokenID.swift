/// The number of a token in a vocabulary, from 0.
public struct TokenID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    public let rawValue: UInt32

    /// Makes a token ID from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes a token ID from a number that is known to fit.
    public init(_ index: Int) { rawValue = UInt32(truncatingIfNeeded: index) }

    /// The number as an array index.
    public var index: Int { Int(rawValue) }

    /// Orders by number.
    public static func < (left: TokenID, right: TokenID) -> Bool { left.rawValue < right.rawValue }
}

extension TokenID: ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Makes a token ID from a literal.
    public init(integerLiteral value: UInt32) { rawValue = value }
    /// The number.
    public var description: String { String(rawValue) }
}
