/// Writes what a structure or actor gets: an object of its properties.
struct StructureExpansion {
    /// The type that gets it.
    let type: GenerableType
    /// Its stored properties, the identity among them.
    let properties: [StoredProperty]

    private var generated: [StoredProperty] { properties.filter { !$0.isIdentity } }
    private var hasIdentity: Bool { properties.contains(where: \.isIdentity) }

    /// The declarations that the type does not have by hand.
    var expansion: Expansion {
        var expansion = Expansion(members: [])
        if !type.declares("generationSchema") { expansion.members.append(schema) }
        if !type.declares("generatedContent") { expansion.members.append(content) }
        if !type.declares("PartiallyGenerated") { expansion.members.append(partialType) }
        if !type.declaresInitializer {
            if case .actor = type.form {
                expansion.members.append(initializer)
            } else {
                // Outside of the type, where the memberwise initializer survives it.
                expansion.initializer = initializer
            }
        }
        return expansion
    }

    private var schema: SourceText {
        var source = SourceText()
        source.block("\(type.access)nonisolated static var generationSchema: Trellis.GenerationSchema") { source in
            source.indented(from: "Trellis.GenerationSchema(", to: ")") { source in
                for argument in type.arguments.schemaArguments { source.line(argument + ",") }
                source.indented(from: "properties: [", to: "]") { source in
                    for property in generated { source.line(schemaProperty(property) + ",") }
                }
            }
        }
        return source
    }

    private func schemaProperty(_ property: StoredProperty) -> String {
        var arguments = ["name: \(property.name.literal)"]
        if let description = property.guide.description { arguments.append("description: \(description)") }
        arguments.append("type: \(property.type.spelling).self")
        let guides = property.guide.guideExpressions
        if !guides.isEmpty { arguments.append("guides: [\(guides.joined(separator: ", "))]") }
        return "Trellis.GenerationSchema.Property(\(arguments.joined(separator: ", ")))"
    }

    private var content: SourceText {
        var source = SourceText()
        source.block("\(type.access)nonisolated var generatedContent: Trellis.GeneratedContent") { source in
            source.returnContent(
                of: generated.map { .init(name: $0.name, value: "self.\($0.identifier)", type: $0.type) },
                identity: hasIdentity ? "self.id" : nil, representsNil: type.arguments.representsNil)
        }
        return source
    }

    private var initializer: SourceText {
        // The synchronous initializers of an actor are not isolated, and must not be marked so.
        let isolation = if case .actor = type.form { "" } else { "nonisolated " }
        var source = SourceText()
        source.block("\(type.access)\(isolation)init(_ content: Trellis.GeneratedContent) throws") { source in
            for property in properties {
                if property.isIdentity {
                    source.line("self.id = content.id ?? Trellis.GenerationID()")
                } else {
                    // An extension of a nested type does not see the names around the type: leave types to inference.
                    let value = "content.value(forProperty: \(property.name.literal))"
                    source.line("self.\(property.identifier) = try \(value)")
                }
            }
        }
        return source
    }

    private var partialType: SourceText {
        let ownIdentity = generated.first { $0.name == "id" }
        var conformances = ["Trellis.ConvertibleFromGeneratedContent"]
        let isIdentifiable = ownIdentity.map(\.type.kind.isHashable) ?? true
        if isIdentifiable { conformances.insert("Swift.Identifiable", at: 0) }
        // In a generic type the partial types of the arguments need not have what the arguments have.
        if !type.isGeneric {
            if !type.inheritedNames.isDisjoint(with: ["Equatable", "Hashable", "Comparable"]) {
                conformances.append("Swift.Equatable")
            }
            if type.inheritedNames.contains("Sendable") { conformances.append("Swift.Sendable") }
        }
        let head = "\(type.access)nonisolated struct PartiallyGenerated: \(conformances.joined(separator: ", "))"
        var source = SourceText()
        source.block(head) { source in
            if ownIdentity == nil { source.line("\(type.access)var id: Trellis.GenerationID") }
            for property in generated {
                let partial = property.type.partialSpelling(in: type.name)
                // What identifies the partial value satisfies a protocol, and so is as accessible as the type.
                let access = property.name == "id" && isIdentifiable ? type.access : property.access
                source.line("\(access)var \(property.identifier): \(partial)?")
            }
            source.block("\(type.access)init(_ content: Trellis.GeneratedContent) throws") { source in
                if ownIdentity == nil { source.line("self.id = content.id ?? Trellis.GenerationID()") }
                for property in generated {
                    let type = "Swift.Optional<\(property.type.partialSpelling(in: type.name))>.self"
                    let value = "content.value(\(type), forProperty: \(property.name.literal))"
                    source.line("self.\(property.identifier) = try \(value)")
                }
            }
        }
        return source
    }
}

extension PropertyType.Kind {
    /// Whether a partial value of the type is known to be hashable, as an identifier has to be.
    fileprivate var isHashable: Bool {
        switch self {
        case .string, .integer, .floating, .boolean: true
        case .array(let element): element.isHashable
        case .generationID, .unsupported, .other: false
        }
    }
}
