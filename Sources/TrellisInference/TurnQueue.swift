import Foundation

/// A lock that is given to those who wait for it in the order in which they came.
///
/// A request that takes it again at once, as one with a long prompt does between two batches, so can't keep others out.
///
/// Unsafe code: both numbers are read and written under the condition's lock alone.
final class TurnQueue: @unchecked Sendable {
    private let condition = NSCondition()
    /// The number that the next to come draws.
    private var next = 0
    /// The number whose turn it is.
    private var current = 0

    /// Calls a function when it is the caller's turn.
    func takeTurn(_ body: () -> Void) {
        condition.lock()
        let number = next
        next += 1
        while current != number { condition.wait() }
        condition.unlock()
        body()
        condition.lock()
        current += 1
        condition.broadcast()
        condition.unlock()
    }
}
