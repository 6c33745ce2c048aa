import Foundation
import Synchronization

/// A flag that a request was given up, set from any thread.
package final class CancellationFlag: Sendable {
    private let value = Atomic(false)

    /// Makes a flag that is not set.
    package init() {}

    /// Whether the flag is set.
    package var isSet: Bool { value.load(ordering: .relaxed) }

    /// Sets the flag for good.
    package func set() { value.store(true, ordering: .relaxed) }
}

/// Runs work that takes long on a thread of its own, so that it neither holds up the caller's actor nor takes a thread from
/// the pool that Swift concurrency shares.
///
/// - Parameter work: gets a flag that is set when the calling task is cancelled.
package func onOwnThread<Result: Sendable>(
    _ work: @escaping @Sendable (CancellationFlag) throws -> Result
) async throws -> Result {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try work(flag) }) }
        }
    } onCancel: {
        flag.set()
    }
}
