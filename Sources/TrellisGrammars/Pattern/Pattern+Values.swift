package import TrellisJSON

/// Patterns of lexemes as sets of JSON values.
///
/// A number has many spellings. Where numbers are compared, those with an exponent are left out, but for values that a schema
/// lists; what is left differs in zeros at the end of the fraction.
extension Lexeme {
    /// The lexeme without some values, each in all its spellings.
    package func excluding(_ values: [JSONValue]) -> Lexeme {
        switch form {
        case .jsonString:
            let texts = values.compactMap(\.stringValue)
            guard !texts.isEmpty else { return self }
            // Lists of a fixed size are the same ones when more values are left out later.
            let lists = stride(from: 0, to: texts.count, by: 256).map { start in
                Pattern.not(.texts(Array(texts[start..<min(start + 256, texts.count)])))
            }
            return Lexeme(.all(of: [pattern] + lists), as: form)
        case .plain:
            return Lexeme(
                Self.excluding(values.compactMap { $0.numberValue.map { Decimal($0) } }, from: pattern), as: form)
        }
    }

    /// The lexeme with one spelling for each value: numbers without zeros at the end of the fraction.
    package var withOneSpelling: Lexeme {
        guard form == .plain else { return self }
        let (texts, others) = Self.listed(pattern)
        var seen: Set<Decimal> = []
        let kept = texts.filter { text in JSONNumber(text).map { seen.insert(Decimal($0)).inserted } ?? true }
        let unlisted = Pattern.all(of: [.any(of: others), DigitPatterns.canonical, .not(.texts(texts))])
        return Lexeme(.any(of: [.texts(kept), others.isEmpty ? .nothing : unlisted]), as: form)
    }

    /// The texts that a pattern lists, and its other alternatives.
    private static func listed(_ pattern: Pattern) -> (texts: [String], others: [Pattern]) {
        switch pattern {
        case .texts(let texts): return (texts, [])
        case .choice(let parts):
            let lists = parts.map(listed)
            return (lists.flatMap(\.texts), lists.flatMap(\.others))
        default: return ([], [pattern])
        }
    }

    private static func excluding(_ values: [Decimal], from pattern: Pattern) -> Pattern {
        let (texts, others) = listed(pattern)
        let refused = Set(values)
        let kept = texts.filter { text in JSONNumber(text).map { !refused.contains(Decimal($0)) } ?? true }
        let unlisted = Pattern.all(
            of: [.any(of: others), .not(.containing(DigitPatterns.exponentMark))]
                + values.map { .not(DigitPatterns.spellings(of: $0)) })
        return .any(of: [kept.isEmpty ? .nothing : .texts(kept), others.isEmpty ? .nothing : unlisted])
    }
}
