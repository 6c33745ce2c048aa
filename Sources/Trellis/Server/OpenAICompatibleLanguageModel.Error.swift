public import Foundation

extension OpenAICompatibleLanguageModel {
    /// What goes wrong between this process and a server; what models share is a ``LanguageModelError``.
    public enum Error: Swift.Error, Sendable, Hashable, LocalizedError, CustomStringConvertible {
        /// The server does not accept the key.
        case unauthorized(message: String)
        /// The server refused or failed, with its status and what it says.
        case http(status: Int, message: String)
        /// The server cannot be reached, or the connection broke.
        case connectionFailed(reason: String)
        /// What the server sent is not what it should be.
        case malformedReply(reason: String)

        /// The error in one line.
        public var description: String {
            switch self {
            case .unauthorized(let message): "the server does not accept the key: \(message)"
            case .http(let status, let message): "the server answered with status \(status): \(message)"
            case .connectionFailed(let reason): "the connection to the server failed: \(reason)"
            case .malformedReply(let reason): "the server's reply is not one of chat completions: \(reason)"
            }
        }

        /// The error in one line.
        public var errorDescription: String? { description }
    }
}
