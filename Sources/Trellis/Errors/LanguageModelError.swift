public import Foundation

/// What keeps a language model from answering.
///
/// Each case carries a value with a line of text and what else is known. Unless it's told otherwise
/// (``LanguageModelSession/errorNames``), a session throws these under the names of the first release,
/// ``LanguageModelSession/GenerationError``, whose contexts carry the same line and the error itself.
public enum LanguageModelError: Error, Sendable {
    /// The conversation does not fit into the context of the model.
    case contextSizeExceeded(ContextSizeExceeded)
    /// Too many requests were made; only models behind a server have such limits.
    case rateLimited(RateLimited)
    /// A policy of the application refused the prompt or the answer.
    case guardrailViolation(GuardrailViolation)
    /// The model declined to answer.
    case refusal(Refusal)
    /// The model can't do what was asked of it, whatever the words.
    case unsupportedCapability(UnsupportedCapability)
    /// The transcript holds something that the model can't read.
    case unsupportedTranscriptContent(UnsupportedTranscriptContent)
    /// A guide or schema that cannot be enforced exactly.
    case unsupportedGenerationGuide(UnsupportedGenerationGuide)
    /// The model is not made for the language.
    case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
    /// The model took longer than it may.
    case timeout(Timeout)
}

extension LanguageModelError {
    /// The two sizes that do not go together.
    public struct ContextSizeExceeded: Sendable {
        /// The number of tokens that the context holds.
        public let contextSize: Int
        /// The number of tokens that were needed.
        public let tokenCount: Int
        /// What happened, in one line.
        public let debugDescription: String
        /// More about it.
        public let metadata: [String: any Sendable]

        /// Describes a conversation that is too long.
        ///
        /// - Parameters:
        ///   - contextSize: The number of tokens that the context holds.
        ///   - tokenCount: The number of tokens that were needed.
        ///   - debugDescription: What happened, in one line.
        ///   - metadata: More about it.
        public init(
            contextSize: Int, tokenCount: Int, debugDescription: String, metadata: [String: any Sendable] = [:]
        ) {
            self.contextSize = contextSize
            self.tokenCount = tokenCount
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// When requests are allowed again.
    public struct RateLimited: Sendable {
        /// When requests are allowed again, if that is known.
        public let resetDate: Date?
        /// What happened, in one line.
        public let debugDescription: String
        /// More about it.
        public let metadata: [String: any Sendable]

        /// Describes a limit that was reached.
        ///
        /// - Parameters:
        ///   - resetDate: When requests are allowed again, if that is known.
        ///   - debugDescription: What happened, in one line.
        ///   - metadata: More about it.
        public init(resetDate: Date? = nil, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.resetDate = resetDate
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// What a policy objected to.
    public struct GuardrailViolation: Sendable {
        /// What happened, in one line.
        public let debugDescription: String
        /// More about it.
        public let metadata: [String: any Sendable]

        /// Describes a violation.
        ///
        /// - Parameters:
        ///   - debugDescription: What happened, in one line.
        ///   - metadata: More about it.
        public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// Which schema cannot be enforced.
    public struct UnsupportedGenerationGuide: Sendable {
        /// The name of the schema, when it has one.
        public let schemaName: String?
        /// What happened, in one line.
        public let debugDescription: String
        /// More about it.
        public let metadata: [String: any Sendable]

        /// Describes a schema that cannot be enforced.
        ///
        /// - Parameters:
        ///   - schemaName: The name of the schema, when it has one.
        ///   - debugDescription: What happened, in one line.
        ///   - metadata: More about it.
        public init(schemaName: String?, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.schemaName = schemaName
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// Which language is not supported.
    public struct UnsupportedLanguageOrLocale: Sendable {
        /// The language.
        public let languageCode: Locale.LanguageCode
        /// What happened, in one line.
        public let debugDescription: String
        /// More about it.
        public let metadata: [String: any Sendable]

        /// Describes a language that is not supported.
        ///
        /// - Parameters:
        ///   - languageCode: The language.
        ///   - debugDescription: What happened, in one line.
        ///   - metadata: More about it.
        public init(
            languageCode: Locale.LanguageCode, debugDescription: String, metadata: [String: any Sendable] = [:]
        ) {
            self.languageCode = languageCode
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }

    /// What took too long.
    public struct Timeout: Sendable {
        /// What happened, in one line.
        public let debugDescription: String
        /// More about it.
        public let metadata: [String: any Sendable]

        /// Describes something that took too long.
        ///
        /// - Parameters:
        ///   - debugDescription: What happened, in one line.
        ///   - metadata: More about it.
        public init(debugDescription: String, metadata: [String: any Sendable] = [:]) {
            self.debugDescription = debugDescription
            self.metadata = metadata
        }
    }
}

extension LanguageModelError: LocalizedError, CustomDebugStringConvertible {
    /// What happened, in one line.
    public var debugDescription: String {
        switch self {
        case .contextSizeExceeded(let detail): detail.debugDescription
        case .rateLimited(let detail): detail.debugDescription
        case .guardrailViolation(let detail): detail.debugDescription
        case .refusal(let detail): detail.debugDescription
        case .unsupportedCapability(let detail): detail.debugDescription
        case .unsupportedTranscriptContent(let detail): detail.debugDescription
        case .unsupportedGenerationGuide(let detail): detail.debugDescription
        case .unsupportedLanguageOrLocale(let detail): detail.debugDescription
        case .timeout(let detail): detail.debugDescription
        }
    }

    /// What happened, in one line.
    public var errorDescription: String? { debugDescription }
}
