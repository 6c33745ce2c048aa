extension LanguageModelError {
    /// What the model said instead of an answer.
    public struct Refusal: Sendable {
        private let text: String
        /// What happened, in one line.
        public let debugDescription: String
        /// More about it.
        public let metadata: [String: any Sendable]

        /// Describes a refusal.
        ///
        /// - Parameters:
        ///   - explanation: Why the model declined, in its words.
        ///   - debugDescription: What happened, in one line.
        ///   - metadata: More about it.
        public init(explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            text = explanation
            self.debugDescription = debugDescription
            self.metadata = metadata
        }

        /// Why the model declined, in its words.
        public var explanation: LanguageModelSession.Response<String> {
            get async throws { try LanguageModelSession.Response(TurnOutcome(text: text)) }
        }

        /// Why the model declined, as a stream of one snapshot.
        public var explanationStream: LanguageModelSession.ResponseStream<String> {
            LanguageModelSession.ResponseStream(text: text)
        }

        /// The refusal as the first release has it.
        var formerForm: LanguageModelSession.GenerationError.Refusal {
            .init(transcriptEntries: [.response(.init(segments: [.text(.init(content: text))]))])
        }
    }

    /// What a model can't do.
    public struct UnsupportedCapability: Sendable {
        /// What was asked for.
        public let capability: LanguageModelCapabilities.Capability
        /// What happened, in one line.
        public let debugDescription: String
        /// More about it.
        public let metadata: [String: any Sendable]

        /// Describes something that a model can't do.
        ///
        /// - Parameters:
        ///   - capability: What was asked for.
        ///   - debugDescription: What happened, in one line.
        ///   - metadata: More about it.
        public init(
            capability: LanguageModelCapabilities.Capability, debugDescription: String,
            metadata: [String: any Sendable] = [:]
        ) {
            self.capability = capability
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// What a model can't read.
    public struct UnsupportedTranscriptContent: Sendable {
        /// The entries with it.
        public let unsupportedContent: [Transcript.Entry]
        /// What happened, in one line.
        public let debugDescription: String
        /// More about it.
        public let metadata: [String: any Sendable]

        /// Describes entries that a model can't read.
        ///
        /// - Parameters:
        ///   - unsupportedContent: The entries.
        ///   - debugDescription: What happened, in one line.
        ///   - metadata: More about it.
        public init(
            unsupportedContent: [Transcript.Entry], debugDescription: String, metadata: [String: any Sendable] = [:]
        ) {
            self.unsupportedContent = unsupportedContent
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }
}
