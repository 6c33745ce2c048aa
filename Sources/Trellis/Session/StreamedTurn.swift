import Synchronization

/// A turn whose answer is shown while it comes.
///
/// The turn runs in a task of its own, which is cancelled when the last owner lets go.
final class StreamedTurn: Sendable {
    /// The states of the answer; only the newest waits for whoever iterates.
    let contents: AsyncThrowingStream<GeneratedContent, any Error>
    private let task: Task<TurnOutcome, any Error>

    /// Starts a turn.
    ///
    /// - Parameter run: Runs it, handing on each state of the answer.
    init(_ run: @escaping @Sendable (@escaping @Sendable (GeneratedContent) -> Void) async throws -> TurnOutcome) {
        let (stream, continuation) = AsyncThrowingStream<GeneratedContent, any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        contents = stream
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

        /// Marks the iteration as run to its end.
        func end() { isEnded.store(true, ordering: .relaxed) }

        deinit {
            if !isEnded.load(ordering: .relaxed) { turn.task.cancel() }
        }
    }
}
