/// A part of a schema that is put together at run time.
///
/// Parts refer to one another by name or contain one another; `GenerationSchema(root:dependencies:)` joins them.
public struct DynamicGenerationSchema: Sendable {
    let reference: SchemaReference

    private init(_ reference: SchemaReference) { self.reference = reference }

    /// Makes an object with properties.
    ///
    /// - Parameters:
    ///   - name: The name, by which others may refer to it.
    ///   - description: What the object means, for the model.
    ///   - properties: The properties in the order in which they are generated.
    public init(name: String, description: String? = nil, properties: [Property]) {
        self.init(
            name: name, description: description, representNilExplicitlyInGeneratedContent: false,
            properties: properties)
    }

    /// Makes an object with properties, saying how missing values are written.
    ///
    /// - Parameters:
    ///   - name: The name, by which others may refer to it.
    ///   - description: What the object means, for the model.
    ///   - explicitNil: Whether optional properties without a value are written as null rather than left out.
    ///   - properties: The properties in the order in which they are generated.
    public init(
        name: String, description: String? = nil, representNilExplicitlyInGeneratedContent explicitNil: Bool,
        properties: [Property]
    ) {
        self.init(
            .form(
                .object(
                    SchemaForm.Object(
                        name: name, description: description, representsNilExplicitly: explicitNil,
                        properties: properties.map(\.property)))))
    }

    /// Makes a choice between schemas.
    ///
    /// - Parameters:
    ///   - name: The name, by which others may refer to it.
    ///   - description: What the choice means, for the model.
    ///   - choices: The schemas, at least one.
    public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
        self.init(.form(.union(name: name, description: description, choices.map(\.reference))))
    }

    /// Makes a choice between texts.
    ///
    /// - Parameters:
    ///   - name: The name, by which others may refer to it.
    ///   - description: What the choice means, for the model.
    ///   - choices: The texts, at least one.
    public init(name: String, description: String? = nil, anyOf choices: [String]) {
        self.init(.form(.choices(name: name, description: description, choices)))
    }

    /// Makes an array.
    ///
    /// - Parameters:
    ///   - itemSchema: What its elements are.
    ///   - minimumElements: The least number of elements.
    ///   - maximumElements: The greatest number of elements.
    public init(arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil) {
        self.init(
            .form(.array(of: itemSchema.reference, itemGuides: [], minimum: minimumElements, maximum: maximumElements)))
    }

    /// Makes the schema of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - guides: What its values must satisfy.
    public init<Value: Generable>(type: Value.Type, guides: [GenerationGuide<Value>] = []) {
        self.init(.guidedType(type, guides.flatMap(\.guides)))
    }

    /// Makes a reference to the schema of that name, which may be the one it stands in.
    public init(referenceTo name: String) { self.init(.name(name)) }

    /// The schema of null.
    public static var null: DynamicGenerationSchema { DynamicGenerationSchema(.form(.null)) }

    /// A property of an object.
    public struct Property: Sendable {
        let property: SchemaForm.Property

        /// Makes a property.
        ///
        /// - Parameters:
        ///   - name: The name, once an object.
        ///   - description: What the property means, for the model.
        ///   - schema: What its values are.
        ///   - isOptional: Whether it may be missing.
        public init(
            name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false
        ) {
            property = SchemaForm.Property(
                name: name, description: description, value: schema.reference, guides: [], isOptional: isOptional)
        }
    }
}
