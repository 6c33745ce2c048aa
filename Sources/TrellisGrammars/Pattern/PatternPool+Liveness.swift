/// Questions about the language of a pattern.
extension PatternPool {
    /// Whether the pattern matches some text.
    ///
    /// Without intersection and complement the constructors have decided it. With them the reachable states are
    /// searched for one that matches the empty text; what is found out stays known. A search that visits more states
    /// than the limit ends with true and sets `hasExceededLimit`.
    package func isLive(_ state: State) -> Bool {
        guard isBoolean[Int(state)] else { return state != Self.nothing }
        if let known = liveness[state] { return known }
        var path: [(state: State, next: [Transition], index: Int)] = []
        var seen: Set<State> = [state]
        path.append((state, derivative(of: state), 0))
        while let top = path.last {
            if isNullable(top.state) || !isBoolean[Int(top.state)] || liveness[top.state] == true {
                for step in path { liveness[step.state] = true }
                return true
            }
            guard top.index < top.next.count else {
                path.removeLast()
                continue
            }
            guard seen.count <= Self.searchLimit else {
                hasExceededLimit = true
                return true
            }
            path[path.count - 1].index += 1
            let target = top.next[top.index].target
            if liveness[target] != false, seen.insert(target).inserted {
                path.append((target, derivative(of: target), 0))
            }
        }
        for dead in seen { liveness[dead] = false }
        return false
    }

    /// Whether two patterns have no text in common.
    package func areDisjoint(_ left: State, _ right: State) -> Bool { !isLive(intersection([left, right])) }

    /// Whether every text of the first pattern is one of the second.
    package func isSubset(_ left: State, of right: State) -> Bool { !isLive(intersection([left, complement(right)])) }

    /// The cost of the cheapest text of a live pattern, where a scalar costs about the bytes it is written with.
    ///
    /// Positive patterns by their structure; patterns with intersection or complement by Dijkstra's algorithm over
    /// their states.
    package func cost(of state: State) -> Int {
        if let known = costs[state] { return known }
        let result: Int
        switch expressions[Int(state)] {
        case _ where isNullable(state): result = 0
        case .nothing, .empty: result = 0
        case .scalars(let set): result = set.ranges.map { Self.cheapest($0.lowerBound, $0.upperBound).cost }.min() ?? 0
        case .sequence where !isBoolean[Int(state)]:
            // Along the sequence, not down it: a long pattern must not need a deep stack.
            var rest = state
            var total = 0
            while case .sequence(let head, let tail) = expressions[Int(rest)] {
                total += cost(of: head)
                rest = tail
            }
            result = total + cost(of: rest)
        case .choice(let states) where !isBoolean[Int(state)]: result = states.map(cost(of:)).min() ?? 0
        case .repetition(let inner, let minimum, _) where !isBoolean[Int(state)]:
            result = minimum.multipliedReportingOverflow(by: cost(of: inner)).partialValue
        case .texts(let number, let low, let high, let depth):
            let texts = list(number)
            result =
                (low..<high).map { index in
                    texts[index][depth...].reduce(0) { $0 + Self.cheapest($1, $1).cost }
                }.min() ?? 0
        default: return searchCost(of: state)
        }
        costs[state] = result
        return result
    }

    private func searchCost(of state: State) -> Int {
        var best: [State: Int] = [state: 0]
        var previous: [State: State] = [:]
        var buckets: [Int: [State]] = [0: [state]]
        var distance = 0
        var highest = 0
        while distance <= highest {
            while let current = buckets[distance]?.popLast() {
                guard best[current] == distance else { continue }
                let rest = isNullable(current) ? 0 : current == state ? nil : costs[current]
                if let rest {
                    var step: State? = current
                    var total = rest
                    while let known = step {
                        costs[known] = total
                        guard let before = previous[known], let here = best[known], let there = best[before] else {
                            break
                        }
                        total += here - there
                        step = before
                    }
                    return costs[state] ?? 0
                }
                for transition in transitions(from: current) {
                    let next = distance + Self.cheapest(transition.low, transition.high).cost
                    if next < best[transition.target] ?? .max {
                        best[transition.target] = next
                        previous[transition.target] = current
                        buckets[next, default: []].append(transition.target)
                        highest = max(highest, next)
                    }
                }
            }
            distance += 1
        }
        return 0
    }

    /// A cheapest text of a live pattern.
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
