/// The texts of a pattern in the order of their costs.
extension PatternPool {
    /// A text of a pattern, with about the number of bytes it is written with.
    package typealias CountedText = (scalars: [UInt32], cost: Int)

    /// The cheapest texts of a live pattern, and whether they are all.
    ///
    /// Looks along the states for the text whose cost so far and least cost to come is the lowest (A*); of a range of scalars only
    /// the cheapest is looked at, and the others wait as ranges.
    package func cheapestTexts(of state: State, limit: Int) -> (texts: [CountedText], isComplete: Bool) {
        var search = TextSearch()
        search.add(.init(state: state, prefix: -1, cost: 0), bound: cost(of: state))
        var texts: [CountedText] = []
        while let entry = search.next() {
            guard let (low, high) = entry.range else {
                if isNullable(entry.state) {
                    guard texts.count < limit else { return (texts, false) }
                    texts.append((search.scalars(entry.prefix), entry.cost))
                }
                for transition in transitions(from: entry.state) {
                    add(transition.low, transition.high, transition.target, entry, &search)
                }
                continue
            }
            let (scalar, cost) = Self.cheapest(low, high)
            let next = TextSearch.Entry(
                state: entry.state, prefix: search.extend(entry.prefix, scalar), cost: entry.cost + cost)
            search.add(next, bound: next.cost + self.cost(of: entry.state))
            if scalar > low { add(low, scalar - 1, entry.state, entry, &search) }
            if scalar < high { add(scalar + 1, high, entry.state, entry, &search) }
        }
        return (texts, true)
    }

    /// Adds the scalars of a range, surrogates left out.
    private func add(
        _ low: UInt32, _ high: UInt32, _ target: State, _ entry: TextSearch.Entry, _ search: inout TextSearch
    ) {
        let surrogates = ScalarSet.surrogates
        for (low, high) in [
            (low, min(high, surrogates.lowerBound - 1)), (max(low, surrogates.upperBound + 1), high),
        ] where low <= high {
            search.add(
                .init(state: target, prefix: entry.prefix, cost: entry.cost, range: (low, high)),
                bound: entry.cost + Self.cheapest(low, high).cost + cost(of: target))
        }
    }
}

/// What waits in a search for cheap texts, by its bound.
private struct TextSearch {
    /// A text's beginning and the pattern after it, or after one more scalar of a range.
    struct Entry {
        var state: PatternPool.State
        var prefix: Int
        var cost: Int
        var range: (low: UInt32, high: UInt32)?
    }

    private var buckets: [Int: [Entry]] = [:]
    private var least = 0
    private var greatest = -1
    /// Beginnings share theirs: each is another one and a scalar.
    private var prefixes: [(parent: Int, scalar: UInt32)] = []

    mutating func add(_ entry: Entry, bound: Int) {
        buckets[bound, default: []].append(entry)
        least = min(least, bound)
        greatest = max(greatest, bound)
    }

    mutating func next() -> Entry? {
        while least <= greatest {
            if let entry = buckets[least]?.popLast() { return entry }
            buckets[least] = nil
            least += 1
        }
        return nil
    }

    mutating func extend(_ prefix: Int, _ scalar: UInt32) -> Int {
        prefixes.append((prefix, scalar))
        return prefixes.count - 1
    }

    func scalars(_ prefix: Int) -> [UInt32] {
        var result: [UInt32] = []
        var prefix = prefix
        while prefix >= 0 {
            result.append(prefixes[prefix].scalar)
            prefix = prefixes[prefix].parent
        }
        return result.reversed()
    }
}
