/// The shortest texts of patterns, and with them whether there is any.
extension PatternPool {
    /// The size of a shortest text, as far as it is known.
    struct Size {
        private let number: Int32
        static let unknown = Size(number: -2)
        static let none = Size(number: -1)

        private init(number: Int32) { self.number = number }

        init(_ size: Int?) { number = size.map { Int32(clamping: $0) } ?? -1 }

        var isKnown: Bool { number > -2 }
        /// Nil when there is no text.
        var value: Int? { number < 0 ? nil : Int(number) }
    }

    /// What a text is measured by.
    package enum Measure {
        /// One for each scalar.
        case scalars
        /// About the bytes each scalar is written with.
        case bytes

        fileprivate func cost(_ low: UInt32, _ high: UInt32) -> Int {
            self == .scalars ? 1 : PatternPool.cheapest(low, high).cost
        }
    }

    /// The size of a smallest text of a pattern; nil when it has none.
    ///
    /// By the structure where that decides it; intersections and complements by Dijkstra's algorithm over their
    /// derivatives, and what is found out on the way stays known. A search that visits more states than the limit sets
    /// `exceeded` and ends with 0.
    package func shortest(of state: State, by measure: Measure) -> Int? {
        if isNullable(state) { return 0 }
        let known = size(state, measure)
        if known.isKnown { return known.value }
        let result: Int?
        switch expression(state) {
        case .nothing, .empty: result = nil
        case .scalars(let set): result = set.ranges.map { measure.cost($0.lowerBound, $0.upperBound) }.min()
        case .sequence: result = shortestOfSequence(state, measure)
        case .choice(let states): result = states.compactMap { shortest(of: $0, by: measure) }.min()
        case .repetition(let inner, let minimum, _):
            result = shortest(of: inner, by: measure).map { $0.multipliedReportingOverflow(by: minimum) }
                .map { $0.overflow ? Self.endless : min($0.partialValue, Self.endless) }
        case .texts(let number, let low, let high, let depth):
            result = (low..<high).map { list(number)[$0][depth...].reduce(0) { $0 + measure.cost($1, $1) } }.min()
        case .intersection where measure == .scalars && lengthBound(state) != nil:
            // A bound on the length only asks whether the rest has a text that is short enough.
            let bound = lengthBound(state)
            result = bound.flatMap { bound in
                shortest(of: bound.core, by: measure).flatMap { $0 <= bound.maximum ? $0 : nil }
            }
        case .intersection, .complement, .multiple: return search(state, measure)
        }
        note(result, for: state, measure)
        return result
    }

    private func size(_ state: State, _ measure: Measure) -> Size {
        unsafe measure == .scalars ? entries[Int(state)].shortest.scalars : entries[Int(state)].shortest.bytes
    }

    private func note(_ size: Int?, for state: State, _ measure: Measure) {
        guard exceeded == nil else { return }
        if measure == .scalars {
            unsafe entries[Int(state)].shortest.scalars = Size(size)
        } else {
            unsafe entries[Int(state)].shortest.bytes = Size(size)
        }
    }

    /// A size beyond all that are told apart.
    private static var endless: Int { Int(Int32.max) }

    private func shortestOfSequence(_ state: State, _ measure: Measure) -> Int? {
        // Along the sequence, not down it: a long pattern must not need a deep stack.
        var rest = state
        var total = 0
        while case .sequence(let head, let tail) = expression(rest) {
            guard let size = shortest(of: head, by: measure) else { return nil }
            total = min(total + size, Self.endless)
            rest = tail
        }
        return shortest(of: rest, by: measure).map { min(total + $0, Self.endless) }
    }

    /// Whether a state's shortest text is only found by a search.
    private func needsSearch(_ state: State, _ measure: Measure) -> Bool {
        switch expression(state) {
        case .intersection: measure == .bytes || lengthBound(state) == nil
        case .complement, .multiple: true
        default: false
        }
    }

    private func search(_ start: State, _ measure: Measure) -> Int? {
        if measure == .scalars, derivative(of: start).contains(where: { isNullable($0.target) }) {
            note(1, for: start, measure)
            return 1
        }
        var best: [State: Int] = [start: 0]
        var previous: [State: State] = [:]
        var buckets: [Int: [State]] = [0: [start]]
        var (distance, farthest) = (0, 0)
        /// The state behind which the rest is known, with the size of the whole.
        var goal: (state: State, total: Int)?
        while distance <= min(farthest, goal?.total ?? .max) {
            while let current = buckets[distance]?.popLast() {
                guard best[current] == distance else { continue }
                if isNullable(current) || size(current, measure).isKnown || !needsSearch(current, measure) {
                    if let rest = shortest(of: current, by: measure), distance + rest < goal?.total ?? .max {
                        goal = (current, distance + rest)
                    }
                    continue
                }
                if best.count > limits.states { exceeded = .states }
                if isInterruptible, Task.isCancelled { exceeded = .time }
                guard exceeded == nil else { return 0 }
                for transition in derivative(of: current) {
                    let next = distance + measure.cost(transition.low, transition.high)
                    guard next < best[transition.target] ?? .max else { continue }
                    best[transition.target] = next
                    previous[transition.target] = current
                    buckets[next, default: []].append(transition.target)
                    farthest = max(farthest, next)
                }
            }
            distance += 1
        }
        guard let goal else {
            for state in best.keys where needsSearch(state, measure) { note(nil, for: state, measure) }
            return nil
        }
        var step: State? = goal.state
        while let state = step {
            if let distance = best[state] { note(goal.total - distance, for: state, measure) }
            step = previous[state]
        }
        return goal.total
    }

    /// A cheapest text of a live pattern by the bytes it is written with.
    package func cheapestText(of state: State) -> [UInt32] {
        var text: [UInt32] = []
        var state = state
        while !isNullable(state) {
            var choice: (scalar: UInt32, target: State, cost: Int)?
            for transition in transitions(from: state) {
                let cheapest = Self.cheapest(transition.low, transition.high)
                let total = cheapest.cost + cost(of: transition.target)
                if total < choice?.cost ?? .max { choice = (cheapest.scalar, transition.target, total) }
            }
            guard let choice else { return text }
            text.append(choice.scalar)
            state = choice.target
        }
        return text
    }

    /// About the bytes of a cheapest text of a live pattern.
    package func cost(of state: State) -> Int { shortest(of: state, by: .bytes) ?? 0 }

    /// The scalar of a range that is written with the fewest bytes, letters before digits before the rest.
    static func cheapest(_ low: UInt32, _ high: UInt32) -> (scalar: UInt32, cost: Int) {
        for range: ClosedRange<UInt32> in [
            0x61...0x7A, 0x30...0x39, 0x41...0x5A, 0x5D...0x7E, 0x23...0x5B, 0x20...0x21,
        ] {
            let first = max(low, range.lowerBound)
            if first <= min(high, range.upperBound) { return (first, 1) }
        }
        for (range, cost): (ClosedRange<UInt32>, Int) in [
            (0x22...0x22, 2), (0x5C...0x5C, 2), (0x80...0x7FF, 2), (0x7F...0x7F, 1), (0x08...0x0A, 2),
            (0x0C...0x0D, 2), (0x800...0xD7FF, 3), (0xE000...0xFFFF, 3), (0x10000...0x10FFFF, 4), (0x00...0x1F, 6),
        ] {
            let first = max(low, range.lowerBound)
            if first <= min(high, range.upperBound) { return (first, cost) }
        }
        return (low, 4)
    }
}
