public import Foundation

extension GeneratedContent {
    /// Generated text that is not, or not yet, a value of the type asked for.
    public struct ParsingError: LocalizedError, Sendable, CustomDebugStringConvertible {
        /// The text that could not be read.
        public let rawContent: String
        /// The error that stopped the reading, when there is one.
        public let underlyingError: (any Error)?
        /// What is wrong, in one line.
        public let debugDescription: String

        /// Makes an error.
        ///
        /// - Parameters:
        ///   - rawContent: The text that could not be read.
        ///   - underlyingError: The error that stopped the reading.
        ///   - debugDescription: What is wrong, in one line.
        public init(rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String) {
            self.rawContent = rawContent
            self.underlyingError = underlyingError
            self.debugDescription = debugDescription
        }

        /// What is wrong, in one line.
        public var errorDescription: String? { "unreadable content: \(debugDescription)" }
    }
}
