/// What a model may generate: the form of a type, in terms of JSON.
///
/// A schema is written by the `@Generable` macro, put together at run time (`DynamicGenerationSchema`), or decoded from
/// JSON. It has a meaning in two places that always agree: the prompt shows it as JSON Schema, and generation is bound
/// to it token by token.
///
/// The types of properties are looked at when the schema is used, not when it is made, so that a type may contain itself.
/// A fault in it (a name given to two different types, a guide that cannot be met) is kept and thrown at that time.
public struct GenerationSchema: Sendable {
    let form: SchemaForm
    /// The type that the schema belongs to, which is how recursion is noticed.
    let type: (any Generable.Type)?

    /// The name that the schema was given where its form has none.
    let givenName: String?

    /// What references by name mean; nil when there are none.
    let namedParts: NamedParts?

    init(
        form: SchemaForm, type: (any Generable.Type)?, givenName: String? = nil, namedParts: NamedParts? = nil
    ) {
        self.form = form
        self.type = type
        self.givenName = givenName
        self.namedParts = namedParts
    }

    /// The same schema; one whose form has no name goes by the given one.
    func named(_ name: String?) -> GenerationSchema {
        GenerationSchema(form: form, type: type, givenName: name, namedParts: namedParts)
    }

    /// The name of the schema: that of its type unless another was given.
    public var name: String { form.name ?? givenName ?? type.map { String(describing: $0) } ?? form.kindName }
}

extension GenerationSchema {
    /// Makes the schema of a type with properties.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - description: What values of the type mean, for the model.
    ///   - properties: The properties in the order in which they are generated.
    public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
        self.init(
            type: type, name: nil, description: description, representNilExplicitlyInGeneratedContent: false,
            properties: properties)
    }

    /// Makes the schema of a type with properties, saying how missing values are written.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - description: What values of the type mean, for the model.
    ///   - explicitNil: Whether optional properties without a value are written as null rather than left out.
    ///   - properties: The properties in the order in which they are generated.
    public init(
        type: any Generable.Type, description: String? = nil,
        representNilExplicitlyInGeneratedContent explicitNil: Bool, properties: [Property]
    ) {
        self.init(
            type: type, name: nil, description: description, representNilExplicitlyInGeneratedContent: explicitNil,
            properties: properties)
    }

    /// Makes the schema of a type with properties under a name of its own.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the schema; that of the type when nil.
    ///   - description: What values of the type mean, for the model.
    ///   - explicitNil: Whether optional properties without a value are written as null rather than left out.
    ///   - properties: The properties in the order in which they are generated.
    public init(
        type: any Generable.Type, name: String?, description: String? = nil,
        representNilExplicitlyInGeneratedContent explicitNil: Bool = false, properties: [Property]
    ) {
        let object = SchemaForm.Object(
            name: name ?? String(describing: type), description: description, representsNilExplicitly: explicitNil,
            properties: properties.map(\.property))
        self.init(form: .object(object), type: type)
    }

    /// Makes the schema of a type whose values are texts from a list.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - description: What values of the type mean, for the model.
    ///   - choices: The texts. None at all is an error when the schema is used.
    public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
        self.init(type: type, name: nil, description: description, anyOf: choices)
    }

    /// Makes the schema of a type whose values are texts from a list, under a name of its own.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the schema; that of the type when nil.
    ///   - description: What values of the type mean, for the model.
    ///   - choices: The texts. None at all is an error when the schema is used.
    public init(type: any Generable.Type, name: String?, description: String? = nil, anyOf choices: [String]) {
        self.init(
            form: .choices(name: name ?? String(describing: type), description: description, choices), type: type)
    }

    /// Makes the schema of a type whose values are those of several other types.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - description: What values of the type mean, for the model.
    ///   - types: The other types. None at all is an error when the schema is used.
    public init(type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]) {
        self.init(
            form: .union(
                name: String(describing: type), description: description, types.map { SchemaReference.type($0) }),
            type: type)
    }

    /// Makes the schema of an enumeration with payloads.
    ///
    /// Each case is written as an object whose first property, `type`, is the name of the case.
    ///
    /// - Parameters:
    ///   - type: The enumeration.
    ///   - name: The name of the schema; that of the type when nil.
    ///   - description: What values of the type mean, for the model.
    ///   - explicitNil: Whether optional values of payloads that are nil are written as null rather than left out.
    ///   - cases: The cases. None at all is an error when the schema is used.
    public init(
        type: any Generable.Type, name: String? = nil, description: String? = nil,
        representNilExplicitlyInGeneratedContent explicitNil: Bool = false, cases: [Case]
    ) {
        let name = name ?? String(describing: type)
        let objects = cases.map {
            $0.object(of: name, description: description, representsNilExplicitly: explicitNil)
        }
        self.init(
            form: .union(name: name, description: description, objects.map { .form(.object($0)) }), type: type)
    }
}
