public import Foundation

extension Transcript {
    /// What a user asked, with the options of the request.
    public struct Prompt: Sendable, Identifiable {
        /// The identity of the entry.
        public var id: String
        /// More about the request, for the use of programs.
        public var metadata: [String: any Sendable & Codable & Equatable]
        /// The parts of the prompt.
        public var segments: [Segment]
        /// How tokens were to be chosen.
        public var options: GenerationOptions
        /// The form that the response must have; nil for text.
        public var responseFormat: ResponseFormat?
        /// What the context was to hold beside the prompt.
        public var contextOptions: ContextOptions

        /// Makes an entry.
        ///
        /// - Parameters:
        ///   - id: The identity of the entry.
        ///   - metadata: More about the request, for the use of programs.
        ///   - segments: The parts of the prompt.
        ///   - options: How tokens are to be chosen.
        ///   - responseFormat: The form that the response must have; nil for text.
        ///   - contextOptions: What the context is to hold beside the prompt.
        public init(
            id: String = UUID().uuidString, metadata: [String: any Sendable & Codable & Equatable] = [:],
            segments: [Segment], options: GenerationOptions = GenerationOptions(),
            responseFormat: ResponseFormat? = nil, contextOptions: ContextOptions = ContextOptions()
        ) {
            self.id = id
            self.metadata = metadata
            self.segments = segments
            self.options = options
            self.responseFormat = responseFormat
            self.contextOptions = contextOptions
        }
    }
}

extension Transcript.Prompt: Equatable {
    /// Equal when everything is, metadata by their JSON.
    public static func == (left: Transcript.Prompt, right: Transcript.Prompt) -> Bool {
        left.id == right.id && left.segments == right.segments && left.options == right.options
            && left.responseFormat == right.responseFormat && left.contextOptions == right.contextOptions
            && TranscriptMetadata(left.metadata) == TranscriptMetadata(right.metadata)
    }
}

extension Transcript.Prompt: CustomStringConvertible {
    /// The role, the text and the form of the response.
    public var description: String {
        "(Prompt) \(segments.text)" + (responseFormat.map { " (Response Format) \($0.name)" } ?? "")
    }
}
