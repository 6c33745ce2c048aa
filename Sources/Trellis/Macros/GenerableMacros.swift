/// Makes a structure, actor or enumeration a type that a model can generate.
///
/// The macro adds the schema of the type, the conversion from and to generated content, and a partial type that a
/// stream of snapshots fills property by property. A structure or actor becomes an object of its stored properties in
/// declared order; an enumeration a choice of its cases, where cases with payloads are objects with the name of
/// the case under `type`.
///
/// - Parameter description: What the type is for, shown to the model. Any expression.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil) =
    #externalMacro(module: "TrellisMacros", type: "GenerableMacro")

/// Makes a type one that a model can generate, with a choice of how its content shows nil.
///
/// - Parameters:
///   - description: What the type is for, shown to the model. Any expression.
///   - representNilExplicitlyInGeneratedContent: Whether a property that is nil is written as null in the content of
///     a value instead of being left out. A literal.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(description: String? = nil, representNilExplicitlyInGeneratedContent: Bool) =
    #externalMacro(module: "TrellisMacros", type: "GenerableMacro")

/// Makes a type one that a model can generate, under another name than its own.
///
/// - Parameters:
///   - name: The name of the schema, shown to the model. Any expression.
///   - description: What the type is for, shown to the model. Any expression.
///   - representNilExplicitlyInGeneratedContent: Whether a property that is nil is written as null in the content of
///     a value instead of being left out. A literal.
@attached(extension, conformances: Generable, names: named(init(_:)), named(generatedContent))
@attached(member, names: arbitrary)
public macro Generable(
    name: String, description: String? = nil, representNilExplicitlyInGeneratedContent: Bool = false
) = #externalMacro(module: "TrellisMacros", type: "GenerableMacro")
