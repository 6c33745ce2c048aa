import Synchronization

/// The executors of a session, one for each configuration that it has needed.
final class ExecutorStore: Sendable {
    /// A dictionary of executors by configuration for each type of executor.
    private let executors = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// The executor of a model, made when there is none for its configuration.
    ///
    /// - Throws: What the initialiser of the executor throws.
    func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
        let configuration = model.executorConfiguration
        let type = ObjectIdentifier(Model.Executor.self)
        return try executors.withLock { executors in
            var known = executors[type] as? [Model.Executor.Configuration: Model.Executor] ?? [:]
            if let executor = known[configuration] { return executor }
            let executor = try Model.Executor(configuration: configuration)
            known[configuration] = executor
            executors[type] = known
            return executor
        }
    }
}
