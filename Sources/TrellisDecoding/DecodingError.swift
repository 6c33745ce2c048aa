/// What stops a model from being loaded or a text from being decoded.
package enum DecodingError: Error, Sendable, Equatable {
    /// A sampling or length parameter is outside its range.
    case invalidOption(name: String, value: String, requirement: String)
    /// The prompt has no tokens.
    case emptyPrompt
    /// The prompt leaves no room in the context.
    case promptTooLong(tokenCount: Int, contextLength: Int)
    /// The prompt leaves no room for the shortest text of the grammar; nothing was decoded.
    case answerTooLong(needed: Int, promptTokens: Int, contextLength: Int)
    /// The shortest text of the grammar needs more tokens than the request allows; nothing was decoded.
    case budgetTooSmall(needed: Int, available: Int)
    /// No token leads to a complete text within the budget.
    case noTokenFits(partial: String)
    /// Following the grammar has hit one of its limits.
    case grammarLimit(String)
    /// The model file lacks something that decoding needs.
    case missingModelPart(String)
    /// The model that is to guess tokens has another vocabulary.
    case foreignDraftModel(name: String)
    /// The request was given up.
    case cancelled
}
