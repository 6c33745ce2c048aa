import Synchronization

/// Values by key, of which the least recently used is dropped when there are too many.
///
/// A value is made outside the lock, so that a slow one keeps nobody waiting; two callers at the same time may both make it.
package final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var values: [Key: (value: Value, lastUse: Int)] = [:]
        var useCount = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Makes a cache of at most so many values.
    package init(limit: Int) { self.limit = max(1, limit) }

    /// The number of values kept.
    package var count: Int { state.withLock { $0.values.count } }

    /// The value of a key, made when it is not there.
    package func value(for key: Key, make: () throws -> Value) rethrows -> Value {
        if let value = touch(key, orInsert: nil) { return value }
        let made = try make()
        return touch(key, orInsert: made) ?? made
    }

    private func touch(_ key: Key, orInsert made: Value?) -> Value? {
        state.withLock { state in
            state.useCount += 1
            guard let value = state.values[key]?.value ?? made else { return nil }
            state.values[key] = (value, state.useCount)
            if state.values.count > limit, let oldest = state.values.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                state.values[oldest.key] = nil
            }
            return value
        }
    }
}
