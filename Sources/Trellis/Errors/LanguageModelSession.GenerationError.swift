public import Foundation

extension LanguageModelSession {
    /// What keeps a session from answering, under the names of the first release.
    ///
    /// Each case carries a line of text. The error under its later name, with details such as both sizes when the context was
    /// exceeded, is in `Context/underlyingError`.
    public enum GenerationError: Swift.Error, Sendable {
        /// The conversation does not fit into the context of the model. The transcript is as it was before the prompt.
        case exceededContextWindowSize(Context)
        /// There is no model to answer.
        case assetsUnavailable(Context)
        /// A policy of the application refused the prompt or the answer.
        case guardrailViolation(Context)
        /// A guide or schema that cannot be enforced exactly.
        case unsupportedGuide(Context)
        /// The model is not made for the language.
        case unsupportedLanguageOrLocale(Context)
        /// What was generated is not a value of the type, or there was not enough room for one.
        case decodingFailure(Context)
        /// Too many requests were made; only models behind a server have such limits.
        case rateLimited(Context)
        /// The session is still answering another prompt.
        case concurrentRequests(Context)
        /// The model declined to answer.
        case refusal(Refusal, Context)

        /// What the model said when it declined.
        public struct Refusal: Sendable {
            private let transcriptEntries: [Transcript.Entry]

            /// Keeps the entries of a turn in which the model declined.
            ///
            /// - Parameter transcriptEntries: The entries, of which the last response explains why.
            public init(transcriptEntries: [Transcript.Entry]) { self.transcriptEntries = transcriptEntries }

            /// Why the model declined, in its words: the text of the last response.
            public var explanation: LanguageModelSession.Response<String> {
                get async throws { try LanguageModelSession.Response(TurnOutcome(text: text)) }
            }

            /// Why the model declined, as a stream of one snapshot.
            public var explanationStream: LanguageModelSession.ResponseStream<String> {
                LanguageModelSession.ResponseStream(text: text)
            }

            private var text: String {
                for case .response(let response) in transcriptEntries.reversed() { return response.segments.text }
                return ""
            }
        }

        /// What is known about an error.
        public struct Context: Sendable {
            /// What happened, in one line.
            public let debugDescription: String
            /// The error with all its details, when there is one.
            public let underlyingError: (any Swift.Error)?

            /// Describes an error.
            ///
            /// - Parameter debugDescription: What happened, in one line.
            public init(debugDescription: String) {
                self.init(debugDescription: debugDescription, underlyingError: nil)
            }

            init(debugDescription: String, underlyingError: (any Swift.Error)?) {
                self.debugDescription = debugDescription
                self.underlyingError = underlyingError
            }
        }
    }
}

extension LanguageModelSession.GenerationError {
    /// The context of any case.
    private var context: Context {
        switch self {
        case .exceededContextWindowSize(let context), .assetsUnavailable(let context),
            .guardrailViolation(let context), .unsupportedGuide(let context),
            .unsupportedLanguageOrLocale(let context), .decodingFailure(let context), .rateLimited(let context),
            .concurrentRequests(let context), .refusal(_, let context):
            context
        }
    }

    /// The same failure under the names of the first release; nil for errors that kept their name.
    init?(_ error: any Error) {
        switch error {
        case let error as LanguageModelError:
            let context = Context(debugDescription: error.debugDescription, underlyingError: error)
            switch error {
            case .contextSizeExceeded: self = .exceededContextWindowSize(context)
            case .rateLimited, .timeout: self = .rateLimited(context)
            case .guardrailViolation: self = .guardrailViolation(context)
            case .unsupportedGenerationGuide: self = .unsupportedGuide(context)
            case .unsupportedLanguageOrLocale: self = .unsupportedLanguageOrLocale(context)
            case .refusal(let refusal): self = .refusal(refusal.formerForm, context)
            // The first release has no names for these.
            case .unsupportedCapability, .unsupportedTranscriptContent: return nil
            }
        case LanguageModelSession.Error.concurrentRequests:
            let error = LanguageModelSession.Error.concurrentRequests
            self = .concurrentRequests(
                Context(debugDescription: error.errorDescription ?? "\(error)", underlyingError: error))
        case let error as SystemLanguageModel.Error:
            self = .assetsUnavailable(Context(debugDescription: error.debugDescription, underlyingError: error))
        case let error as GeneratedContent.ParsingError:
            self = .decodingFailure(Context(debugDescription: error.debugDescription, underlyingError: error))
        default: return nil
        }
    }
}

extension LanguageModelSession.GenerationError: LocalizedError, CustomDebugStringConvertible {
    /// What happened, in one line.
    public var debugDescription: String { context.debugDescription }

    /// What happened, in one line.
    public var errorDescription: String? { context.debugDescription }

    /// What kind of failure it is.
    public var failureReason: String? {
        switch self {
        case .exceededContextWindowSize: "The conversation does not fit into the context of the model."
        case .assetsUnavailable: "There is no model that could answer."
        case .guardrailViolation: "A policy of the application refused the prompt or the answer."
        case .unsupportedGuide: "The schema has a part that cannot be enforced exactly."
        case .unsupportedLanguageOrLocale: "The model is not made for the language."
        case .decodingFailure: "What was generated is not a value of the type."
        case .rateLimited: "Too many requests were made."
        case .concurrentRequests: "A session answers one prompt at a time."
        case .refusal: "The model declined to answer."
        }
    }

    /// What to do about it.
    public var recoverySuggestion: String? {
        switch self {
        case .exceededContextWindowSize: "Start a new session with a shorter transcript or shorter instructions."
        case .assetsUnavailable: "Fetch a model with “trellis models get”, or name a model file in TRELLIS_MODEL."
        case .guardrailViolation: "Change the prompt or the policy."
        case .unsupportedGuide: "Take out or change the part that the description names."
        case .unsupportedLanguageOrLocale: "Ask in a language that the model supports."
        case .decodingFailure: "Allow more tokens for the answer, or use a smaller schema."
        case .rateLimited: "Try again later."
        case .concurrentRequests: "Wait until isResponding is false, or use another session."
        case .refusal: "Ask in another way."
        }
    }
}
