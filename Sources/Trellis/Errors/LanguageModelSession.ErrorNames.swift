extension LanguageModelSession {
    /// The names under which a session throws what went wrong.
    ///
    /// Foundation Models renamed its errors with the second release: programs built for the first one catch
    /// ``LanguageModelSession/GenerationError``, later ones ``LanguageModelError`` and its like.
    public enum ErrorNames: Sendable, Hashable {
        /// Those of the first release, 26. The later form of the error is in the context, as `underlyingError`.
        case generationErrors
        /// Those of the second release, 27.
        case languageModelErrors
    }
}
