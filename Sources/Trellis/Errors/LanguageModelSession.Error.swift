public import Foundation

extension LanguageModelSession {
    /// A use of a session at the wrong time.
    public enum Error: Swift.Error, Hashable, Sendable, LocalizedError {
        /// The session is still answering another prompt.
        case concurrentRequests

        /// What happened, in one line.
        public var errorDescription: String? {
            switch self {
            case .concurrentRequests: "the session is still answering another prompt"
            }
        }
    }
}
