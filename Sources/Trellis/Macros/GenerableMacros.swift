/// Makes a structure, actor or enumeration a type that a model can generate.
///
/// The macro adds the schema of the type, the conversion from and to generated content, and a partial type that a
/// stream of snapshots fills property by property:
///
///     @Generable(description: "A city trip")
///     struct Trip {
///         @Guide(description: "In at most six words")
///         var title: String
///         @Guide(.count(1...4))
///         var stops: [String]
///         var season: Season?
///
///         @Generable
///         enum Season { case summer, winter }
///     }
///
/// - A structure or actor becomes an object of its stored properties in declared order. Computed, lazy and type
///   properties take no part; neither do constants with an initial value, with a warning. A property that is
///   optional may be missing, one with a default value may not. The properties of an actor must be constants.
/// - A property `id` of type ``GenerationID`` is no part of the schema: the response sets it.
/// - An enumeration becomes a choice of texts: the names of its cases, or their raw values when those are texts. If a case has
///   a payload, all are objects with the name of the case under `type`, and the payload under its labels, or
///   as `value`, `value1`, and so on.
/// - Members that the type declares by hand, such as `generationSchema`, stay as they are.
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
