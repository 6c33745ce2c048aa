public import Foundation

extension TemplateError: CustomStringConvertible, LocalizedError {
    /// The error in one line of words.
    public var description: String {
        switch self {
        case .unexpected(let found, let expected, let line):
            "chat template, line \(line): found \(found) where \(expected) is expected"
        case .unclosed(let what, let line): "chat template, line \(line): \(what) is not closed"
        case .unknownTag(let name, let line): "chat template, line \(line): unknown tag “\(name)”"
        case .unknownFilter(let name, let line): "chat template, line \(line): unknown filter “\(name)”"
        case .unknownTest(let name, let line): "chat template, line \(line): unknown test “\(name)”"
        case .undefined(let what, let line): "chat template, line \(line): \(what)"
        case .unsupported(let what, let line): "chat template, line \(line): \(what)"
        case .invalidArguments(let function, let what, let line):
            "chat template, line \(line): \(function) \(what)"
        case .limitReached(let limit, let line): "chat template, line \(line): \(limit)"
        case .variablesAreNoObject: "the variables of a chat template must be a JSON object"
        case .raised(let message): "the chat template refuses the conversation: \(message)"
        }
    }

    /// The error in one line of words.
    public var errorDescription: String? { description }
}

extension TemplateError.Limit: CustomStringConvertible {
    /// The limit in words.
    public var description: String {
        switch self {
        case .outputSize(let bytes): "the rendered text is larger than \(bytes) bytes"
        case .steps(let count): "it takes more than \(count) steps"
        case .textSize(let bytes): "it handles more than \(bytes) bytes of text"
        case .depth(let levels): "it is nested deeper than \(levels) levels"
        }
    }
}
