/// What a person thinks of an answer.
public struct LanguageModelFeedback: Sendable {
    /// How good the answer was.
    public enum Sentiment: String, Sendable, Hashable, CaseIterable {
        /// Good.
        case positive
        /// Bad.
        case negative
        /// Neither.
        case neutral
    }

    /// Something that was wrong with the answer.
    public struct Issue: Sendable, Hashable {
        /// What can be wrong.
        public enum Category: String, Sendable, Hashable, CaseIterable {
            /// The answer is of no use.
            case unhelpful
            /// The answer is too long.
            case tooVerbose
            /// The answer does something else than the instructions say.
            case didNotFollowInstructions
            /// The answer is false.
            case incorrect
            /// The answer judges people by a group they belong to.
            case stereotypeOrBias
            /// The answer has sexual content.
            case suggestiveOrSexual
            /// The answer insults.
            case vulgarOrOffensive
            /// The request was refused without a reason.
            case triggeredGuardrailUnexpectedly
        }

        /// What is wrong.
        public let category: Category
        /// What exactly, in words.
        public let explanation: String?

        /// Describes something that was wrong.
        ///
        /// - Parameters:
        ///   - category: What is wrong.
        ///   - explanation: What exactly, in words.
        public init(category: Category, explanation: String? = nil) {
            self.category = category
            self.explanation = explanation
        }
    }
}
