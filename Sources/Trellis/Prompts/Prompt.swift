/// What a user asks of a model: text and attachments, in parts.
///
/// A prompt is made from a text, from anything representable, or by a builder whose lines become lines of the text.
public struct Prompt: Sendable {
    /// A part of a prompt.
    enum Part: Sendable {
        /// A line or more.
        case text(String)
        /// Something beside text, with the name that it was given.
        case attachment(Transcript.Attachment, label: String?)
    }

    /// The parts in order.
    let parts: [Part]

    init(parts: [Part]) { self.parts = parts }

    /// Makes a prompt of one part.
    package init(text: String) { parts = [.text(text)] }

    /// The text of the parts joined by line breaks.
    package var text: String { segments.text }

    /// The parts as they stand in a transcript; texts next to each other are one segment.
    var segments: [Transcript.Segment] {
        var segments: [Transcript.Segment] = []
        for part in parts {
            switch (part, segments.last) {
            case (.text(let text), .text(let last)):
                segments[segments.count - 1] = .text(.init(id: last.id, content: last.content + "\n" + text))
            case (.text(let text), _): segments.append(.text(.init(content: text)))
            case (.attachment(let content, let label), _):
                segments.append(.attachment(.init(content: content, label: label)))
            }
        }
        return segments
    }

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
