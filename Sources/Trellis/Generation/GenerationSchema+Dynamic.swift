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
        let rootSchema: GenerationSchema =
            switch root.reference {
            case .form(let form): GenerationSchema(form: form, type: nil)
            case .type(let type), .guidedType(let type, []): type.generationSchema
            case .guidedType(let type, _): GenerationSchema(form: .guided(root.reference, []), type: type)
            case .name: GenerationSchema(form: .guided(root.reference, []), type: nil)
            }
        let value = try SchemaResolver.resolve(rootSchema, dependencies: references, choices: choices.forms)
        self.init(form: .json(value), type: rootSchema.type)
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
        case .any, .null, .boolean, .integer, .number, .string, .json: return
        }
    }
}
