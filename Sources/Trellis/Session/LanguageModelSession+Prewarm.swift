extension LanguageModelSession {
    /// Loads the model and has it read the conversation so far, so that the next answer begins sooner.
    ///
    /// Returns at once; the work is done in the background. It has no effect where the model is not available, which shows when
    /// a prompt is answered.
    ///
    /// - Parameter promptPrefix: How the next prompt will begin.
    public func prewarm(promptPrefix: Prompt? = nil) {
        func prewarm(_ model: some LanguageModel, _ transcript: Transcript) {
            // What keeps an executor from being made is thrown when a prompt is answered.
            guard let executor = try? executors.executor(for: model) else { return }
            executor.prewarm(model: model, transcript: transcript)
        }
        guard let profile = try? activeProfile() else { return }
        var transcript = profile.instructing(transcript)
        if let promptPrefix { transcript.append(.prompt(.init(segments: promptPrefix.segments))) }
        prewarm(profile.model, transcript)
    }

    /// Loads the model and has it read the conversation so far, so that the next answer begins sooner.
    ///
    /// - Parameter promptPrefix: How the next prompt will begin.
    public func prewarm(promptPrefix: String) { prewarm(promptPrefix: Prompt(promptPrefix)) }
}
