/// A language model that a session can talk to.
///
/// A model is a small value: it says what it can do and names the executor that does it. ``SystemLanguageModel``,
/// ``TrellisLanguageModel`` and ``OpenAICompatibleLanguageModel`` are models of this package; a type of yours becomes one by
/// an executor of its own:
///
///     struct Echo: LanguageModel {
///         var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
///         var executorConfiguration: EchoExecutor.Configuration { .init() }
///         typealias Executor = EchoExecutor
///     }
public protocol LanguageModel: Sendable {
    /// What answers for the model.
    associatedtype Executor: LanguageModelExecutor where Executor.Model == Self

    /// What can be asked of the model. A session refuses what isn't among it before the executor is called.
    var capabilities: LanguageModelCapabilities { get }

    /// What an executor is made from. A session makes one executor for each configuration and keeps it.
    var executorConfiguration: Executor.Configuration { get }
}
