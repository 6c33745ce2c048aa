/// What a model is told about its task before any prompt: text, in parts.
///
/// Instructions are made from a text, from anything representable, or by a builder whose lines become lines of the text.
public struct Instructions: Sendable {
    /// The parts, each a line or more.
    let parts: [String]

    init(parts: [String]) { self.parts = parts }

    /// Makes instructions of one part.
    package init(text: String) { parts = [text] }

    /// The parts joined by line breaks.
    package var text: String { parts.joined(separator: "\n") }

    /// Makes instructions from a value.
    public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }

    /// Makes instructions from the lines of a builder.
    public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows { self = try content() }
}

// Without the word `return` the builder that the requirement names would take the body apart, and so call it again.
extension Instructions: InstructionsRepresentable {
    /// The instructions themselves.
    public var instructionsRepresentation: Instructions { return self }
}
