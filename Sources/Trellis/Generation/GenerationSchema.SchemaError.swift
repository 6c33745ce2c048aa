public import Foundation

extension GenerationSchema {
    /// A fault in the structure of a schema.
    public enum SchemaError: LocalizedError, Sendable {
        /// Two different types or schemas share a name.
        case duplicateType(schema: String?, type: String, context: Context)
        /// Two properties of a schema share a name.
        case duplicateProperty(schema: String, property: String, context: Context)
        /// A choice between no types or texts.
        case emptyTypeChoices(schema: String, context: Context)
        /// References to names that no schema has.
        case undefinedReferences(schema: String?, references: [String], context: Context)

        /// What else is known about a fault.
        public struct Context: Sendable {
            /// The fault in one line.
            public let debugDescription: String

            /// Makes a context.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        private var context: Context {
            switch self {
            case .duplicateType(_, _, let context), .duplicateProperty(_, _, let context),
                .emptyTypeChoices(_, let context), .undefinedReferences(_, _, let context):
                context
            }
        }

        /// The fault in one line.
        public var errorDescription: String? { context.debugDescription }

        /// What to do about it.
        public var recoverySuggestion: String? {
            switch self {
            case .duplicateType: "Give one of the types another name, for example with @Generable(name:)."
            case .duplicateProperty: "Give each property of the schema a name of its own."
            case .emptyTypeChoices: "Offer at least one choice, or leave the property out."
            case .undefinedReferences: "Add the schemas that are referred to, or correct the names."
            }
        }
    }
}

extension GenerationSchema.SchemaError: CustomStringConvertible {
    /// The fault in one line.
    public var description: String { context.debugDescription }
}
