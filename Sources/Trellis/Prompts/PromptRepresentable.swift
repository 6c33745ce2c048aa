/// A value that can be placed in prompts.
public protocol PromptRepresentable {
    /// The value as a prompt.
    @PromptBuilder var promptRepresentation: Prompt { get }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
    /// The elements one after another.
    public var promptRepresentation: Prompt { return Prompt(parts: flatMap { $0.promptRepresentation.parts }) }
}

extension Optional: PromptRepresentable where Wrapped: PromptRepresentable {
    /// The wrapped value; nothing when there is none.
    public var promptRepresentation: Prompt { return self?.promptRepresentation ?? Prompt(parts: []) }
}
