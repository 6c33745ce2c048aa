public import Foundation

extension LanguageModelSession {
    /// A use of a session at the wrong time.
    public enum Error: Swift.Error, Hashable, Sendable, LocalizedError {
        /// The session is still answering another prompt.
        case concurrentRequests
        /// The transcript was set while the session was answering; the request failed, and the transcript is not the new one.
        case transcriptMutationWhileResponding

        /// What happened, in one line.
        public var errorDescription: String? {
            switch self {
            case .concurrentRequests: "the session is still answering another prompt"
            case .transcriptMutationWhileResponding: "the transcript was set while the session was answering a prompt"
            }
        }
    }
}
