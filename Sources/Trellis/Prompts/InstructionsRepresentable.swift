/// A value that can be placed in instructions.
public protocol InstructionsRepresentable {
    /// The value as instructions.
    @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
    /// The elements one after another.
    public var instructionsRepresentation: Instructions {
        return Instructions(parts: flatMap { $0.instructionsRepresentation.parts })
    }
}

extension Optional: InstructionsRepresentable where Wrapped: InstructionsRepresentable {
    /// The wrapped value; nothing when there is none.
    public var instructionsRepresentation: Instructions {
        return self?.instructionsRepresentation ?? Instructions(parts: [])
    }
}
