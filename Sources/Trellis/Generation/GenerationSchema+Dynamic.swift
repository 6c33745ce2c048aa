extension GenerationSchema {
    /// Makes a schema from parts that were put together at run time.
    ///
    /// References by name are looked up among the root, the dependencies and the parts inside them.
    ///
    /// - Parameters:
    ///   - root: What is generated.
    ///   - dependencies: Parts that the root refers to by name. Those it never reaches are checked and left out.
    /// - Throws: `SchemaError` for names that mean nothing or two things, properties of one name, and empty choices.
    public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
        let references = dependencies.map(\.reference)
        var choices = NamedChoices()
        for reference in [root.reference] + references { try choices.collect(from: reference) }
        let parts = NamedParts(dependencies: references, choices: choices.forms)
        switch root.reference {
        case .form(let form): self.init(form: form, type: nil, namedParts: parts)
        case .type(let type), .guidedType(let type, []): self = type.generationSchema
        case .guidedType(let type, _): self.init(form: .guided(root.reference, []), type: type, namedParts: parts)
        case .name: self.init(form: .guided(root.reference, []), type: nil, namedParts: parts)
        }
        _ = try SchemaResolver.resolve(self)
    }

    /// What references by name may mean beside the parts of a schema.
    struct NamedParts: Sendable {
        /// Parts that have a definition of their own.
        let dependencies: [SchemaReference]
        /// Choices between texts, which stand in the place of their use.
        let choices: [String: SchemaForm]
    }
}

/// The named choices between texts in the parts of a schema, which references by name may mean.
private struct NamedChoices {
    private(set) var forms: [String: SchemaForm] = [:]

    mutating func collect(from reference: SchemaReference) throws {
        switch reference {
        case .name: return
        case .type(let type), .guidedType(let type, _):
            if case .choices = type.generationSchema.form { try collect(from: type.generationSchema.form) }
        case .form(let form): try collect(from: form)
        }
    }

    private mutating func collect(from form: SchemaForm) throws {
        switch form {
        case .choices(let name, _, let choices):
            if case .choices(_, _, let present) = forms[name], present != choices {
                throw GenerationSchema.SchemaError.duplicateType(
                    schema: nil, type: name,
                    context: .init(debugDescription: "two different choices are named “\(name)”"))
            }
            forms[name] = form
        case .object(let object):
            for property in object.properties { try collect(from: property.value) }
        case .union(_, _, let members):
            for member in members { try collect(from: member) }
        case .array(let item, _, _, _): try collect(from: item)
        case .guided(let reference, _): try collect(from: reference)
        case .any, .null, .boolean, .integer, .double, .float, .decimal, .string, .json: return
        }
    }
}
