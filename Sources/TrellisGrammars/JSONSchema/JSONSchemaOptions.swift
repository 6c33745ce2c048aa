public import TrellisJSON

/// How a JSON Schema is turned into a grammar.
public struct JSONSchemaOptions: Hashable, Sendable {
    /// What happens with a keyword that cannot be enforced exactly.
    public enum Strictness: Hashable, Sendable {
        /// It is an error that names the keyword and its place.
        case strict
        /// It is left out, and a warning of the grammar says so.
        case lenient
    }

    /// What happens with a value of `format` that has no known meaning.
    public enum UnknownFormats: Hashable, Sendable {
        /// It is an error.
        case error
        /// It is an annotation, as JSON Schema says, and a warning of the grammar names it.
        case warning
    }

    /// What happens with a value of `format` that has a known meaning.
    public enum Formats: Hashable, Sendable {
        /// Texts have to be of the format.
        case assertion
        /// It is an annotation, as JSON Schema 2020-12 reads it where the metaschema asks for no more.
        case annotation
    }

    /// Bounds on what a schema may cost.
    public struct Limits: Hashable, Sendable {
        /// The greatest number of schemas in the document.
        public var schemas: Int
        /// The deepest nesting of schemas that apply to one value, references counted.
        public var depth: Int
        /// The greatest number of alternatives that one value unfolds to.
        public var alternatives: Int
        /// The greatest number of different combinations of schemas in one grammar.
        public var combinations: Int
        /// The greatest number of states that questions about patterns may visit.
        public var patternStates: Int
        /// The greatest divisor that `multipleOf` may have once it is scaled to a whole number.
        public var modulus: Int

        /// Makes limits.
        public init(
            schemas: Int = 100_000, depth: Int = 128, alternatives: Int = 4_096, combinations: Int = 50_000,
            patternStates: Int = 50_000, modulus: Int = 1_000_000
        ) {
            self.schemas = schemas
            self.depth = depth
            self.alternatives = alternatives
            self.combinations = combinations
            self.patternStates = patternStates
            self.modulus = modulus
        }
    }

    /// The white space of the output.
    public var layout: Layout
    /// The order of properties.
    public var propertyOrder: ObjectNode.Order
    /// What happens with what cannot be enforced.
    public var strictness: Strictness
    /// What happens with known formats.
    public var formats: Formats
    /// What happens with unknown formats.
    public var unknownFormats: UnknownFormats
    /// Other documents that a schema may refer to, by their absolute URI; the metaschemas are known without.
    public var documents: [String: JSONValue]
    /// Bounds on the cost.
    public var limits: Limits

    /// Makes options; the default is one line with a blank after each colon and comma, properties as declared, strict.
    public init(
        layout: Layout = .spaced, propertyOrder: ObjectNode.Order = .declared, strictness: Strictness = .strict,
        formats: Formats = .assertion, unknownFormats: UnknownFormats = .warning,
        documents: [String: JSONValue] = [:], limits: Limits = Limits()
    ) {
        self.layout = layout
        self.propertyOrder = propertyOrder
        self.strictness = strictness
        self.formats = formats
        self.unknownFormats = unknownFormats
        self.documents = documents
        self.limits = limits
    }
}
