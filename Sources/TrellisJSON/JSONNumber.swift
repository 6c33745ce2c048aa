/// A JSON number as its digits were written, so that no value is lost to a machine format.
public struct JSONNumber: Sendable {
    /// The number as JSON text, for example `-12.50e3`.
    public let text: String

    /// Makes a number from JSON number text, nil when the text is not one.
    public init?(_ text: String) {
        guard JSONNumber.isNumber(Array(text.utf8)[...]) else { return nil }
        self.text = text
    }

    /// Makes a whole number.
    public init(_ value: some BinaryInteger) { text = String(value) }

    /// Makes a number from a finite double with the fewest digits that read back as it; nil for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        if value == value.rounded(.towardZero), abs(value) < 1e15 {
            text = value == 0 ? "0" : String(Int64(value))
        } else {
            text = "\(value)"
        }
    }

    /// Makes a number from text that a reader has already checked.
    package init(checked text: String) { self.text = text }

    /// The nearest double; infinite for exponents out of range.
    public var doubleValue: Double { Double(text) ?? .nan }

    /// The value as an integer, when it is whole and fits; `1.0` and `1e2` are whole.
    public var integerValue: Int? {
        if let value = Int(text) { return value }
        let decimal = decimal
        if decimal.digits == "0" { return 0 }
        // No integer of the machine has more than twenty digits.
        guard decimal.exponent >= 0, decimal.exponent <= 20, decimal.digits.utf8.count <= 20 else { return nil }
        return Int((decimal.isNegative ? "-" : "") + decimal.digits + String(repeating: "0", count: decimal.exponent))
    }

    /// Whether the value has no fractional part.
    public var isWhole: Bool { decimal.exponent >= 0 }
}

extension JSONNumber: Hashable {
    /// Equal when the values are equal, however they are written; exponents beyond ±10^15 count as that bound.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || left.decimal == right.decimal
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        let decimal = decimal
        hasher.combine(decimal.isNegative)
        hasher.combine(decimal.digits)
        hasher.combine(decimal.exponent)
    }
}
