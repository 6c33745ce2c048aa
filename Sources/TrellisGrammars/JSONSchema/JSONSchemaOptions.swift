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
    public var limits: GrammarLimits

    /// Makes options; the default is one line with a blank after each colon and comma, properties as declared, strict.
    public init(
        layout: Layout = .spaced, propertyOrder: ObjectNode.Order = .declared, strictness: Strictness = .strict,
        formats: Formats = .assertion, unknownFormats: UnknownFormats = .warning,
        documents: [String: JSONValue] = [:], limits: GrammarLimits = GrammarLimits()
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
