import TrellisJSON

/// The metaschemas of JSON Schema, to which schemas may refer as to any other document.
enum MetaSchemas {
    /// The metaschema with a URI, its fragment left out; nil when there is none.
    static func document(named name: String) -> JSONValue? {
        texts[name].flatMap { try? JSONValue(parsing: $0) }
    }
}
