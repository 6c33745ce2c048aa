extension LanguageModelSession {
    /// Answers a prompt.
    ///
    /// The caller has marked the session as answering; it is free again afterwards.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - show: Gets each state of the answer.
    /// - Throws: The errors of a session. The transcript is then as it was before, unless it's to be kept.
    @concurrent func runTurn(
        _ request: TurnRequest, show: @escaping @Sendable (TurnState) -> Void
    ) async throws -> TurnOutcome {
        defer { endResponding() }
        let before = transcript
        do {
            let outcome = try await SessionPropertyValues.$current.withValue(properties) {
                var turn = Turn(session: self, request: request, show: show)
                return try await turn.run()
            }
            addUsage(outcome.state.usage)
            return outcome
        } catch {
            let error: any Swift.Error = Task.isCancelled ? CancellationError() : error
            let keepsEntries =
                (transcriptErrorHandlingPolicy ?? lastProfile?.errorPolicy)?.keepsEntries == true
                || request.keepsPartialAnswer && error is CancellationError
            if !keepsEntries { updateTranscript { $0 = before } }
            throw named(SessionFailure.publicError(for: error, schemaName: request.schema?.name))
        }
    }

    /// An error under the names that the session throws errors by.
    func named(_ error: any Swift.Error) -> any Swift.Error {
        switch errorNames {
        case .generationErrors: GenerationError(error) ?? error
        case .languageModelErrors: error
        }
    }
}
