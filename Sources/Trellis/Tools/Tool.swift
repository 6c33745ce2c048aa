/// Something that a model may call while it answers: a function with a name, a description and typed arguments.
///
/// A model sees the name, the description and the schema of the arguments, and decides whether and when to call. The
/// arguments it writes satisfy the schema by construction. What the call returns goes back to the model.
///
///     struct Weather: Tool {
///         let name = "weather"
///         let description = "The weather in a city"
///
///         @Generable struct Arguments { let city: String }
///
///         func call(arguments: Arguments) -> String { "8 degrees in \(arguments.city)" }
///     }
public protocol Tool<Arguments, Output>: Sendable {
    /// What a call returns to the model.
    associatedtype Output: PromptRepresentable
    /// What a call is given by the model.
    associatedtype Arguments: ConvertibleFromGeneratedContent

    /// The name by which the model calls the tool; that of the type unless given.
    var name: String { get }

    /// What the tool does and when to call it, for the model.
    var description: String { get }

    /// The schema of the arguments; that of their type unless given. Read once, when a session is made.
    var parameters: GenerationSchema { get }

    /// Whether the instructions show the schema of the arguments; true unless given.
    var includesSchemaInInstructions: Bool { get }

    /// Does what the tool does.
    ///
    /// - Parameter arguments: What the model asks for.
    /// - Returns: What the model is told.
    /// - Throws: Whatever keeps the tool from its work; the request of the session ends with it.
    @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
    /// The name of the type.
    public var name: String { String(describing: Self.self) }

    /// True.
    public var includesSchemaInInstructions: Bool { true }
}

extension Tool where Arguments: Generable {
    /// The schema of the type of the arguments.
    public var parameters: GenerationSchema { Arguments.generationSchema }
}
