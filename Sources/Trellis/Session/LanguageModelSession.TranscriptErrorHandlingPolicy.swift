extension LanguageModelSession {
    /// What happens to the transcript when a request fails.
    public struct TranscriptErrorHandlingPolicy: Sendable, Hashable {
        private enum Kind { case revert, preserve }
        private let kind: Kind

        /// Whether the entries of the failed turn stay.
        var keepsEntries: Bool { kind == .preserve }

        /// The transcript is as it was before the request, so that the request can be repeated.
        public static let revertTranscript = TranscriptErrorHandlingPolicy(kind: .revert)

        /// The prompt stays, with whatever had been answered.
        public static let preserveTranscript = TranscriptErrorHandlingPolicy(kind: .preserve)
    }
}
