extension Transcript {
    /// The form that the response to a prompt must have.
    public struct ResponseFormat: Sendable, Equatable {
        /// The kinds of forms.
        public enum Kind: Sendable {
            /// Whatever a schema allows.
            case schema(GenerationSchema)
        }

        /// The kind of form, with its schema.
        public let kind: Kind

        /// The name of the schema.
        public var name: String { schema.name }

        /// The schema.
        package var schema: GenerationSchema {
            switch kind {
            case .schema(let schema): schema
            }
        }

        /// Makes the form of a type.
        public init<Content: Generable>(type: Content.Type) { self.init(schema: type.generationSchema) }

        /// Makes the form of a schema.
        public init(schema: GenerationSchema) { kind = .schema(schema) }

        /// Equal when the schemas mean the same.
        public static func == (left: ResponseFormat, right: ResponseFormat) -> Bool {
            left.schema.isSame(as: right.schema)
        }
    }
}

extension GenerationSchema {
    /// Whether two schemas have the same JSON, or the same fault.
    func isSame(as other: GenerationSchema) -> Bool {
        do {
            let own = try jsonSchema
            return (try? other.jsonSchema) == own
        } catch {
            return debugDescription == other.debugDescription
        }
    }
}
