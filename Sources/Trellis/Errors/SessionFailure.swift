import TrellisDecoding
import TrellisGrammars
import TrellisMatching

/// Turns the errors of the modules below into those that a session throws.
enum SessionFailure {
    /// The public error for one from below; errors that are public already stay.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - schemaName: The name of the schema that was asked for.
    static func publicError(for error: any Error, schemaName: String?) -> any Error {
        switch error {
        case let error as DecodingError: publicError(for: error)
        case is GrammarError, is MatchingError, is SchemaFault:
            LanguageModelError.unsupportedGenerationGuide(
                .init(
                    schemaName: schemaName,
                    debugDescription: schemaName.map { "schema “\($0)”: \(error)" } ?? "\(error)"))
        default: error
        }
    }

    private static func publicError(for error: DecodingError) -> any Error {
        switch error {
        case .invalidOption(let name, let value, let requirement):
            InvalidGenerationOption(name: name, value: value, requirement: requirement)
        case .promptTooLong(let tokenCount, let contextLength):
            LanguageModelError.contextSizeExceeded(
                .init(contextSize: contextLength, tokenCount: tokenCount, debugDescription: error.description))
        case .answerTooLong(let needed, let promptTokens, let contextLength):
            LanguageModelError.contextSizeExceeded(
                .init(
                    contextSize: contextLength, tokenCount: promptTokens + needed,
                    debugDescription: error.description))
        case .budgetTooSmall, .noTokenFits, .grammarLimit:
            GeneratedContent.ParsingError(
                rawContent: error.partialText, underlyingError: error, debugDescription: error.description)
        case .cancelled: CancellationError()
        case .emptyPrompt: InvalidGenerationOption(name: "prompt", value: "empty", requirement: "at least one token")
        case .missingModelPart, .foreignDraftModel:
            SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: error.description))
        }
    }
}

extension DecodingError {
    /// The text decoded before the error.
    fileprivate var partialText: String {
        if case .noTokenFits(let partial) = self { return partial }
        return ""
    }
}
