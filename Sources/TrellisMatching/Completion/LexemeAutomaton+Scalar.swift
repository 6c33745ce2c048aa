import TrellisGrammars

/// The cheapest way to the end of a scalar whose spelling has begun.
///
/// What has been written leaves a range of scalars open; among the transitions of the pattern that meet it, the one after
/// which the least remains is taken.
extension LexemeAutomaton {
    /// The bytes that end a scalar, and what remains of the pattern after it.
    struct ScalarEnd {
        var bytes: [UInt8]
        var pattern: PatternPool.State
    }

    /// How the scalar that is being spelled ends; nil between two scalars.
    func scalarEnd(_ position: LexemeState) -> ScalarEnd? {
        switch position.spelling {
        case .plain, .quote, .content, .done: return nil
        case .plainPartial, .contentPartial:
            let shift = UInt32(position.count) * 6
            let least: UInt32 = position.length == 2 ? 0x80 : position.length == 3 ? 0x800 : 0x10000
            let low = max(position.value << shift, least)
            return end(position, low, position.value << shift | (1 << shift - 1)) { scalar in
                Array(String(scalar).utf8.suffix(Int(position.count)))
            }
        case .escape:
            let short = Self.shortEscapes.compactMap { byte, scalar in end(position, scalar, scalar) { _ in [byte] } }
            let long = hexadecimalEnd(position, digits: 0, value: 0).map {
                ScalarEnd(bytes: [UInt8(ascii: "u")] + $0.bytes, pattern: $0.pattern)
            }
            return cheapest(short + [long].compactMap(\.self))
        case .hexadecimal: return hexadecimalEnd(position, digits: position.count, value: position.value)
        case .lowBackslash: return lowEnd(position, "\\u", digits: 0, value: 0)
        case .lowU: return lowEnd(position, "u", digits: 0, value: 0)
        case .lowHexadecimal: return lowEnd(position, "", digits: position.count, value: position.value)
        }
    }

    private static let shortEscapes: [(byte: UInt8, scalar: UInt32)] = [
        (0x22, 0x22), (0x5C, 0x5C), (0x62, 0x08), (0x66, 0x0C), (0x6E, 0x0A), (0x72, 0x0D), (0x74, 0x09), (0x2F, 0x2F),
    ]

    /// The end of four hexadecimal digits, and of the second four where they are half of a pair.
    private func hexadecimalEnd(_ position: LexemeState, digits: UInt8, value: UInt32) -> ScalarEnd? {
        let shift = UInt32(4 - digits) * 4
        let (low, high) = (value << shift, value << shift | (1 << shift - 1))
        let single = end(position, low, high) { Self.digits($0.value).suffix(4 - Int(digits)) }
        let (first, last) = (max(low, 0xD800), min(high, 0xDBFF))
        guard first <= last else { return single }
        let pair = end(position, Self.supplementary(first), Self.supplementary(last) + 0x3FF) { scalar in
            let units = Array(String(scalar).utf16)
            return Self.digits(UInt32(units[0])).suffix(4 - Int(digits)) + Array("\\u".utf8)
                + Self.digits(UInt32(units[1]))
        }
        return cheapest([single, pair].compactMap(\.self))
    }

    /// The end of the low half of a pair, after some bytes.
    private func lowEnd(_ position: LexemeState, _ prefix: String, digits: UInt8, value: UInt32) -> ScalarEnd? {
        let shift = UInt32(4 - digits) * 4
        let (low, high) = (max(value << shift, 0xDC00), min(value << shift | (1 << shift - 1), 0xDFFF))
        let start = 0x10000 + position.high << 10
        guard low <= high else { return nil }
        return end(position, start + low - 0xDC00, start + high - 0xDC00) { scalar in
            Array(prefix.utf8) + Self.digits((scalar.value - start) + 0xDC00).suffix(4 - Int(digits))
        }
    }

    private static func supplementary(_ unit: UInt32) -> UInt32 { 0x10000 + (unit - 0xD800) << 10 }

    private static func digits(_ unit: UInt32) -> [UInt8] {
        let digits = String(unit, radix: 16)
        return Array((String(repeating: "0", count: max(0, 4 - digits.count)) + digits).utf8)
    }

    /// The cheapest scalar of a range that has a transition, surrogates left out.
    private func end(
        _ position: LexemeState, _ low: UInt32, _ high: UInt32, _ bytes: (Unicode.Scalar) -> [UInt8]
    ) -> ScalarEnd? {
        var best: (scalar: Unicode.Scalar, target: PatternPool.State, cost: Int)?
        for transition in pool.transitions(from: position.pattern) where transition.high >= low {
            guard transition.low <= high else { break }
            let first = max(transition.low, low)
            let isSurrogate = (0xD800...0xDFFF).contains(first)
            let last = min(transition.high, high)
            guard let scalar = Unicode.Scalar(isSurrogate ? 0xE000 : first), scalar.value <= last else { continue }
            let cost = pool.cost(of: transition.target)
            if cost < best?.cost ?? .max { best = (scalar, transition.target, cost) }
        }
        return best.map { ScalarEnd(bytes: bytes($0.scalar), pattern: $0.target) }
    }

    private func cheapest(_ ends: [ScalarEnd]) -> ScalarEnd? {
        ends.min { $0.bytes.count + pool.cost(of: $0.pattern) < $1.bytes.count + pool.cost(of: $1.pattern) }
    }
}
