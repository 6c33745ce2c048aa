extension LanguageModelSession {
    /// An answer of a session.
    public struct Response<Content: Generable> {
        /// The answer.
        public let content: Content
        /// The answer as the model generated it.
        public let rawContent: GeneratedContent
        /// What the answer added to the transcript: the prompt, calls of tools with their outputs, the response.
        public let transcriptEntries: ArraySlice<Transcript.Entry>
        /// The tokens that the answer has taken, those of calls of tools with it.
        public let usage: Usage
        /// Whether the answer is text that was cut off at the greatest number of tokens. A value is never cut.
        public let isTruncated: Bool

        /// Reads the outcome of a turn.
        ///
        /// - Throws: What the initialiser of the type throws.
        init(_ outcome: TurnOutcome) throws {
            content = try Content(outcome.state.content)
            rawContent = outcome.state.content
            transcriptEntries = outcome.state.entries
            usage = outcome.state.usage
            isTruncated = outcome.isCut
        }
    }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}
