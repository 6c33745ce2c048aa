import Synchronization
package import TrellisTokenization

/// A sequence of tokens together with the model state that has seen it.
///
/// Owned by one request at a time: the pool hands it out by removing it, and the request gives it back when it is done. That is
/// what makes passing it between threads safe though what it holds is not.
package final class PooledContext<Context>: @unchecked Sendable {
    /// The model state.
    package let context: Context
    /// What it has seen.
    package var tokens: [TokenID] = []

    /// Wraps a state that has seen nothing.
    package init(_ context: Context) { self.context = context }
}

/// Model states that earlier requests left, each with the tokens it has seen, so that a common beginning is not run again.
package final class ContextPool<Context>: Sendable {
    private let limit: Int
    /// The least recently used first.
    private let idle = Mutex<[PooledContext<Context>]>([])

    /// Makes a pool that keeps at most so many idle states.
    package init(limit: Int) { self.limit = max(1, limit) }

    /// The number of idle states.
    package var count: Int { idle.withLock { $0.count } }

    /// Takes the state to use for a prompt out of the pool; nil when a new one should be made.
    ///
    /// That is the one which shares the longest beginning with the prompt, when it would keep at least half of what it has seen: a
    /// conversation goes on. Otherwise the state belongs to another conversation and is only taken when the pool is full.
    ///
    /// - Returns: the state, and how many tokens of the prompt it has seen; its other tokens are to be cut off. At least the
    ///   last token of the prompt is left to run, since the logits after it are needed.
    package func take(for prompt: [TokenID]) -> (state: PooledContext<Context>, shared: Int)? {
        idle.withLock { idle in
            func shared(_ state: PooledContext<Context>) -> Int {
                min(zip(state.tokens, prompt).prefix { $0 == $1 }.count, max(0, prompt.count - 1))
            }
            guard let best = idle.indices.max(by: { shared(idle[$0]) < shared(idle[$1]) }) else { return nil }
            let goesOn = 2 * shared(idle[best]) >= idle[best].tokens.count
            guard goesOn || idle.count >= limit else { return nil }
            let state = idle.remove(at: goesOn ? best : 0)
            return (state, shared(state))
        }
    }

    /// Gives a state back with the tokens that it has seen.
    package func put(_ state: PooledContext<Context>) {
        idle.withLock { idle in
            idle.append(state)
            if idle.count > limit { idle.removeFirst() }
        }
    }
}
