/// A rule about what may be asked and answered, which an application puts in front of a model.
///
/// An open model has no hidden rules, so none holds unless it's put there: by `SystemLanguageModel.Guardrails` or, for any model,
/// by ``LanguageModel/guarded(by:)``. A prompt is checked before the model sees it, an answer before anybody does: as long as
/// answers are checked they don't stream. What is refused fails with ``LanguageModelError/guardrailViolation(_:)``.
public protocol GuardrailPolicy: Hashable, Sendable {
    /// What is checked; prompts and answers unless given.
    var sources: Set<GuardrailSource> { get }

    /// Checks a text.
    ///
    /// - Parameters:
    ///   - text: The prompt or the answer.
    ///   - source: Which of both.
    ///   - model: The model that is guarded, without its guard.
    /// - Returns: Whether it may pass.
    /// - Throws: What keeps the check from being made; the request fails with that.
    nonisolated(nonsending) func verdict(
        on text: String, from source: GuardrailSource, model: some LanguageModel
    ) async throws -> GuardrailVerdict
}

extension GuardrailPolicy {
    /// Prompts and answers.
    public var sources: Set<GuardrailSource> { [.prompt, .response] }

    /// Whether another policy of any type is the same.
    func isSame(as other: any GuardrailPolicy) -> Bool { (other as? Self) == self }
}

/// Where a text that is checked comes from.
public enum GuardrailSource: Sendable, Hashable {
    /// A user asked it.
    case prompt
    /// The model answered it.
    case response
}

/// Whether a text may pass.
public enum GuardrailVerdict: Sendable, Hashable {
    /// It may.
    case allowed
    /// It may not, for a reason.
    case refused(reason: String)
}
