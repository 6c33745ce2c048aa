/// What a request puts into the context of the model beside the prompt.
public struct ContextOptions: Sendable, Equatable {
    /// Whether the prompt shows the schema of the answer; nil means that it does. The answer has the form of the schema either way.
    public var includeSchemaInPrompt: Bool?

    /// How long a model that can reason does so before it answers; nil leaves it to the model.
    public var reasoningLevel: ReasoningLevel?

    /// How long a model reasons.
    public enum ReasoningLevel: Sendable, Equatable {
        /// A little.
        case light
        /// As much as most tasks need.
        case moderate
        /// As much as hard tasks need.
        case deep
        /// A level of the model's own.
        case custom(String)
    }

    /// Makes options.
    ///
    /// - Parameters:
    ///   - includeSchemaInPrompt: Whether the prompt shows the schema of the answer.
    ///   - reasoningLevel: How long a model reasons.
    public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
        self.includeSchemaInPrompt = includeSchemaInPrompt
        self.reasoningLevel = reasoningLevel
    }
}
