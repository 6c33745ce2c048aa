extension Transcript {
    /// What a tool answered to a call.
    public struct ToolOutput: Sendable, Identifiable, Equatable {
        /// The identity of the entry, in general that of the call.
        public var id: String
        /// The name of the tool.
        public var toolName: String
        /// The parts of the answer.
        public var segments: [Segment]
        /// The identity of the call where it is not that of the entry.
        var differingCallID: String?

        /// The identity of the call that is answered.
        package var toolCallID: String { differingCallID ?? id }

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - id: The identity of the call.
        ///   - toolName: The name of the tool.
        ///   - segments: The parts of the answer.
        public init(id: String, toolName: String, segments: [Segment]) {
            self.id = id
            self.toolName = toolName
            self.segments = segments
        }
    }
}

extension Transcript.ToolOutput: CustomStringConvertible {
    /// The name of the tool and the text.
    public var description: String { "(Tool Output) \(toolName): \(segments.text)" }
}
