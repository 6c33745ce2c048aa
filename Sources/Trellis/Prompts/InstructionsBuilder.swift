/// Joins the lines of a closure to instructions.
@resultBuilder
public struct InstructionsBuilder {
    /// Joins the lines of a block.
    public static func buildBlock<each Part: InstructionsRepresentable>(_ parts: repeat each Part) -> Instructions {
        var joined: [String] = []
        for part in repeat each parts { joined += part.instructionsRepresentation.parts }
        return Instructions(parts: joined)
    }

    /// Joins the results of a loop.
    public static func buildArray(_ parts: [some InstructionsRepresentable]) -> Instructions {
        parts.instructionsRepresentation
    }

    /// Takes the first branch of a condition.
    public static func buildEither(first part: some InstructionsRepresentable) -> Instructions {
        part.instructionsRepresentation
    }

    /// Takes the second branch of a condition.
    public static func buildEither(second part: some InstructionsRepresentable) -> Instructions {
        part.instructionsRepresentation
    }

    /// Takes a condition's only branch, or nothing.
    public static func buildOptional(_ part: Instructions?) -> Instructions { part ?? Instructions(parts: []) }

    /// Takes the branch of an availability condition.
    public static func buildLimitedAvailability(_ part: some InstructionsRepresentable) -> Instructions {
        part.instructionsRepresentation
    }

    /// Takes a value that has a representation.
    public static func buildExpression<Part: InstructionsRepresentable>(_ part: Part) -> Part { part }

    /// Takes instructions.
    public static func buildExpression(_ part: Instructions) -> Instructions { part }

    /// Explains what is wrong with a value that has no representation.
    @available(*, unavailable, message: "instructions are made of values that conform to 'InstructionsRepresentable'")
    public static func buildExpression<Part>(_ part: Part) -> Instructions { Instructions(parts: []) }
}
