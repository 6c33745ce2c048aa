import TrellisJSON

/// Spellings of numbers.
///
/// Integers are written as digits alone. Other numbers may have a fraction, and an exponent of up to three digits where
/// the value can still be decided from the text: without any condition, or with bounds only, when one digit stands
/// before the point. That admits the shortest spelling of every double.
extension NumberShape {
    /// The spellings of the numbers in the set.
    var pattern: Pattern {
        if let values { return .texts(values.flatMap(NumberShape.spellings)) }
        let signs: [Pattern] = [false, true].map { isNegative in
            let magnitude = magnitudePattern(isNegative: isNegative)
            return isNegative ? .joining([.text("-"), magnitude]) : magnitude
        }
        return .all(of: [.any(of: signs)] + digitConditions)
    }

    /// A value as the schema writes it and without an exponent.
    private static func spellings(of number: JSONNumber) -> [String] {
        let decimal = Decimal(number)
        // A value such as 1e300 would make a very long text; its own spelling is one already.
        guard decimal.scale.magnitude < 40, decimal.digits.count < 400 else { return [number.text] }
        return decimal.plainText == number.text ? [number.text] : [number.text, decimal.plainText]
    }

    // MARK: - Bounds

    /// The spellings, without sign, of the magnitudes that the bounds allow on one side of zero.
    private func magnitudePattern(isNegative: Bool) -> Pattern {
        var least: Bound?
        var greatest: Bound?
        for (bound, isLower) in [(lower, true), (upper, false)] {
            guard let bound else { continue }
            if bound.value.isNegative == isNegative || bound.value.isZero {
                // Beyond zero a lower bound is an upper bound of the magnitude.
                let magnitude = Bound(value: bound.value.magnitude, isExclusive: bound.isExclusive)
                if isLower != isNegative { least = magnitude } else { greatest = magnitude }
            } else if isLower != isNegative {
                continue
            } else {
                return .nothing
            }
        }
        if isNegative, isInteger {
            // Whole numbers have no negative zero.
            let one = Bound(value: Decimal(1), isExclusive: false)
            if least.map({ $0.value < one.value }) ?? true { least = one }
        }
        if let least, let greatest, greatest.value < least.value { return .nothing }
        var conditions: [Pattern] = []
        if let least, !(least.value.isZero && !least.isExclusive) {
            conditions.append(DigitPatterns.atLeast(least, whole: isInteger))
        }
        if let greatest { conditions.append(DigitPatterns.atMost(greatest, whole: isInteger)) }
        let unbounded = isInteger ? DigitPatterns.whole : DigitPatterns.decimal
        let plain = conditions.isEmpty ? unbounded : Pattern.all(of: conditions)
        guard !isInteger, !hasDigitConditions else { return plain }
        return .any(of: [plain, DigitPatterns.scientific(from: least, to: greatest)])
    }

    // MARK: - Divisors and single values

    private var hasDigitConditions: Bool {
        isFractional || !divisors.isEmpty || !refusedDivisors.isEmpty || !refusedValues.isEmpty
    }

    private var digitConditions: [Pattern] {
        var result = divisors.map { DigitPatterns.multiples(of: $0) }
        result += refusedDivisors.map { .not(DigitPatterns.multiples(of: $0)) }
        if isFractional { result.append(.not(DigitPatterns.multiples(of: Divisor(modulus: 1, power: 0)))) }
        result += refusedValues.map { .not(DigitPatterns.spellings(of: $0)) }
        return result
    }
}

/// Patterns over digits.
enum DigitPatterns {
    static func digit(_ low: UInt8, _ high: UInt8) -> Pattern {
        low <= high ? .scalars(ScalarSet([0x30 + UInt32(low)...0x30 + UInt32(high)])) : .nothing
    }

    static let digit = digit(0, 9)
    static let digits = digit.repeated(atLeast: 0, atMost: nil)
    static let point = Pattern.scalars(ScalarSet([0x2E...0x2E]))
    static let fraction = Pattern.joining([point, digit.repeated(atLeast: 1, atMost: nil)])
    static let whole = Pattern.any(of: [digit(0, 0), .joining([digit(1, 9), digits])])
    static let decimal = Pattern.joining([whole, .optional(fraction)])
    static let exponentSign = Pattern.optional(.scalars(ScalarSet([0x2B...0x2B, 0x2D...0x2D])))
    static let exponentMark = Pattern.scalars(ScalarSet([0x45...0x45, 0x65...0x65]))
    /// The greatest number of digits of an exponent.
    static let exponentDigits = 3
    static let exponent = Pattern.joining([
        exponentMark, exponentSign, digit.repeated(atLeast: 1, atMost: exponentDigits),
    ])

    /// Decimals without zeros at the end of the fraction, and zero without a sign.
    static let canonical = Pattern.any(of: [
        digit(0, 0),
        .all(of: [
            .joining([
                .optional(.text("-")), whole, .optional(.joining([point, digits, digit(1, 9)])),
            ]), .not(.texts(["0", "-0"])),
        ]),
    ])

    /// The spellings of a value without an exponent; zeros are counted, for a value may have very many.
    static func spellings(of value: Decimal) -> Pattern {
        func zeros(_ count: Int) -> Pattern { digit(0, 0).repeated(atLeast: count, atMost: count) }
        let places = max(0, value.scale)
        let whole = Pattern.joining([
            fixed(places == 0 ? [0] : value.digits.prefix(places)[...]), zeros(max(0, places - value.digits.count)),
        ])
        let digits = Pattern.joining([zeros(max(0, -value.scale)), fixed(value.digits.dropFirst(places))])
        let rest = digit(0, 0).repeated(atLeast: 0, atMost: nil)
        let fraction =
            value.isWhole ? Pattern.optional(.joining([point, rest])) : .joining([point, digits, rest])
        let sign = value.isZero ? Pattern.optional(.text("-")) : value.isNegative ? .text("-") : .empty
        return .joining([sign, whole, fraction])
    }

    static func fixed(_ digits: some Sequence<UInt8>) -> Pattern { .joining(digits.map { digit($0, $0) }) }

    private static func any(_ count: Int) -> Pattern { digit.repeated(atLeast: count, atMost: count) }

    /// Decimals from a bound upward.
    static func atLeast(_ bound: NumberShape.Bound, whole isWhole: Bool) -> Pattern {
        let digits = bound.value.wholeDigits
        let tail = isWhole ? Pattern.empty : Pattern.optional(fraction)
        if isWhole, !bound.isExclusive, digits == [1] { return .joining([digit(1, 9), self.digits]) }
        let longer = Pattern.joining([digit(1, 9), any(digits.count), self.digits, tail])
        let atPoint: Pattern
        let fractionDigits = bound.value.fractionDigits
        if isWhole {
            atPoint = bound.isExclusive ? .nothing : .empty
        } else if fractionDigits.isEmpty {
            let positive = Pattern.joining([point, self.digits, digit(1, 9), self.digits])
            atPoint = bound.isExclusive ? positive : tail
        } else {
            let end =
                bound.isExclusive ? Pattern.joining([self.digits, digit(1, 9), self.digits]) : self.digits
            atPoint = .joining([
                point, compare(fractionDigits, { digit($0 + 1, 9) }, rest: { _ in self.digits }, end: end),
            ])
        }
        let sameLength = compare(
            digits, { digit($0 + 1, 9) }, rest: { .joining([any($0), tail]) }, end: atPoint)
        return .any(of: [longer, sameLength])
    }

    /// Decimals from zero to a bound.
    static func atMost(_ bound: NumberShape.Bound, whole isWhole: Bool) -> Pattern {
        let digits = bound.value.wholeDigits
        let tail = isWhole ? Pattern.empty : Pattern.optional(fraction)
        var branches: [Pattern] = []
        if digits.count > 1 {
            let shorter = Pattern.joining([digit(1, 9), digit.repeated(atLeast: 0, atMost: digits.count - 2)])
            branches.append(.joining([.any(of: [digit(0, 0), shorter]), tail]))
        }
        let zeros = digit(0, 0).repeated(atLeast: 0, atMost: nil)
        let atPoint: Pattern
        let fractionDigits = bound.value.fractionDigits
        if isWhole {
            atPoint = bound.isExclusive ? .nothing : .empty
        } else if fractionDigits.isEmpty {
            let equal = Pattern.optional(.joining([point, zeros.isNullable ? digit(0, 0) : .empty, zeros]))
            atPoint = bound.isExclusive ? .nothing : equal
        } else {
            // A fraction that ends early is smaller, for the last digit of the bound is no zero.
            let end = bound.isExclusive ? Pattern.nothing : zeros
            let compared = compareShorter(fractionDigits, end: end)
            atPoint = .any(of: [.empty, .joining([point, compared])])
        }
        let lowest: UInt8 = digits.count > 1 ? 1 : 0
        var isFirst = true
        branches.append(
            compare(
                digits,
                { value in
                    defer { isFirst = false }
                    let low = isFirst ? lowest : 0
                    return value > low ? digit(low, value - 1) : .nothing
                }, rest: { .joining([any($0), tail]) }, end: atPoint))
        return .any(of: branches)
    }

    /// Digits that at some place have one that `differs` allows and then anything, or are all the same and then end.
    private static func compare(
        _ digits: [UInt8], _ differs: (UInt8) -> Pattern, rest: (Int) -> Pattern, end: Pattern
    ) -> Pattern {
        let branches = digits.indices.map { index in
            Pattern.joining([differs(digits[index]), rest(digits.count - index - 1)])
        }
        var result = end
        var same = 0
        for index in digits.indices.reversed() {
            same += 1
            // A run of one digit at which nothing can differ stays one part: bounds of doubles end in hundreds of zeros.
            if branches[index] == .nothing, index > 0, branches[index - 1] == .nothing,
                digits[index - 1] == digits[index]
            {
                continue
            }
            let run = digit(digits[index], digits[index]).repeated(atLeast: same, atMost: same)
            result = .any(of: [branches[index], .joining([run, result])])
            same = 0
        }
        return result
    }

    private static func compareShorter(_ digits: [UInt8], end: Pattern) -> Pattern {
        var result = end
        for index in digits.indices.reversed() {
            let value = digits[index]
            let smaller = value > 0 ? Pattern.joining([digit(0, value - 1), self.digits]) : .nothing
            let same = Pattern.joining([
                fixed([value]), index + 1 < digits.count ? .any(of: [.empty, result]) : result,
            ])
            result = .any(of: [smaller, same])
        }
        return result
    }

    /// Spellings with an exponent: any without bounds, else one digit before the point, so that magnitudes compare.
    static func scientific(from least: NumberShape.Bound?, to greatest: NumberShape.Bound?) -> Pattern {
        if greatest == nil, least.map({ $0.value.isZero && !$0.isExclusive }) ?? true {
            return .joining([decimal, exponent])
        }
        let mantissa = Pattern.joining([digit(1, 9), .optional(fraction)])
        var conditions: [Pattern] = [.joining([mantissa, exponent])]
        for (bound, isUpper) in [(least, false), (greatest, true)] {
            guard let bound else { continue }
            if bound.value.isZero {
                // A mantissa is never zero: every value is above zero and none is below.
                if isUpper { return .nothing }
                continue
            }
            let power = bound.value.scale - 1
            let mantissaBound = NumberShape.Bound(
                value: Decimal(isNegative: false, digits: bound.value.digits, scale: 1), isExclusive: bound.isExclusive)
            let compared = isUpper ? atMost(mantissaBound, whole: false) : atLeast(mantissaBound, whole: false)
            conditions.append(
                .any(of: [
                    .joining([compared, exponentMark, exponents(power...power)]),
                    .joining([
                        mantissa, exponentMark, isUpper ? exponents(-999...(power - 1)) : exponents((power + 1)...999),
                    ]),
                ]))
        }
        return .all(of: conditions)
    }

    /// Exponents within a range, zeros before them allowed.
    private static func exponents(_ range: ClosedRange<Int>) -> Pattern {
        let low = max(range.lowerBound, -999)
        let high = min(range.upperBound, 999)
        guard low <= high else { return .nothing }
        func magnitudes(_ low: Int, _ high: Int) -> Pattern {
            guard low <= high else { return .nothing }
            let range = Pattern.all(of: [
                whole, atLeast(.init(value: Decimal(low), isExclusive: false), whole: true),
                atMost(.init(value: Decimal(high), isExclusive: false), whole: true),
            ])
            let zeros = digit(0, 0).repeated(atLeast: 0, atMost: exponentDigits)
            return .all(of: [.joining([zeros, range]), digit.repeated(atLeast: 1, atMost: exponentDigits)])
        }
        return .any(of: [
            .joining([.optional(.scalars(ScalarSet([0x2B...0x2B]))), magnitudes(max(low, 0), high)]),
            .joining([.scalars(ScalarSet([0x2D...0x2D])), magnitudes(max(-high, 0), -low)]),
        ])
    }

    /// Decimals that are multiples of a divisor.
    static func multiples(of divisor: NumberShape.Divisor) -> Pattern {
        let sign = Pattern.optional(.scalars(ScalarSet([0x2D...0x2D])))
        let zeros = digit(0, 0).repeated(atLeast: 0, atMost: nil)
        var branches: [Pattern] = []
        var modulus = divisor.modulus
        // With the most digits after the point the modulus is the divisor's own; each digit less divides it by ten.
        for places in stride(from: max(0, divisor.power), through: 0, by: -1) {
            let point = places == 0 ? Pattern.empty : self.point
            let form = Pattern.joining([
                sign, digit.repeated(atLeast: 1, atMost: nil), point, any(places),
            ])
            var branch = modulus == 1 ? form : .all(of: [form, .multiple(of: modulus, residue: 0)])
            if places == max(0, divisor.power) {
                branch = .joining([
                    branch, places == 0 ? .optional(.joining([self.point, digit(0, 0), zeros])) : zeros,
                ])
            }
            branches.append(branch)
            modulus /= greatestCommonDivisor(modulus, 10)
        }
        return .any(of: branches)
    }

    private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
        right == 0 ? left : greatestCommonDivisor(right, left % right)
    }
}
