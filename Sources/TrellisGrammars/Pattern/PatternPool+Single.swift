/// The derivative by one scalar.
///
/// A text on its way through a list of names or a long pattern asks most states for one scalar, once. The derivative by
/// all scalars, which a mask needs, would look at all names that begin alike.
extension PatternPool {
    /// What remains after one scalar; it may be dead. The same pattern as in `derivative(of:)`.
    func derivative(of state: State, by scalar: UInt32) -> State {
        if let known = unsafe entries[Int(state)].derivative {
            let place = firstTransition(of: known, notBelow: scalar)
            return place < known.count && known[place].low <= scalar ? known[place].target : Self.nothing
        }
        switch expression(state) {
        case .nothing, .empty: return Self.nothing
        case .scalars(let set): return set.contains(scalar) ? Self.empty : Self.nothing
        case .sequence:
            // Along the sequence, not down it: a long one must not need a deep stack.
            var parts: [State] = []
            var rest = state
            while exceeded == nil, case .sequence(let head, let tail) = expression(rest) {
                if parts.count > 64 { checkTime() }
                parts.append(sequence(derivative(of: head, by: scalar), tail))
                guard isNullable(head) else { return choice(parts) }
                rest = tail
            }
            return choice(parts + [derivative(of: rest, by: scalar)])
        case .choice(let states):
            if states.count > 64 { checkTime() }
            guard exceeded == nil else { return Self.nothing }
            return choice(states.map { derivative(of: $0, by: scalar) })
        case .intersection(let states): return intersection(states.map { derivative(of: $0, by: scalar) })
        case .complement(let inner): return complement(derivative(of: inner, by: scalar))
        case .repetition(let inner, let minimum, let maximum):
            let rest = repetition(inner, atLeast: max(0, minimum - 1), atMost: maximum.map { $0 - 1 })
            return sequence(derivative(of: inner, by: scalar), rest)
        case .texts(let list, let low, let high, let depth):
            return textSuccessor(list: list, low: low, high: high, depth: depth, scalar)
        case .multiple:
            // Ten transitions: no less work one by one.
            let transitions = derivative(of: state)
            let place = firstTransition(of: transitions, notBelow: scalar)
            return place < transitions.count && transitions[place].low <= scalar
                ? transitions[place].target : Self.nothing
        }
    }

    private func textSuccessor(list: Int, low: Int, high: Int, depth: Int, _ scalar: UInt32) -> State {
        let texts = self.list(list)
        let open = texts[low].count == depth ? low + 1 : low
        /// The first of the texts whose next scalar is no less than a bound.
        func first(notBelow bound: UInt32, from start: Int) -> Int {
            var (low, high) = (start, high)
            while low < high {
                let middle = (low + high) / 2
                if texts[middle][depth] < bound { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let start = first(notBelow: scalar, from: open)
        let end = first(notBelow: scalar + 1, from: start)
        guard start < end else { return Self.nothing }
        if end == start + 1, texts[start].count == depth + 1 { return Self.empty }
        return intern(.texts(list: list, low: start, high: end, depth: depth + 1))
    }
}
