import Synchronization

/// Compiles grammars for one vocabulary in the background, each once, and keeps those that were used last.
///
/// Requests for one source at the same time share one compile, and all later ones its result, as long as it is kept. Safe to
/// use from any number of tasks.
public final class GrammarCompiler: Sendable {
    /// The vocabulary that grammars are compiled for.
    public let vocabulary: MatchingVocabulary

    /// A compile, and who waits for it.
    private struct Run {
        var number: Int
        var task: Task<Void, Never>
        var waiters: [Int: CheckedContinuation<CompiledGrammar, any Error>]
    }

    private struct State {
        var finished: RecentlyUsed<GrammarSource.Key, CompiledGrammar>
        var running: [GrammarSource.Key: Run] = [:]
        /// The number of requests so far.
        var count = 0
    }

    private let state: Mutex<State>

    /// Makes a compiler without any grammar.
    ///
    /// - Parameter limit: how many compiled grammars are kept, at least one. Each keeps the tables that its texts have made
    ///   so far, some megabytes for one that is used much; matchers keep theirs alive when the compiler has dropped it.
    public init(for vocabulary: MatchingVocabulary, limit: Int = 64) {
        self.vocabulary = vocabulary
        state = Mutex(State(finished: RecentlyUsed(limit: limit)))
    }

    /// The compiled grammar of a source.
    ///
    /// A look-up when it is kept, which hashes the text. Otherwise it is compiled in a task of its own; an error is
    /// not kept. When the calling task is cancelled, the call ends at once, and so does the compile if nobody else waits for it.
    ///
    /// - Throws: `JSONError` for a schema that is no JSON, `GrammarError`, `MatchingError`, `CancellationError`.
    public func compile(_ source: GrammarSource) async throws -> CompiledGrammar {
        let key = source.key
        let request = state.withLock { state in
            state.count += 1
            return state.count
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { enter($0, request, source, key) }
        } onCancel: {
            leave(request, key)
        }
    }

    private func enter(
        _ continuation: CheckedContinuation<CompiledGrammar, any Error>, _ request: Int, _ source: GrammarSource,
        _ key: GrammarSource.Key
    ) {
        let known: Result<CompiledGrammar, any Error>? = state.withLock { state in
            // A task that is cancelled after this line finds itself among those who wait.
            if Task.isCancelled { return .failure(CancellationError()) }
            if let grammar = state.finished.value(for: key) { return .success(grammar) }
            if state.running[key] != nil {
                state.running[key]?.waiters[request] = continuation
                return nil
            }
            let task = Task {
                let result = Result {
                    try CompiledGrammar(source.grammar(), for: self.vocabulary, limits: source.costs)
                }
                self.finish(request, key, result)
            }
            state.running[key] = Run(number: request, task: task, waiters: [request: continuation])
            return nil
        }
        if let known { continuation.resume(with: known) }
    }

    private func leave(_ request: Int, _ key: GrammarSource.Key) {
        let continuation = state.withLock { state in
            let continuation = state.running[key]?.waiters.removeValue(forKey: request)
            if continuation != nil, let run = state.running[key], run.waiters.isEmpty {
                run.task.cancel()
                state.running[key] = nil
            }
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    private func finish(_ run: Int, _ key: GrammarSource.Key, _ result: Result<CompiledGrammar, any Error>) {
        let waiters = state.withLock { state in
            // A compile that everybody has left may have been followed by another one.
            guard let ended = state.running[key], ended.number == run else {
                return [CheckedContinuation<CompiledGrammar, any Error>]()
            }
            state.running[key] = nil
            if case .success(let grammar) = result { state.finished.insert(grammar, for: key) }
            return Array(ended.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}
