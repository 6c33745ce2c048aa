/// A JSON number as its digits were written, so that no value is lost to a machine format.
public struct JSONNumber: Sendable {
    /// The number as JSON text, for example `-12.50e3`.
    public let text: String

    /// Makes a number from JSON number text, nil when the text is not one.
    public init?(_ text: String) {
        guard JSONNumber.isValid(text.utf8) else { return nil }
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

    /// The nearest double; may be infinite for exponents out of range.
    public var doubleValue: Double { Double(text) ?? .nan }

    /// The value as an integer, when it is whole and fits; `1.0` and `1e2` are whole.
    public var integerValue: Int? {
        if let value = Int(text) { return value }
        let decimal = decimal
        guard decimal.exponent >= 0, decimal.exponent < 20 else { return decimal.digits == "0" ? 0 : nil }
        return Int((decimal.isNegative ? "-" : "") + decimal.digits + String(repeating: "0", count: decimal.exponent))
    }

    /// Whether the value has no fractional part.
    public var isWhole: Bool {
        let decimal = decimal
        return decimal.digits == "0" || decimal.exponent >= 0
    }

    /// The value as `digits · 10^exponent` with no zeros at either end of the digits; zero is ("0", 0).
    package var decimal: (isNegative: Bool, digits: String, exponent: Int) {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent = 0
        var isFraction = false
        var rest = Substring(text)
        if rest.first == "-" {
            isNegative = true
            rest.removeFirst()
        }
        var index = rest.utf8.startIndex
        while index < rest.utf8.endIndex {
            let byte = rest.utf8[index]
            index = rest.utf8.index(after: index)
            switch byte {
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                let written = Int(rest.utf8[index...].first == UInt8(ascii: "+") ? rest[index...].dropFirst() : rest[index...])
                exponent = (written ?? (rest[index...].first == "-" ? -1_000_000_000 : 1_000_000_000)) + exponent
                index = rest.utf8.endIndex
            default:
                digits.append(byte)
                if isFraction { exponent -= 1 }
            }
        }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        var kept = Array(significant)
        while kept.last == UInt8(ascii: "0") {
            kept.removeLast()
            exponent += 1
        }
        if kept.isEmpty { return (false, "0", 0) }
        return (isNegative, String(decoding: kept, as: UTF8.self), exponent)
    }

    private static func isValid(_ bytes: String.UTF8View) -> Bool {
        var rest = bytes[...]
        func digits() -> Int {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        if rest.first == UInt8(ascii: "0") { rest = rest.dropFirst() } else if digits() == 0 { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            if digits() == 0 { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            if digits() == 0 { return false }
        }
        return rest.isEmpty
    }
}

extension JSONNumber: Hashable {
    /// Equal when the values are equal, however they are written.
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
