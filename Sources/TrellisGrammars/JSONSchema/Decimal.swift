import TrellisJSON

/// An exact decimal number: `±0.d₁d₂… · 10^scale`, the form in which spellings are compared digit by digit.
struct Decimal: Hashable, Sendable {
    /// Whether it is below zero.
    var isNegative: Bool
    /// The digits without zeros at either end; empty for zero.
    var digits: [UInt8]
    /// The number of digits before the point; not positive for numbers below one tenth.
    var scale: Int

    /// Zero.
    static let zero = Decimal(isNegative: false, digits: [], scale: 0)

    init(isNegative: Bool, digits: [UInt8], scale: Int) {
        self.isNegative = isNegative
        self.digits = digits
        self.scale = scale
    }

    init(_ number: JSONNumber) {
        let (isNegative, text, exponent) = number.decimal
        guard text != "0" else {
            self = .zero
            return
        }
        self.isNegative = isNegative
        digits = text.utf8.map { $0 &- UInt8(ascii: "0") }
        scale = digits.count + exponent
    }

    init(_ value: Int) { self.init(JSONNumber(value)) }

    var isZero: Bool { digits.isEmpty }

    /// Whether the value has no fraction.
    var isWhole: Bool { digits.count <= scale || isZero }

    var magnitude: Decimal { Decimal(isNegative: false, digits: digits, scale: scale) }

    /// The digits before the point, “0” when there are none.
    var wholeDigits: [UInt8] {
        guard scale > 0, !isZero else { return [0] }
        return Array(digits.prefix(scale)) + [UInt8](repeating: 0, count: max(0, scale - digits.count))
    }

    /// The digits after the point.
    var fractionDigits: [UInt8] {
        if isZero { return [] }
        return [UInt8](repeating: 0, count: max(0, -scale)) + digits.dropFirst(max(0, scale))
    }

    /// The number without an exponent.
    var plainText: String {
        let fraction = fractionDigits
        let text =
            wholeDigits.map(String.init).joined() + (fraction.isEmpty ? "" : "." + fraction.map(String.init).joined())
        return isNegative ? "-" + text : text
    }

    /// The greatest whole number that is not above the value, and the least that is not below it.
    var floor: Decimal { isWhole ? self : isNegative ? truncated.adding(one: true) : truncated }
    var ceiling: Decimal { isWhole ? self : isNegative ? truncated : truncated.adding(one: false) }

    private var truncated: Decimal {
        guard scale > 0 else { return .zero }
        return Decimal(isNegative: isNegative, whole: Array(digits.prefix(scale)), zeros: 0)
    }

    private init(isNegative: Bool, whole: [UInt8], zeros: Int) {
        let count = whole.count + zeros
        var digits = whole[...]
        while digits.last == 0 { digits.removeLast() }
        let leading = digits.prefix { $0 == 0 }.count
        self.init(
            isNegative: isNegative && !digits.isEmpty, digits: Array(digits.dropFirst(leading)),
            scale: digits.isEmpty ? 0 : count - leading)
    }

    /// The whole number one further from zero; the sign of zero is given.
    private func adding(one isNegative: Bool) -> Decimal {
        var whole = [0] + wholeDigits
        var index = whole.count - 1
        while whole[index] == 9 {
            whole[index] = 0
            index -= 1
        }
        whole[index] += 1
        return Decimal(isNegative: isNegative, whole: whole, zeros: 0)
    }

    /// The next whole number in either direction, of a whole number.
    var successor: Decimal { isNegative ? stepTowardZero : adding(one: false) }
    var predecessor: Decimal { isNegative || isZero ? magnitude.adding(one: true) : stepTowardZero }

    private var stepTowardZero: Decimal {
        var whole = wholeDigits
        var index = whole.count - 1
        while index > 0, whole[index] == 0 {
            whole[index] = 9
            index -= 1
        }
        if whole[index] > 0 { whole[index] -= 1 }
        return Decimal(isNegative: isNegative, whole: whole, zeros: 0)
    }

    /// The value times a power of ten, modulo a whole number; nil when the product has a fraction.
    func remainder(scaledBy power: Int, modulo modulus: Int) -> Int? {
        guard !isZero else { return 0 }
        let zeros = scale + power - digits.count
        guard zeros >= 0 else { return nil }
        var result = 0
        for digit in digits { result = (result * 10 + Int(digit)) % modulus }
        // Powers of ten by squaring: the exponent of a number is not bounded by its text.
        var factor = 10 % modulus
        var exponent = zeros
        while exponent > 0 {
            if exponent & 1 == 1 { result = result * factor % modulus }
            factor = factor * factor % modulus
            exponent >>= 1
        }
        return result
    }
}

extension Decimal: Comparable {
    static func < (left: Decimal, right: Decimal) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? isSmaller(right, left) : isSmaller(left, right)
    }

    private static func isSmaller(_ left: Decimal, _ right: Decimal) -> Bool {
        if left.isZero || right.isZero { return left.isZero && !right.isZero }
        if left.scale != right.scale { return left.scale < right.scale }
        return left.digits.lexicographicallyPrecedes(right.digits)
    }
}
