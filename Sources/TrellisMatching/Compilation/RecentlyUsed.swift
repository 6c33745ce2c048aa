/// Values by key, of which the least recently used is dropped when there are too many.
package struct RecentlyUsed<Key: Hashable, Value> {
    private var entries: [Key: (value: Value, lastUse: Int)] = [:]
    private var useCount = 0
    private let limit: Int

    /// Makes an empty collection of at most so many values.
    package init(limit: Int) { self.limit = max(1, limit) }

    /// The number of values.
    package var count: Int { entries.count }

    /// The value of a key, which counts as a use.
    package mutating func value(for key: Key) -> Value? {
        guard let value = entries[key]?.value else { return nil }
        insert(value, for: key)
        return value
    }

    /// Adds or replaces a value, which counts as a use. Looks at all keys when one has to go.
    package mutating func insert(_ value: Value, for key: Key) {
        useCount += 1
        entries[key] = (value, useCount)
        if entries.count > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
    }
}
