/// What a user asks of a model: text, in parts.
///
/// A prompt is made from a text, from anything representable, or by a builder whose lines become lines of the text.
public struct Prompt: Sendable {
    /// The parts, each a line or more.
    let parts: [String]

    init(parts: [String]) { self.parts = parts }

    /// Makes a prompt of one part.
    package init(text: String) { parts = [text] }

    /// The parts joined by line breaks.
    package var text: String { parts.joined(separator: "\n") }

    /// Makes a prompt from a value.
    public init(_ content: some PromptRepresentable) { self = content.promptRepresentation }

    /// Makes a prompt from the lines of a builder.
    public init(@PromptBuilder _ content: () throws -> Prompt) rethrows { self = try content() }
}

// Without the word `return` the builder that the requirement names would take the body apart, and so call it again.
extension Prompt: PromptRepresentable {
    /// The prompt itself.
    public var promptRepresentation: Prompt { return self }
}
