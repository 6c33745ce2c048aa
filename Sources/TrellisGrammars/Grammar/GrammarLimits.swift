/// Bounds on what one grammar may cost, so that a hostile text ends in an error and not in a hang.
///
/// Every bound that is hit is an error that names it. The values suit texts of any ordinary kind; a caller who
/// compiles what strangers send may lower them.
public struct GrammarLimits: Hashable, Sendable {
    /// The greatest number of characters in a grammar text.
    public var characters: Int
    /// The deepest nesting of groups.
    public var nesting: Int
    /// The greatest count of a repetition.
    public var repetitions: Int
    /// The greatest number of nodes in a grammar.
    public var nodes: Int

    /// Makes limits.
    public init(
        characters: Int = 4_000_000, nesting: Int = 256, repetitions: Int = 1_000_000, nodes: Int = 200_000
    ) {
        self.characters = characters
        self.nesting = nesting
        self.repetitions = repetitions
        self.nodes = nodes
    }
}
