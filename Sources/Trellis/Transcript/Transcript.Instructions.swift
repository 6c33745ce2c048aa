public import Foundation

extension Transcript {
    /// What a model was told about its task, and the tools that it may call.
    public struct Instructions: Sendable, Identifiable, Equatable {
        /// The identity of the entry.
        public var id: String
        /// The parts of the instructions.
        public var segments: [Segment]
        /// The tools that the model may call.
        public var toolDefinitions: [ToolDefinition]

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - id: The identity of the entry.
        ///   - segments: The parts of the instructions.
        ///   - toolDefinitions: The tools that the model may call.
        public init(id: String = UUID().uuidString, segments: [Segment], toolDefinitions: [ToolDefinition]) {
            self.id = id
            self.segments = segments
            self.toolDefinitions = toolDefinitions
        }
    }
}

extension Transcript.Instructions: CustomStringConvertible {
    /// The role, the text and the names of the tools.
    public var description: String {
        let tools = toolDefinitions.map(\.name).joined(separator: ", ")
        return "(Instructions) \(segments.text)" + (tools.isEmpty ? "" : " (Tools) \(tools)")
    }
}
