/// Joins the lines of a closure to a prompt.
@resultBuilder
public struct PromptBuilder {
    /// Joins the lines of a block.
    public static func buildBlock<each Part: PromptRepresentable>(_ parts: repeat each Part) -> Prompt {
        var joined: [Prompt.Part] = []
        for part in repeat each parts { joined += part.promptRepresentation.parts }
        return Prompt(parts: joined)
    }

    /// Joins the results of a loop.
    public static func buildArray(_ parts: [some PromptRepresentable]) -> Prompt { parts.promptRepresentation }

    /// Takes the first branch of a condition.
    public static func buildEither(first part: some PromptRepresentable) -> Prompt { part.promptRepresentation }

    /// Takes the second branch of a condition.
    public static func buildEither(second part: some PromptRepresentable) -> Prompt { part.promptRepresentation }

    /// Takes a condition's only branch, or nothing.
    public static func buildOptional(_ part: Prompt?) -> Prompt { part ?? Prompt(parts: []) }

    /// Takes the branch of an availability condition.
    public static func buildLimitedAvailability(_ part: some PromptRepresentable) -> Prompt {
        part.promptRepresentation
    }

    /// Takes a value that has a representation.
    public static func buildExpression<Part: PromptRepresentable>(_ part: Part) -> Part { part }

    /// Takes a prompt.
    public static func buildExpression(_ part: Prompt) -> Prompt { part }

    /// Explains what is wrong with a value that has no representation.
    @available(*, unavailable, message: "prompts are made of values that conform to 'PromptRepresentable'")
    public static func buildExpression<Part>(_ part: Part) -> Prompt { Prompt(parts: []) }
}
