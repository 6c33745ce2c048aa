import TrellisJSON

/// What `$schema` says about how a schema is read.
struct SchemaDialect: Hashable, Sendable {
    /// The drafts that differ in what this package reads.
    enum Draft: Comparable {
        /// Draft 4 and before: identifiers stand in `id`.
        case four
        /// Drafts 6 and 7: as before, nothing beside `$ref` counts.
        case seven
        /// 2019-09.
        case nineteen
        /// 2020-12.
        case twenty
    }

    /// The draft; the newest when none is named.
    var draft = Draft.twenty
    /// Whether the metaschema has the vocabulary of assertions.
    var hasValidation = true

    /// Whether nothing beside `$ref` counts.
    var isOld: Bool { draft <= .seven }

    /// The dialect with the name of a metaschema; of the given documents those are asked that are no draft's own.
    init(named name: String? = nil, documents: [String: JSONValue] = [:]) {
        guard let name else { return }
        let known: [(String, Draft)] = [
            ("draft-03", .four), ("draft-04", .four), ("draft-05", .four), ("draft-06", .seven), ("draft-07", .seven),
            ("draft/2019-09", .nineteen), ("draft/2020-12", .twenty),
        ]
        if let (_, draft) = known.first(where: { name.contains("json-schema.org/\($0.0)") }) {
            self.draft = draft
        } else if let metaschema = documents[URIReference.withoutFragment(name)] {
            let own = metaschema["$schema"]?.stringValue
            if own != name { self = SchemaDialect(named: own) }
            if let vocabularies = metaschema["$vocabulary"]?.objectValue {
                hasValidation = vocabularies.contains { $0.name.hasSuffix("/vocab/validation") }
            }
        } else if let (_, draft) = known.first(where: { name.contains($0.0) }) {
            self.draft = draft
        }
    }
}

/// A value in a document that stands for a schema.
struct SchemaPlace: Sendable {
    /// From the start of the document; with its URI before when it is another one than the caller's.
    let pointer: String
    /// The schema.
    let schema: JSONValue
    /// What references are resolved against: the URI of the resource that the schema is in.
    let base: String
    /// How it is read.
    let dialect: SchemaDialect

    /// The schema of a whole document.
    ///
    /// - Parameter base: The URI that the document is known by, before it gives itself another.
    init(document: JSONValue, pointer: String, base: String, dialect: SchemaDialect, documents: [String: JSONValue]) {
        self.pointer = pointer
        schema = document
        self.dialect =
            document["$schema"]?.stringValue.map { SchemaDialect(named: $0, documents: documents) } ?? dialect
        let identifier = (document["$id"] ?? document["id"])?.stringValue ?? ""
        self.base = URIReference.withoutFragment(URIReference.resolve(identifier, against: base))
    }

    /// A schema within another, or a value within it that is none: only in schemas does an identifier count.
    init(
        _ schema: JSONValue, pointer: String, in outer: SchemaPlace, at position: SchemaPosition = .schema,
        documents: [String: JSONValue]
    ) {
        self.pointer = pointer
        self.schema = schema
        guard position == .schema, let identifier = outer.identifier(of: schema), !identifier.hasPrefix("#") else {
            base = outer.base
            dialect = outer.dialect
            return
        }
        base = URIReference.withoutFragment(URIReference.resolve(identifier, against: outer.base))
        dialect =
            schema["$schema"]?.stringValue.map { SchemaDialect(named: $0, documents: documents) } ?? outer.dialect
    }

    /// The value of `$id` in a schema within this one; nil when there is none that counts.
    ///
    /// Draft 4's `id` is a name to refer to, but no base: in the schemas that have it below the top it hardly ever is meant so.
    private func identifier(of schema: JSONValue) -> String? {
        guard let identifier = schema["$id"]?.stringValue, !(dialect.isOld && schema["$ref"] != nil) else { return nil }
        return identifier
    }
}

/// Where a value stands, seen from the schema it belongs to.
enum SchemaPosition {
    /// It is a schema.
    case schema
    /// It is a list or map of schemas.
    case schemas
    /// It is something else.
    case data

    /// The position of a member or element of a value in this position.
    func member(_ name: String, _ value: JSONValue) -> SchemaPosition {
        switch self {
        case .data: .data
        case .schemas: .schema
        case .schema:
            if Self.single.contains(name) {
                value.arrayValue == nil ? .schema : .schemas
            } else {
                Self.several.contains(name) ? .schemas : .data
            }
        }
    }

    /// Keywords whose value is a schema; in `items` it may be a list.
    private static let single: Set<String> = [
        "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
        "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
    ]
    /// Keywords whose value is a list of schemas or a map to them.
    private static let several: Set<String> = [
        "$defs", "allOf", "anyOf", "definitions", "dependencies", "dependentSchemas", "oneOf", "patternProperties",
        "prefixItems", "properties",
    ]
}
