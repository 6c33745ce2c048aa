extension JSONNumber {
    /// The largest written exponent that is taken as it is; larger ones count as it, on either side of zero.
    static let exponentBound = 1_000_000_000_000_000

    /// The value as `digits · 10^exponent` with no zeros at either end of the digits; zero is ("0", 0).
    ///
    /// The exponent stays within ±(10^15 + the length of the text) whatever is written.
    package var decimal: (isNegative: Bool, digits: String, exponent: Int) {
        var digits: [UInt8] = []
        var exponent = 0
        var isFraction = false
        var rest = Array(text.utf8)[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent += JSONNumber.boundedExponent(rest)
                rest = []
            default:
                digits.append(byte)
                if isFraction { exponent -= 1 }
            }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        if significant.isEmpty { return (false, "0", 0) }
        return (isNegative, String(decoding: significant, as: UTF8.self), exponent)
    }

    /// The value of a written exponent with its sign, within the bound.
    private static func boundedExponent(_ bytes: ArraySlice<UInt8>) -> Int {
        var value = 0
        for byte in bytes where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            value = min(value * 10 + Int(byte - UInt8(ascii: "0")), exponentBound)
        }
        return bytes.first == UInt8(ascii: "-") ? -value : value
    }

    /// Whether the bytes are one number by the grammar of RFC 8259, section 6.
    static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        let end = bytes.endIndex
        var index = bytes.startIndex
        func skipDigits() -> Bool {
            let start = index
            while index < end, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
            return index > start
        }
        if index < end, bytes[index] == UInt8(ascii: "-") { index += 1 }
        if index < end, bytes[index] == UInt8(ascii: "0") { index += 1 } else if !skipDigits() { return false }
        if index < end, bytes[index] == UInt8(ascii: ".") {
            index += 1
            if !skipDigits() { return false }
        }
        if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            if !skipDigits() { return false }
        }
        return index == end
    }
}
