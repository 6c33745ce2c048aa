import Foundation
import TrellisJSON

extension JSONNumber {
    /// Makes a number with the fewest digits that read back as a float; nil for infinities and NaN.
    init?(shortest value: Float) {
        guard value.isFinite else { return nil }
        if value == value.rounded(.towardZero), abs(value) < 1e7 {
            self.init(Int(value))
        } else {
            self.init("\(value)")
        }
    }
}

extension Decimal {
    /// Makes the decimal that is nearest to a number; nil when the number is too large for one.
    ///
    /// Numbers too small for a decimal (below about 1e-128) become zero.
    init?(_ number: JSONNumber) {
        let (isNegative, digits, exponent) = number.decimal
        // Decimal holds 38 digits whatever they are; its own parser cuts or refuses further ones, here they round.
        let (kept, dropped) = Decimal.rounded(digits, to: 38)
        let (scale, overflow) = exponent.addingReportingOverflow(dropped)
        guard !overflow else { return nil }
        if let value = Decimal(string: "\(isNegative ? "-" : "")\(kept)e\(scale)"), !value.isNaN {
            self = value
        } else if scale < 0 {
            self = 0
        } else {
            return nil
        }
    }

    /// Rounds a row of digits to a number of digits; returns how many were dropped.
    private static func rounded(_ digits: String, to count: Int) -> (digits: String, dropped: Int) {
        guard digits.utf8.count > count, count > 0 else { return (digits, 0) }
        var kept = Array(digits.utf8.prefix(count))
        let dropped = digits.utf8.count - count
        if Array(digits.utf8)[count] >= UInt8(ascii: "5") {
            var index = count
            while index > 0 {
                index -= 1
                if kept[index] == UInt8(ascii: "9") {
                    kept[index] = UInt8(ascii: "0")
                } else {
                    kept[index] += 1
                    return (String(decoding: kept, as: UTF8.self), dropped)
                }
            }
            return ("1" + String(repeating: "0", count: count - 1), dropped + 1)
        }
        return (String(decoding: kept, as: UTF8.self), dropped)
    }
}

extension JSONNumber {
    /// Whether one number is less than another, exactly.
    static func isLess(_ left: JSONNumber, _ right: JSONNumber) -> Bool {
        let (left, right) = (left.decimal, right.decimal)
        let leftSign = left.digits == "0" ? 0 : left.isNegative ? -1 : 1
        let rightSign = right.digits == "0" ? 0 : right.isNegative ? -1 : 1
        if leftSign != rightSign { return leftSign < rightSign }
        if leftSign == 0 { return false }
        // The power of ten of the first digit decides, then the digits from the left: neither has zeros at its ends.
        let leftSize = left.exponent + left.digits.utf8.count
        let rightSize = right.exponent + right.digits.utf8.count
        let isSmaller =
            leftSize == rightSize
            ? left.digits.utf8.lexicographicallyPrecedes(right.digits.utf8) : leftSize < rightSize
        let isEqual = leftSize == rightSize && left.digits == right.digits
        return leftSign > 0 ? isSmaller : !isSmaller && !isEqual
    }
}
