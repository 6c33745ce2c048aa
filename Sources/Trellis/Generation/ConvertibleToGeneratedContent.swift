/// A type that can be written as generated content, and so be placed in prompts and instructions.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
    /// The value in the form in which a model generates it.
    var generatedContent: GeneratedContent { get }
}

extension ConvertibleToGeneratedContent {
    /// The JSON text of the value.
    public var instructionsRepresentation: Instructions { return Instructions(text: generatedContent.jsonString) }

    /// The JSON text of the value.
    public var promptRepresentation: Prompt { return Prompt(text: generatedContent.jsonString) }
}
