/// A type whose values a model can generate.
///
/// The macro of the same name writes the conformance for structures, actors and enumerations. A type can also conform
/// by hand: the schema says what the model may write, the initialiser reads it back.
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
    /// The form of a value of which only a part has been generated.
    associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

    /// What a value looks like.
    ///
    /// Cheap: the types of properties are looked at only when the schema is used, so that a type may contain itself.
    static var generationSchema: GenerationSchema { get }
}

extension Generable {
    /// The value as a partial one in which everything is present.
    ///
    /// Stops the program when the partial type cannot read what this type writes, a fault of a conformance by hand.
    public func asPartiallyGenerated() -> PartiallyGenerated {
        if let whole = self as? PartiallyGenerated { return whole }
        do {
            return try PartiallyGenerated(generatedContent)
        } catch {
            preconditionFailure("\(Self.PartiallyGenerated.self) does not read the content of \(Self.self): \(error)")
        }
    }
}
