import TrellisJSON

/// The assertions about numbers and strings.
extension SchemaNormalizer {
    /// The greatest number of digits, and of zeros before or after them, in a bound.
    private static let digitLimit = 400

    mutating func numbers(
        of schema: JSONObject, _ typed: [NumberShape], at location: SchemaDocument.Location
    ) throws(GrammarError) -> [NumberShape] {
        var shape = typed.first ?? .all
        if let value = try decimal("minimum", of: schema, at: location) {
            let isExclusive = schema["exclusiveMinimum"]?.boolValue ?? false
            shape.lower = .init(value: value, isExclusive: isExclusive)
        }
        if schema["exclusiveMinimum"]?.boolValue == nil,
            let value = try decimal("exclusiveMinimum", of: schema, at: location)
        {
            let bound = NumberShape(lower: .init(value: value, isExclusive: true))
            shape.lower = shape.intersection(bound)?.lower ?? bound.lower
        }
        if let value = try decimal("maximum", of: schema, at: location) {
            let isExclusive = schema["exclusiveMaximum"]?.boolValue ?? false
            shape.upper = .init(value: value, isExclusive: isExclusive)
        }
        if schema["exclusiveMaximum"]?.boolValue == nil,
            let value = try decimal("exclusiveMaximum", of: schema, at: location)
        {
            let bound = NumberShape(upper: .init(value: value, isExclusive: true))
            guard let both = shape.intersection(bound) else { return [] }
            shape.upper = both.upper
        }
        if let value = try decimal("multipleOf", of: schema, at: location) {
            shape.divisors = [try divisor(value, at: location)]
        }
        return shape.simplified.map { [$0] } ?? []
    }

    private func decimal(
        _ keyword: String, of schema: JSONObject, at location: SchemaDocument.Location
    ) throws(GrammarError) -> Decimal? {
        guard let value = schema[keyword] else { return nil }
        let pointer = "\(document.pointer(of: location))/\(keyword)"
        guard let number = value.numberValue else { throw .malformed(pointer: pointer, expected: "a number") }
        let decimal = Decimal(number)
        guard decimal.digits.count <= Self.digitLimit, decimal.scale.magnitude <= Self.digitLimit else {
            throw .limitExceeded(pointer: pointer, limit: "digits", value: Self.digitLimit)
        }
        return decimal
    }

    private func divisor(_ value: Decimal, at location: SchemaDocument.Location) throws(GrammarError)
        -> NumberShape.Divisor
    {
        let pointer = "\(document.pointer(of: location))/multipleOf"
        guard !value.isNegative, !value.isZero else {
            throw .malformed(pointer: pointer, expected: "a number above zero")
        }
        let power = max(0, value.digits.count - value.scale)
        var modulus = 0
        for digit in value.digits + [UInt8](repeating: 0, count: max(0, value.scale - value.digits.count)) {
            modulus = modulus * 10 + Int(digit)
            guard modulus <= options.limits.modulus else {
                throw .limitExceeded(pointer: pointer, limit: "divisor", value: options.limits.modulus)
            }
        }
        return NumberShape.Divisor(modulus: modulus, power: power)
    }

    mutating func strings(of schema: JSONObject, at location: SchemaDocument.Location) throws(GrammarError) -> Pattern {
        var parts: [Pattern] = []
        let minimum = try count("minLength", of: schema, at: location)
        let maximum = try count("maxLength", of: schema, at: location)
        if minimum != nil || maximum != nil {
            if let minimum, let maximum, maximum < minimum { return .nothing }
            parts.append(.length(atLeast: minimum ?? 0, atMost: maximum))
        }
        if let value = schema["pattern"] {
            guard let text = value.stringValue else {
                throw .malformed(pointer: "\(document.pointer(of: location))/pattern", expected: "a regular expression")
            }
            if let pattern = try regex(text, "pattern", at: location) { parts.append(pattern) }
        }
        if let value = schema["format"], options.formats == .assertion {
            if let name = value.stringValue {
                if let pattern = try format(name, at: location) { parts.append(pattern) }
            } else {
                throw .malformed(pointer: "\(document.pointer(of: location))/format", expected: "a name")
            }
        }
        return .all(of: parts)
    }

    /// The texts in which an expression matches; nil when a lenient reading leaves it out.
    mutating func regex(_ text: String, _ keyword: String, at location: SchemaDocument.Location) throws(GrammarError)
        -> Pattern?
    {
        do throws(GrammarError) {
            return try Pattern(findingIn: text, limits: options.limits)
        } catch .invalidPattern(_, let offset, let reason) {
            try refuse(keyword, at: location, "“\(text)”, character \(offset): \(reason)")
        } catch .limitExceeded(_, let limit, let value) {
            throw .limitExceeded(pointer: "\(document.pointer(of: location))/\(keyword)", limit: limit, value: value)
        }
        return nil
    }

    private mutating func format(_ name: String, at location: SchemaDocument.Location) throws(GrammarError) -> Pattern?
    {
        if let known = formatPatterns[name] { return known }
        if Formats.notRegular.contains(name) {
            try refuse("format", at: location, "“\(name)” is no regular language")
            return nil
        }
        if let pattern = try Formats.pattern(named: name) {
            formatPatterns[name] = pattern
            return pattern
        }
        guard options.unknownFormats == .warning else {
            throw unsupported("format", at: location, "“\(name)” is not a known format")
        }
        warn("format", at: location, "“\(name)” is not a known format: it is an annotation")
        return nil
    }
}
