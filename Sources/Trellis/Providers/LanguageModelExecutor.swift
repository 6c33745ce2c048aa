/// What answers for a language model.
///
/// A session makes an executor when it first needs one and keeps it for as long as it lives itself. It hands over the whole
/// transcript each time: what an executor keeps of earlier requests, such as a key-value cache, it compares with that itself.
/// The loop of tool calls is the session's: when a generation has called tools, the session calls them and asks again.
public protocol LanguageModelExecutor: Sendable {
    /// What an executor is made from.
    associatedtype Configuration: Hashable, Sendable

    /// The model that it answers for.
    associatedtype Model: LanguageModel

    /// Makes an executor.
    ///
    /// - Throws: What keeps it from working; the request that needed it fails with that.
    init(configuration: Configuration) throws

    /// Prepares for a conversation, so that the next answer begins sooner.
    ///
    /// Returns at once; does nothing unless an executor says otherwise.
    ///
    /// - Parameters:
    ///   - model: The model that will be asked.
    ///   - transcript: How the next request's transcript will begin.
    func prewarm(model: Model, transcript: Transcript)

    /// Answers a request.
    ///
    /// Returns when the generation is over. Throws what keeps it from that, `LanguageModelError` where a case fits; when the task
    /// is cancelled, returns or throws `CancellationError`.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - model: The model that is asked.
    ///   - channel: Takes the answer as it comes.
    nonisolated(nonsending) func respond(
        to request: LanguageModelExecutorGenerationRequest, model: Model,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws
}

extension LanguageModelExecutor {
    /// Does nothing.
    public func prewarm(model: Model, transcript: Transcript) {}
}
