import TrellisGrammars

/// A pattern as text, in the syntax of regular expressions as far as that goes.
///
/// Beyond it, `&` joins patterns that have to match at once, `!` stands before one that must not match, `∅` is the pattern
/// that nothing matches, and `⟨r mod m⟩` the digits that make a multiple of m when they are read on from a remainder of r.
struct PatternText {
    /// The text.
    let text: String

    /// Writes a pattern.
    init(_ pattern: Pattern) {
        text = Self.text(pattern, inside: .choice)
    }

    /// How tightly the parts of a pattern hold together, the loosest first.
    private enum Binding: Int {
        case choice
        case intersection
        case sequence
        case repetition
    }

    /// Writes a pattern, in parentheses when it is looser than its surroundings.
    private static func text(_ pattern: Pattern, inside surroundings: Binding) -> String {
        let (text, binding) = parts(pattern)
        return binding.rawValue < surroundings.rawValue ? "(\(text))" : text
    }

    private static func parts(_ pattern: Pattern) -> (String, Binding) {
        switch pattern {
        case .nothing: ("∅", .repetition)
        case .empty: ("()", .repetition)
        case .scalars(let set): (self.class(set), .repetition)
        case .sequence(let patterns): joined(patterns, "", .sequence, whenEmpty: "()")
        case .choice(let patterns): joined(patterns, "|", .choice, whenEmpty: "∅")
        case .intersection(let patterns): joined(patterns, "&", .intersection, whenEmpty: ".*")
        case .complement(let pattern): ("!\(text(pattern, inside: .repetition))", .sequence)
        case .repetition(let pattern, let least, let most):
            (text(pattern, inside: .repetition) + count(least, most), .sequence)
        case .multiple(let modulus, let residue): ("⟨\(residue) mod \(modulus)⟩", .repetition)
        case .texts(let texts):
            texts.count == 1
                ? (escaped(texts[0]), texts[0].unicodeScalars.count == 1 ? .repetition : .sequence)
                : (texts.isEmpty ? "∅" : texts.map(escaped).joined(separator: "|"), .choice)
        }
    }

    private static func joined(
        _ patterns: [Pattern], _ separator: String, _ binding: Binding, whenEmpty empty: String
    ) -> (String, Binding) {
        switch patterns.count {
        case 0: (empty, .repetition)
        case 1: parts(patterns[0])
        default: (patterns.map { text($0, inside: binding) }.joined(separator: separator), binding)
        }
    }

    private static func count(_ least: Int, _ most: Int?) -> String {
        switch (least, most) {
        case (0, nil): "*"
        case (1, nil): "+"
        case (0, 1): "?"
        case (let least, nil): "{\(least),}"
        case (let least, let most?): least == most ? "{\(least)}" : "{\(least),\(most)}"
        }
    }

    /// Writes a set of scalars as a class, whichever of the set and its opposite is shorter.
    private static func `class`(_ set: ScalarSet) -> String {
        if set == .all { return "." }
        if set.ranges.count == 1, let range = set.ranges.first, range.count == 1 {
            return escaped(scalar: range.lowerBound)
        }
        let gaps = opposite(of: set)
        if gaps.count < set.ranges.count, !gaps.isEmpty { return "[^\(gaps.map(text).joined())]" }
        return "[\(set.ranges.map(text).joined())]"
    }

    private static func text(_ range: ScalarSet.Range) -> String {
        let start = escaped(scalar: range.lowerBound, inClass: true)
        switch range.count {
        case 1: return start
        case 2: return start + escaped(scalar: range.upperBound, inClass: true)
        default: return start + "-" + escaped(scalar: range.upperBound, inClass: true)
        }
    }

    /// Gives the ranges of scalars that a set lacks.
    private static func opposite(of set: ScalarSet) -> [ScalarSet.Range] {
        var gaps: [ScalarSet.Range] = []
        var next: UInt32 = 0
        for range in set.ranges + [ScalarSet.maximum + 1...ScalarSet.maximum + 1] {
            if next < range.lowerBound { gaps.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        // The halves of surrogate pairs are no scalars and in no set.
        return ScalarSet(gaps).ranges
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { escaped(scalar: $0.value) }.joined()
    }

    /// What means something else in a pattern, and in a class.
    private static let special = (pattern: "\\/|&!()[]{}*+?.^$".unicodeScalars, class: "\\/[]^-".unicodeScalars)

    /// Writes a scalar so that it stands for itself and can be seen.
    private static func escaped(scalar value: UInt32, inClass: Bool = false) -> String {
        guard let scalar = Unicode.Scalar(value) else { return "\\u{\(String(value, radix: 16))}" }
        switch scalar {
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        case " ": return " "
        case _ where (inClass ? special.class : special.pattern).contains(scalar): return "\\\(scalar)"
        case _ where scalar.isVisible: return String(scalar)
        default: return "\\u{\(String(value, radix: 16))}"
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar leaves a mark of its own on the line.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .unassigned, .privateUse, .surrogate, .spaceSeparator, .lineSeparator,
            .paragraphSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
            false
        default: !properties.isDefaultIgnorableCodePoint
        }
    }
}
