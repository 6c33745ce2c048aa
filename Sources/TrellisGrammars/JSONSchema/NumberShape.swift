import TrellisJSON

/// A set of numbers: what `type`, bounds and `multipleOf` leave, or some values.
struct NumberShape: Hashable, Sendable {
    /// An end of a range.
    struct Bound: Hashable, Sendable {
        var value: Decimal
        var isExclusive: Bool
    }

    /// A divisor: a whole number divided by a power of ten.
    struct Divisor: Hashable, Sendable {
        var modulus: Int
        /// The power of ten that makes values comparable with the modulus.
        var power: Int

        func divides(_ value: Decimal) -> Bool { value.remainder(scaledBy: power, modulo: modulus) == 0 }
    }

    /// The values, when they are listed; they have been checked against everything else.
    var values: [JSONNumber]?
    var lower: Bound?
    var upper: Bound?
    var isInteger = false
    var divisors: [Divisor] = []
    /// Whether whole numbers are left out.
    var isFractional = false
    var refusedDivisors: [Divisor] = []
    var refusedValues: [Decimal] = []

    /// Every number.
    static let all = NumberShape()

    /// Whether a value is in the set.
    func contains(_ number: JSONNumber) -> Bool {
        let value = Decimal(number)
        if let values { return values.contains { Decimal($0) == value } }
        if let lower, value < lower.value || lower.isExclusive && value == lower.value { return false }
        if let upper, upper.value < value || upper.isExclusive && value == upper.value { return false }
        if isInteger, !value.isWhole { return false }
        if isFractional, value.isWhole { return false }
        return divisors.allSatisfy { $0.divides(value) } && !refusedDivisors.contains { $0.divides(value) }
            && !refusedValues.contains(value)
    }

    /// The numbers in both sets; nil when there are none for sure.
    func intersection(_ other: NumberShape) -> NumberShape? {
        if let values {
            let both = values.filter(other.contains)
            return both.isEmpty ? nil : NumberShape(values: both)
        }
        if other.values != nil { return other.intersection(self) }
        var result = self
        if let bound = other.lower {
            if let own = lower, bound.value < own.value || bound.value == own.value && own.isExclusive {
            } else {
                result.lower = bound
            }
        }
        if let bound = other.upper {
            if let own = upper, own.value < bound.value || bound.value == own.value && own.isExclusive {
            } else {
                result.upper = bound
            }
        }
        result.isInteger = isInteger || other.isInteger
        result.isFractional = isFractional || other.isFractional
        for divisor in other.divisors where !divisors.contains(divisor) { result.divisors.append(divisor) }
        for divisor in other.refusedDivisors where !refusedDivisors.contains(divisor) {
            result.refusedDivisors.append(divisor)
        }
        for value in other.refusedValues where !refusedValues.contains(value) { result.refusedValues.append(value) }
        return result.simplified
    }

    /// The set with its bounds drawn together; nil when nothing lies between them.
    var simplified: NumberShape? {
        guard values == nil else { return self }
        var result = self
        if isInteger {
            if isFractional || refusedDivisors.contains(where: { $0.divides(Decimal(1)) }) { return nil }
            if let lower {
                let least = lower.value.ceiling
                let isExcluded = lower.isExclusive && least == lower.value
                result.lower = Bound(value: isExcluded ? least.successor : least, isExclusive: false)
            }
            if let upper {
                let greatest = upper.value.floor
                let isExcluded = upper.isExclusive && greatest == upper.value
                result.upper = Bound(value: isExcluded ? greatest.predecessor : greatest, isExclusive: false)
            }
        }
        if let lower = result.lower, let upper = result.upper {
            if upper.value < lower.value { return nil }
            if upper.value == lower.value, lower.isExclusive || upper.isExclusive { return nil }
        }
        return result
    }

    /// The numbers that are not in the set.
    var complement: [NumberShape] {
        if let values { return [NumberShape(refusedValues: values.map { Decimal($0) })] }
        var result: [NumberShape] = []
        if let lower { result.append(NumberShape(upper: Bound(value: lower.value, isExclusive: !lower.isExclusive))) }
        if let upper { result.append(NumberShape(lower: Bound(value: upper.value, isExclusive: !upper.isExclusive))) }
        if isInteger { result.append(NumberShape(isFractional: true)) }
        if isFractional { result.append(NumberShape(isInteger: true)) }
        for divisor in divisors { result.append(NumberShape(refusedDivisors: [divisor])) }
        for divisor in refusedDivisors { result.append(NumberShape(divisors: [divisor])) }
        if !refusedValues.isEmpty {
            let values = refusedValues.map { JSONNumber(checked: $0.plainText) }
            result.append(NumberShape(values: values))
        }
        return result
    }
}
