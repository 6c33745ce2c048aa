extension Transcript {
    /// One thing that was said.
    public enum Entry: Sendable, Identifiable, Equatable {
        /// What the model was told about its task.
        case instructions(Instructions)
        /// What the user asked.
        case prompt(Prompt)
        /// The calls of tools that the model made at once.
        case toolCalls(ToolCalls)
        /// What a tool answered.
        case toolOutput(ToolOutput)
        /// What the model answered.
        case response(Response)
        /// What the model thought before it answered.
        case reasoning(Reasoning)

        /// The identity of the entry.
        public var id: String {
            switch self {
            case .instructions(let entry): entry.id
            case .prompt(let entry): entry.id
            case .toolCalls(let entry): entry.id
            case .toolOutput(let entry): entry.id
            case .response(let entry): entry.id
            case .reasoning(let entry): entry.id
            }
        }
    }
}

extension Transcript.Entry {
    /// The parts of the entry; those of its calls are none.
    var segments: [Transcript.Segment] {
        switch self {
        case .instructions(let entry): entry.segments
        case .prompt(let entry): entry.segments
        case .toolCalls: []
        case .toolOutput(let entry): entry.segments
        case .response(let entry): entry.segments
        case .reasoning(let entry): entry.segments
        }
    }
}

extension Transcript.Entry: CustomStringConvertible {
    /// The role and the text.
    public var description: String {
        switch self {
        case .instructions(let entry): entry.description
        case .prompt(let entry): entry.description
        case .toolCalls(let entry): entry.description
        case .toolOutput(let entry): entry.description
        case .response(let entry): entry.description
        case .reasoning(let entry): entry.description
        }
    }
}
