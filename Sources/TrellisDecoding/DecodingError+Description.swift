import Foundation

extension DecodingError: CustomStringConvertible, LocalizedError {
    /// The error in one line.
    package var description: String {
        switch self {
        case .invalidOption(let name, let value, let requirement):
            "\(name) is \(value), it must be \(requirement)"
        case .emptyPrompt: "the prompt is empty"
        case .promptTooLong(let tokenCount, let contextLength):
            "the prompt has \(tokenCount) tokens, which leaves no room for an answer in a context of \(contextLength)"
        case .answerTooLong(let needed, let promptTokens, let contextLength):
            "the prompt has \(promptTokens) tokens and the shortest valid answer \(needed), together more than the context of \(contextLength)"
        case .budgetTooSmall(let needed, let available):
            "the shortest valid answer needs \(needed) tokens, only \(available) are allowed"
        case .noTokenFits(let partial):
            "no token leads from \(partial.debugDescription) to a complete answer within the token limit"
        case .grammarLimit(let message): message
        case .missingModelPart(let part): "the model file has no \(part)"
        case .foreignDraftModel(let name): "\(name) has another vocabulary than the model that it is to guess for"
        case .cancelled: "the request was cancelled"
        }
    }

    /// The error in one line.
    package var errorDescription: String? { description }
}
