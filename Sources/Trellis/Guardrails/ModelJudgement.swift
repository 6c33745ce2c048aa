/// A rule that the guarded model itself applies: it's shown the rule and a text, and can answer with one of two words only.
///
/// Each check is a short request of its own. How well it works depends on the model.
public struct ModelJudgement: GuardrailPolicy {
    /// The rule, as a sentence that says what is not allowed.
    public let rule: String
    /// What is checked.
    public let sources: Set<GuardrailSource>

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - rule: What is not allowed, as a sentence.
    ///   - sources: What is checked.
    public init(_ rule: String, sources: Set<GuardrailSource> = [.prompt, .response]) {
        self.rule = rule
        self.sources = sources
    }

    @Generable enum Word { case allowed, refused }

    /// Asks the model for its word.
    ///
    /// - Throws: The errors of a session.
    public nonisolated(nonsending) func verdict(
        on text: String, from source: GuardrailSource, model: some LanguageModel
    ) async throws -> GuardrailVerdict {
        let session = LanguageModelSession(
            model: model, instructions: "You check texts by this rule: \(rule) Answer with “allowed” or “refused”.")
        session.errorNames = .languageModelErrors
        let word = try await session.respond(
            to: "Is this text allowed?\n\n\(text)", generating: Word.self, includeSchemaInPrompt: false,
            options: GenerationOptions(samplingMode: .greedy)
        ).content
        return word == .allowed ? .allowed : .refused(reason: "the model refused it by the rule “\(rule)”")
    }
}
