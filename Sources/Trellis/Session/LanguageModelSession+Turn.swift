extension LanguageModelSession {
    /// Answers a prompt.
    ///
    /// The caller has marked the session as answering; it is free again afterwards.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - show: Gets each state of the answer.
    /// - Throws: The errors of a session. The transcript is then as it was before.
    @concurrent func runTurn(
        _ request: TurnRequest, show: @escaping @Sendable (GeneratedContent) -> Void
    ) async throws -> TurnOutcome {
        defer { endResponding() }
        let start = transcript.count
        do {
            var turn = Turn(session: self, request: request, show: show)
            return try await turn.run()
        } catch {
            let error: any Swift.Error = Task.isCancelled ? CancellationError() : error
            if !(request.keepsPartialAnswer && error is CancellationError) {
                updateTranscript { $0.removeSubrange(min(start, $0.count)...) }
            }
            let found = SessionFailure.publicError(for: error, schemaName: request.schema?.name)
            throw GenerationError(found) ?? found
        }
    }
}
