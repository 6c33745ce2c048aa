/// A regular language over Unicode scalars: what every regex, format, length bound and exclusion becomes.
///
/// A pattern matches whole texts; a search (“matches anywhere”) is written with `anything` before and after.
/// Intersection and complement are part of the algebra, so that keywords of a schema combine without rewriting.
public indirect enum Pattern: Sendable {
    /// No text at all.
    case nothing
    /// The empty text.
    case empty
    /// One scalar of the set.
    case scalars(ScalarSet)
    /// The patterns one after the other.
    case sequence([Pattern])
    /// Any of the patterns.
    case choice([Pattern])
    /// All of the patterns at once.
    case intersection([Pattern])
    /// Every text that the pattern does not match.
    case complement(Pattern)
    /// The pattern repeated; counts are kept as numbers, never unrolled.
    case repetition(Pattern, atLeast: Int, atMost: Int?)
    /// One of many fixed texts; for large enumerations and exclusions.
    case texts([String])
    /// Texts of digits, `-` and `.` whose digits, read on from the residue, make a multiple of the modulus; none for one below 1.
    case multiple(of: Int, residue: Int)

    /// Any one scalar.
    public static let anyScalar = Pattern.scalars(.all)
    /// Any text.
    public static let anything = Pattern.repetition(.anyScalar, atLeast: 0, atMost: nil)

    /// The given text.
    public static func text(_ text: String) -> Pattern { .texts([text]) }
    /// Texts of a number of scalars.
    public static func length(atLeast minimum: Int, atMost maximum: Int?) -> Pattern {
        .repetition(.anyScalar, atLeast: minimum, atMost: maximum)
    }
    /// Texts with a part that the pattern matches.
    public static func containing(_ pattern: Pattern) -> Pattern { .sequence([.anything, pattern, .anything]) }
    /// The pattern or nothing.
    public static func optional(_ pattern: Pattern) -> Pattern { .repetition(pattern, atLeast: 0, atMost: 1) }
}
