import Synchronization

/// A turn whose answer is shown while it comes.
///
/// The turn runs in a task of its own, which is cancelled when the last owner lets go.
final class StreamedTurn: Sendable {
    /// The states of the answer; only the newest waits for whoever iterates.
    let states: AsyncThrowingStream<TurnState, any Error>
    private let task: Task<TurnOutcome, any Error>
    /// An error under the names that its session throws errors by.
    let named: @Sendable (any Error) -> any Error

    /// Starts a turn.
    ///
    /// - Parameters:
    ///   - named: Gives errors the names that the session throws them by.
    ///   - run: Runs it, handing on each state of the answer.
    init(
        named: @escaping @Sendable (any Error) -> any Error = { $0 },
        _ run: @escaping @Sendable (@escaping @Sendable (TurnState) -> Void) async throws -> TurnOutcome
    ) {
        self.named = named
        let (stream, continuation) = AsyncThrowingStream<TurnState, any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        states = stream
        task = Task.detached {
            do {
                let outcome = try await run { continuation.yield($0) }
                continuation.finish()
                return outcome
            } catch {
                continuation.finish(throwing: error)
                throw error
            }
        }
    }

    deinit { task.cancel() }

    /// What the turn came to.
    var outcome: TurnOutcome {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// An iteration over the states; leaving it before its end gives the turn up.
    final class Visit: Sendable {
        private let turn: StreamedTurn
        private let isEnded = Atomic(false)

        /// Begins an iteration.
        init(_ turn: StreamedTurn) { self.turn = turn }

        /// An error under the names that the session throws errors by.
        func named(_ error: any Error) -> any Error { turn.named(error) }

        /// Marks the iteration as run to its end.
        func end() { isEnded.store(true, ordering: .relaxed) }

        deinit {
            if !isEnded.load(ordering: .relaxed) { turn.task.cancel() }
        }
    }
}
