/// Joins the lines of a closure to dynamic instructions; tools stand among them as they are.
@resultBuilder
public struct DynamicInstructionsBuilder {
    /// Joins the lines of a block.
    public static func buildBlock<each Content: DynamicInstructions>(
        _ content: repeat each Content
    ) -> TupleDynamicInstructions<repeat each Content> {
        TupleDynamicInstructions(repeat each content)
    }

    /// Takes a block without lines.
    public static func buildBlock() -> EmptyDynamicInstructions { EmptyDynamicInstructions() }

    /// Takes the first branch of a condition.
    public static func buildEither<First, Second>(
        first content: First
    ) -> ConditionalDynamicInstructions<First, Second> {
        ConditionalDynamicInstructions(branch: .first(content))
    }

    /// Takes the second branch of a condition.
    public static func buildEither<First, Second>(
        second content: Second
    ) -> ConditionalDynamicInstructions<First, Second> {
        ConditionalDynamicInstructions(branch: .second(content))
    }

    /// Takes a condition's only branch, or nothing.
    public static func buildOptional<Content>(
        _ content: Content?
    ) -> ConditionalDynamicInstructions<Content, EmptyDynamicInstructions> {
        content.map { ConditionalDynamicInstructions(branch: .first($0)) }
            ?? ConditionalDynamicInstructions(branch: .second(EmptyDynamicInstructions()))
    }

    /// Takes the branch of an availability condition.
    public static func buildLimitedAvailability(_ content: some DynamicInstructions) -> AnyDynamicInstructions {
        AnyDynamicInstructions(content)
    }

    /// Takes a tool that the model may call.
    public static func buildExpression(_ tool: some Tool) -> AnyDynamicInstructions {
        AnyDynamicInstructions(tools: [tool])
    }

    /// Takes tools that the model may call.
    public static func buildExpression(_ tools: [any Tool]) -> AnyDynamicInstructions {
        AnyDynamicInstructions(tools: tools)
    }

    /// Takes dynamic instructions.
    public static func buildExpression<Content: DynamicInstructions>(_ content: Content) -> Content { content }
}
