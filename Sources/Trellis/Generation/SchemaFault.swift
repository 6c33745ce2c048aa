/// A fault of a schema that shows when it is used, beside those of its structure.
package enum SchemaFault: Error, Sendable, Hashable {
    /// A guide that its property cannot have, or that no value can satisfy.
    case unsupportedGuide(schema: String, property: String?, guide: String, reason: String)
    /// More named types than a schema may have.
    case tooManyTypes(schema: String, limit: Int)
    /// Types without names nested deeper than a schema may have them.
    case nestedTooDeep(schema: String, limit: Int)
}
