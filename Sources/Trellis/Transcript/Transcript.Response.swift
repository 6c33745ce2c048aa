public import Foundation

extension Transcript {
    /// What a model answered.
    public struct Response: Sendable, Identifiable {
        /// The identity of the entry.
        public var id: String
        /// More about the answer; under `assetIDs` the names of the model's files.
        public var metadata: [String: any Sendable & Codable & Equatable]
        /// The parts of the answer.
        public var segments: [Segment]

        /// The names of the files of the model that answered.
        public var assetIDs: [String] { metadata["assetIDs"] as? [String] ?? [] }

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - id: The identity of the entry.
        ///   - metadata: More about the answer.
        ///   - segments: The parts of the answer.
        public init(
            id: String = UUID().uuidString, metadata: [String: any Sendable & Codable & Equatable] = [:],
            segments: [Segment]
        ) {
            self.id = id
            self.metadata = metadata
            self.segments = segments
        }

        /// Makes an entry that names the files of the model.
        ///
        /// - Parameters:
        ///   - id: The identity of the entry.
        ///   - assetIDs: The names of the files of the model.
        ///   - segments: The parts of the answer.
        public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Segment]) {
            self.init(id: id, metadata: ["assetIDs": assetIDs], segments: segments)
        }
    }
}

extension Transcript.Response: Equatable {
    /// Equal when everything is, metadata by their JSON.
    public static func == (left: Transcript.Response, right: Transcript.Response) -> Bool {
        left.id == right.id && left.segments == right.segments
            && TranscriptMetadata(left.metadata) == TranscriptMetadata(right.metadata)
    }
}

extension Transcript.Response: CustomStringConvertible {
    /// The role and the text.
    public var description: String { "(Response) \(segments.text)" }
}
