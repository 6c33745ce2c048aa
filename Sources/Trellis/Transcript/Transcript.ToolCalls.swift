public import Foundation

extension Transcript {
    /// Calls of tools that a model made at once.
    public struct ToolCalls: Sendable, Identifiable, Equatable {
        /// The identity of the entry.
        public var id: String
        private var calls: [ToolCall]

        /// Makes an entry of calls.
        ///
        /// - Parameters:
        ///   - id: The identity of the entry.
        ///   - calls: The calls in order.
        public init<S: Sequence>(id: String = UUID().uuidString, _ calls: S) where S.Element == ToolCall {
            self.id = id
            self.calls = Array(calls)
        }
    }

    /// A call of a tool.
    public struct ToolCall: Sendable, Identifiable {
        /// The identity of the call, which its output repeats.
        public var id: String
        /// The name of the tool.
        public var toolName: String
        /// The arguments, which satisfy the schema of the tool.
        public var arguments: GeneratedContent
        /// More about the call, for the use of programs.
        public var metadata: [String: any Sendable & Codable & Equatable]

        /// Makes a call.
        ///
        /// - Parameters:
        ///   - id: The identity of the call, which its output repeats.
        ///   - metadata: More about the call, for the use of programs.
        ///   - toolName: The name of the tool.
        ///   - arguments: The arguments.
        public init(
            id: String, metadata: [String: any Sendable & Codable & Equatable] = [:], toolName: String,
            arguments: GeneratedContent
        ) {
            self.id = id
            self.metadata = metadata
            self.toolName = toolName
            self.arguments = arguments
        }
    }
}

extension Transcript.ToolCalls: RandomAccessCollection {
    /// The position of the first call.
    public var startIndex: Int { calls.startIndex }

    /// The position after the last call.
    public var endIndex: Int { calls.endIndex }

    /// The call at a position, which must be one of the entry.
    public subscript(position: Int) -> Transcript.ToolCall { calls[position] }
}

extension Transcript.ToolCalls: CustomStringConvertible {
    /// The calls.
    public var description: String { "(Tool Calls) \(calls.map(\.description).joined(separator: ", "))" }
}

extension Transcript.ToolCall: Equatable {
    /// Equal when everything is, metadata by their JSON.
    public static func == (left: Transcript.ToolCall, right: Transcript.ToolCall) -> Bool {
        left.id == right.id && left.toolName == right.toolName && left.arguments == right.arguments
            && TranscriptMetadata(left.metadata) == TranscriptMetadata(right.metadata)
    }
}

extension Transcript.ToolCall: CustomStringConvertible {
    /// The name of the tool and the arguments.
    public var description: String { "\(toolName): \(arguments.jsonString)" }
}
