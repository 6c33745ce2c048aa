extension GenerationSchema {
    /// A property of a type: its name, its type and what its values must satisfy.
    public struct Property: Sendable {
        let property: SchemaForm.Property

        /// Makes a property that is always there.
        ///
        /// - Parameters:
        ///   - name: The name, once a schema.
        ///   - description: What the property means, for the model.
        ///   - type: The type of its values.
        ///   - guides: What its values must satisfy.
        public init<Value: Generable>(
            name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
        ) {
            property = SchemaForm.Property(
                name: name, description: description, value: .type(type), guides: guides.flatMap(\.guides),
                isOptional: false)
        }

        /// Makes a property that may be missing.
        ///
        /// - Parameters:
        ///   - name: The name, once a schema.
        ///   - description: What the property means, for the model.
        ///   - type: The optional type of its values.
        ///   - guides: What its values must satisfy when there.
        public init<Value: Generable>(
            name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
        ) {
            property = SchemaForm.Property(
                name: name, description: description, value: .type(Value.self), guides: guides.flatMap(\.guides),
                isOptional: true)
        }

        /// Makes a property whose text matches regular expressions.
        ///
        /// - Parameters:
        ///   - name: The name, once a schema.
        ///   - description: What the property means, for the model.
        ///   - type: The type of its values.
        ///   - guides: What the whole text must match; of several the last counts.
        public init<RegexOutput>(
            name: String, description: String? = nil, type: String.Type, guides: [Regex<RegexOutput>] = []
        ) {
            property = SchemaForm.Property(
                name: name, description: description, value: .type(String.self),
                guides: guides.map { .pattern($0.patternText) }, isOptional: false)
        }

        /// Makes a property whose text, when there, matches regular expressions.
        ///
        /// - Parameters:
        ///   - name: The name, once a schema.
        ///   - description: What the property means, for the model.
        ///   - type: The optional type of its values.
        ///   - guides: What the whole text must match; of several the last counts.
        public init<RegexOutput>(
            name: String, description: String? = nil, type: String?.Type, guides: [Regex<RegexOutput>] = []
        ) {
            property = SchemaForm.Property(
                name: name, description: description, value: .type(String.self),
                guides: guides.map { .pattern($0.patternText) }, isOptional: true)
        }
    }
}
