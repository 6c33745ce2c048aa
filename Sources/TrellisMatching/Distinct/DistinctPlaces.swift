import TrellisGrammars

/// The places of an array whose elements must differ, with the values that each may hold.
///
/// Only places with few values can run out of them, and only those up to the least number of elements have to be filled. A place
/// that has more values than there are such elements always finds one.
struct DistinctPlaces {
    /// The values of each of the first places, and of the others.
    private let prefix: [ValueEnumerator.Domain]
    private let items: ValueEnumerator.Domain
    private let minimum: Int
    /// Whether all places hold the same values and none is counted.
    private let isUniform: Bool
    /// The cost of the dearest value that was looked at.
    private let greatestCost: Int

    /// Looks at the values of an array's elements.
    init(_ array: ArrayNode, _ enumerator: inout ValueEnumerator, _ values: inout ValueTable) {
        let limit = 2 * array.tallies.reduce(array.minimumCount) { $0 + $1.minimumCount } + 2
        prefix = array.prefix.map { enumerator.domain(of: $0.index, limit: limit, &values) }
        items = array.items.map { enumerator.domain(of: $0.index, limit: limit, &values) } ?? .init()
        minimum = array.minimumCount
        isUniform = array.prefix.isEmpty && array.tallies.isEmpty
        greatestCost = (prefix + [items]).flatMap { $0.values.map(\.cost) }.max() ?? 0
    }

    private func domain(at place: Int) -> ValueEnumerator.Domain { place < prefix.count ? prefix[place] : items }

    /// Whether the required elements from a place on find values that differ from some and from each other.
    func canFill(from place: Int, without used: Set<ValueTable.Value>) -> Bool {
        let first = (place..<max(place, min(minimum, prefix.count))).filter { prefix[$0].isComplete }
        let others = max(0, minimum - max(place, prefix.count))
        if first.isEmpty {
            guard others > 0, items.isComplete else { return true }
            return items.values.reduce(0) { $0 + (used.contains($1.value) ? 0 : 1) } >= others
        }
        // Each place in turn takes a value, and those before it move on where that helps.
        let places = first + (items.isComplete ? Array(repeating: prefix.count, count: others) : [])
        var holders: [ValueTable.Value: Int] = [:]
        func assign(_ index: Int, _ seen: inout Set<ValueTable.Value>) -> Bool {
            for (value, _) in domain(at: places[index]).values where !used.contains(value) {
                guard seen.insert(value).inserted else { continue }
                if let holder = holders[value], !assign(holder, &seen) { continue }
                holders[value] = index
                return true
            }
            return false
        }
        for index in places.indices {
            var seen: Set<ValueTable.Value> = []
            if !assign(index, &seen) { return false }
        }
        return true
    }

    /// The values that an element must not have so that the required ones after it can be filled.
    func spared(at place: Int, used: Set<ValueTable.Value>) -> [ValueTable.Value] {
        // Where all places that are left hold the same values, one is as good as another.
        guard place < prefix.count else { return [] }
        let later = (place + 1..<max(place + 1, minimum)).map { domain(at: $0) }.filter(\.isComplete)
        var spared: [ValueTable.Value] = []
        for value in Set(later.flatMap { $0.values.map(\.value) }).subtracting(used).sorted()
        where !canFill(from: place + 1, without: used.union([value])) {
            spared.append(value)
        }
        return spared
    }

    /// The cost of required elements, about the bytes of their values.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - used: The values that they must not have.
    ///   - skipped: How many of the cheapest others may be taken meanwhile.
    func cost(of count: Int, without used: Set<ValueTable.Value>, skipping skipped: Int) -> Int {
        guard count > 0 else { return 0 }
        guard isUniform else { return count * greatestCost }
        let costs = items.values.lazy.filter { !used.contains($0.value) }.map(\.cost).dropFirst(skipped).prefix(count)
        return costs.reduce(0, +) + (count - costs.count) * greatestCost
    }
}
