public import Foundation

extension LanguageModelExecutorGenerationChannel {
    /// A change to what has been generated.
    ///
    /// The identity of an entry is the executor's to choose; without one an event goes to the last entry of its kind, or
    /// begins the first. The same holds for segments of text. Metadata and usage replace what was said of them before.
    public enum Event: Sendable {
        /// The answer goes on.
        case response(entryID: String? = nil, action: Response.Action)
        /// The thoughts before the answer go on.
        case reasoning(entryID: String? = nil, action: Reasoning.Action)
        /// The calls of tools go on.
        case toolCalls(entryID: String? = nil, action: ToolCalls.Action)
    }

    /// What can happen to an answer.
    public enum Response {
        /// A change to an answer.
        public enum Action: Sendable {
            /// More text, so many tokens of it.
            case appendText(String, segmentID: String? = nil, tokenCount: Int)
            /// Other text in the place of a segment's.
            case replaceTextSegment(String, segmentID: String? = nil, tokenCount: Int)
            /// An attachment.
            case addAttachmentSegment(Transcript.AttachmentSegment)
            /// One attachment less.
            case removeAttachmentSegment(id: String)
            /// The metadata of the entry.
            case updateMetadata([String: any Sendable & Codable & Equatable])
            /// The tokens that the generation has taken.
            case updateUsage(
                input: LanguageModelSession.Usage.Input, output: LanguageModelSession.Usage.Output,
                metadata: [String: any Sendable & Codable & Equatable] = [:])
        }
    }

    /// What can happen to thoughts.
    public enum Reasoning {
        /// A change to thoughts.
        public enum Action: Sendable {
            /// More text, so many tokens of it.
            case appendText(String, segmentID: String? = nil, tokenCount: Int)
            /// Other text in the place of a segment's.
            case replaceTextSegment(String, segmentID: String? = nil, tokenCount: Int)
            /// What the provider will recognise the thoughts by.
            case updateSignature(Data, tokenCount: Int)
            /// The metadata of the entry.
            case updateMetadata([String: any Sendable & Codable & Equatable])
            /// The tokens that the generation has taken.
            case updateUsage(
                input: LanguageModelSession.Usage.Input, output: LanguageModelSession.Usage.Output,
                metadata: [String: any Sendable & Codable & Equatable] = [:])
        }
    }

    /// What can happen to calls of tools.
    public enum ToolCalls {
        /// A change to calls.
        public enum Action: Sendable {
            /// A call begins or goes on.
            case toolCall(id: String, name: String, action: ToolCall.Action)
            /// One call less.
            case removeToolCall(id: String)
            /// The metadata of the entry, kept for those who read the events.
            case updateMetadata([String: any Sendable & Codable & Equatable])
            /// The tokens that the generation has taken.
            case updateUsage(
                input: LanguageModelSession.Usage.Input, output: LanguageModelSession.Usage.Output,
                metadata: [String: any Sendable & Codable & Equatable] = [:])
        }
    }

    /// What can happen to one call of a tool.
    public enum ToolCall {
        /// A change to a call.
        public enum Action: Sendable {
            /// More of the JSON text of the arguments, so many tokens of it.
            case appendArguments(String, tokenCount: Int)
            /// The metadata of the call.
            case updateMetadata([String: any Sendable & Codable & Equatable])
        }
    }
}
