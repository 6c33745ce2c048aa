import Synchronization
import TrellisMatching

/// Values by key, of which the least recently used is dropped when there are too many.
///
/// A value is made outside the lock, so that a slow one keeps nobody waiting; two callers at the same time may both make it.
package final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values: Mutex<RecentlyUsed<Key, Value>>

    /// Makes a cache of at most so many values.
    package init(limit: Int) { values = Mutex(RecentlyUsed(limit: limit)) }

    /// The number of values kept.
    package var count: Int { values.withLock { $0.count } }

    /// The value of a key, made when it is not there.
    package func value(for key: Key, make: () throws -> Value) rethrows -> Value {
        if let value = values.withLock({ $0.value(for: key) }) { return value }
        let made = try make()
        return values.withLock { values in
            // Another caller may have been first.
            if let value = values.value(for: key) { return value }
            values.insert(made, for: key)
            return made
        }
    }
}
