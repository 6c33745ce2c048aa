public import Foundation

/// What a session asks of an executor: one generation, which ends in an answer or in calls of tools.
public struct LanguageModelExecutorGenerationRequest: Sendable {
    /// The identity of the request.
    public var id: UUID
    /// The conversation, which ends with a prompt or with what tools returned.
    public var transcript: Transcript
    /// The tools that may be called.
    public var enabledToolDefinitions: [Transcript.ToolDefinition]
    /// What the answer must satisfy; nil for text.
    public var schema: GenerationSchema?
    /// How tokens are chosen, how many there may be, and whether tools may, must or must not be called.
    public var generationOptions: GenerationOptions
    /// What the context is to hold beside the transcript, and how long to reason.
    public var contextOptions: ContextOptions
    /// What the caller of the session wanted to hand on.
    public var metadata: [String: any Sendable & Codable & Equatable]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - id: The identity of the request.
    ///   - transcript: The conversation.
    ///   - enabledTools: The tools that may be called.
    ///   - schema: What the answer must satisfy; nil for text.
    ///   - generationOptions: How tokens are chosen, and whether tools are called.
    ///   - contextOptions: What the context is to hold beside the transcript.
    ///   - metadata: What the caller of the session wanted to hand on.
    public init(
        id: UUID = UUID(), transcript: Transcript, enabledTools: [Transcript.ToolDefinition] = [],
        schema: GenerationSchema? = nil, generationOptions: GenerationOptions = GenerationOptions(),
        contextOptions: ContextOptions = ContextOptions(),
        metadata: [String: any Sendable & Codable & Equatable] = [:]
    ) {
        self.id = id
        self.transcript = transcript
        enabledToolDefinitions = enabledTools
        self.schema = schema
        self.generationOptions = generationOptions
        self.contextOptions = contextOptions
        self.metadata = metadata
    }
}
