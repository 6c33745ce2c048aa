/// What a tool returns, as the first betas of the API spelled it: any representable value does now.
@available(*, deprecated, message: "return the value itself: any PromptRepresentable is an output")
public struct ToolOutput: Sendable, PromptRepresentable {
    /// The output as a prompt.
    public let promptRepresentation: Prompt

    /// Makes an output of text.
    public init(_ text: String) { promptRepresentation = Prompt(text: text) }

    /// Makes an output of generated content, shown as its JSON text.
    public init(_ content: GeneratedContent) { promptRepresentation = content.promptRepresentation }
}
