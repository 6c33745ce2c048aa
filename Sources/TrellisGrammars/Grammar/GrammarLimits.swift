/// Bounds on what one grammar may cost, so that a hostile text ends in an error and not in a hang.
///
/// All front ends keep to them, and so does a compiled grammar, whose tables grow while texts are matched. Every bound that is
/// hit is an error that names it. The values suit schemas and texts of any ordinary kind; a caller who compiles what
/// strangers send may lower them.
public struct GrammarLimits: Hashable, Sendable {
    /// The greatest number of characters in a grammar text or a regular expression.
    public var characters: Int
    /// The deepest nesting: of groups in a text, and of schemas that apply to one value, references counted.
    public var nesting: Int
    /// The greatest count of a repetition.
    public var repetitions: Int
    /// The greatest number of schemas in a document.
    public var schemas: Int
    /// The greatest number of alternatives that one JSON value unfolds to.
    public var alternatives: Int
    /// The greatest number of different combinations of schemas in one grammar.
    public var combinations: Int
    /// The greatest divisor that `multipleOf` may have once it is scaled to a whole number.
    public var modulus: Int
    /// The greatest number of nodes in a grammar.
    public var nodes: Int
    /// The greatest number of automaton states that questions about patterns may visit: all together where a schema is read,
    /// each by itself later.
    public var states: Int
    /// About how many bytes the tables of one compile may take, and those of a compiled grammar while texts are matched.
    public var memory: Int
    /// The longest processor time of one compile, and of one step of a matcher.
    public var time: Duration

    /// Makes limits.
    public init(
        characters: Int = 4_000_000, nesting: Int = 128, repetitions: Int = 1_000_000, schemas: Int = 100_000,
        alternatives: Int = 4_096, combinations: Int = 50_000, modulus: Int = 1_000_000, nodes: Int = 200_000,
        states: Int = 50_000, memory: Int = 128 << 20, time: Duration = .seconds(1)
    ) {
        self.characters = characters
        self.nesting = nesting
        self.repetitions = repetitions
        self.schemas = schemas
        self.alternatives = alternatives
        self.combinations = combinations
        self.modulus = modulus
        self.nodes = nodes
        self.states = states
        self.memory = memory
        self.time = time
    }
}
