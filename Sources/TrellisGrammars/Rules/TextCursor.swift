/// A place in a grammar text that moves forward.
struct TextCursor {
    let scalars: [Unicode.Scalar]
    /// The index of the next scalar.
    var position = 0

    init(_ text: String, limits: GrammarLimits) throws(GrammarError) {
        scalars = Array(text.unicodeScalars)
        guard scalars.count <= limits.characters else {
            throw .textLimitExceeded(
                TextPlace(line: 1, column: 1), limit: "characters in a grammar", value: limits.characters)
        }
    }

    /// The next scalar, nil at the end.
    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// The scalar some places after the next.
    func peek(_ distance: Int) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    /// Whether a word comes next.
    func starts(with word: String) -> Bool { scalars[position...].starts(with: word.unicodeScalars) }

    /// Passes over a word, if it comes next.
    mutating func skip(_ word: String) -> Bool {
        guard starts(with: word) else { return false }
        position += word.unicodeScalars.count
        return true
    }

    /// Passes over scalars as long as they meet a condition.
    @discardableResult
    mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = next, condition(scalar) {
            text.append(scalar)
            position += 1
        }
        return String(text)
    }

    /// Passes over the rest of the line, its end not included.
    mutating func skipLine() { take { $0 != "\n" && $0 != "\r" } }

    /// The line and column of an index.
    func place(_ index: Int) -> TextPlace {
        var line = 1
        var start = 0
        for position in 0..<min(index, scalars.count) {
            let isPair = scalars[position] == "\r" && position + 1 < scalars.count && scalars[position + 1] == "\n"
            if scalars[position] == "\n" || scalars[position] == "\r" && !isPair {
                line += 1
                start = position + 1
            }
        }
        return TextPlace(line: line, column: index - start + 1)
    }

    /// The error that something else was expected at an index, the next one if none is given.
    func expected(_ what: String, at index: Int? = nil) -> GrammarError {
        .malformedText(place(index ?? position), expected: what)
    }

    /// Reads decimal digits as a count within the limit; nil when there are none.
    mutating func number(_ limits: GrammarLimits) throws(GrammarError) -> Int? {
        let start = position
        var value: Int?
        while let scalar = next, ("0"..."9").contains(scalar) {
            let grown = (value ?? 0) * 10 + Int(scalar.value - 0x30)
            guard grown <= limits.repetitions else {
                throw .textLimitExceeded(place(start), limit: "repetitions", value: limits.repetitions)
            }
            value = grown
            position += 1
        }
        return value
    }

    /// Reads hexadecimal digits as a scalar value.
    mutating func hexadecimal(digits: Int, of escape: Int) throws(GrammarError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = next.flatMap({ $0.isASCII ? Character($0).hexDigitValue : nil }) else {
                throw expected("\(digits) hexadecimal digits in the escape", at: escape)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
