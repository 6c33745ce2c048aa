public import Foundation

extension Transcript {
    /// What a model thought before it answered.
    public struct Reasoning: Sendable, Identifiable {
        /// The identity of the entry.
        public var id: String
        /// More about the thoughts.
        public var metadata: [String: any Sendable & Codable & Equatable]
        /// The parts of the thoughts.
        public var segments: [Segment]
        /// What a provider needs to recognise the thoughts as its own.
        public var signature: Data?

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - id: The identity of the entry.
        ///   - metadata: More about the thoughts.
        ///   - segments: The parts of the thoughts.
        ///   - signature: What a provider needs to recognise the thoughts as its own.
        public init(
            id: String = UUID().uuidString, metadata: [String: any Sendable & Codable & Equatable] = [:],
            segments: [Segment], signature: Data? = nil
        ) {
            self.id = id
            self.metadata = metadata
            self.segments = segments
            self.signature = signature
        }
    }
}

extension Transcript.Reasoning: Equatable {
    /// Equal when everything is, metadata by their JSON.
    public static func == (left: Transcript.Reasoning, right: Transcript.Reasoning) -> Bool {
        left.id == right.id && left.segments == right.segments && left.signature == right.signature
            && TranscriptMetadata(left.metadata) == TranscriptMetadata(right.metadata)
    }
}

extension Transcript.Reasoning: CustomStringConvertible {
    /// The role and the text.
    public var description: String { "(Reasoning) \(segments.text)" }
}
