/// Patterns of forms that have a quicker way than their states.
extension PatternPool {
    /// The bounds of a pattern that is one set of scalars repeated, and the number of its unbounded repetition.
    package func scalarRun(_ state: State) -> (unbounded: State, minimum: Int, maximum: Int?)? {
        switch expressions[Int(state)] {
        case .scalars:
            return (repetition(state, atLeast: 0, atMost: nil), 1, 1)
        case .repetition(let inner, let minimum, let maximum):
            guard case .scalars = expressions[Int(inner)] else { return nil }
            return (repetition(inner, atLeast: 0, atMost: nil), minimum, maximum)
        default: return nil
        }
    }

    /// Whether the pattern matches every text but some fixed ones.
    package func excludesOnlyTexts(_ state: State) -> Bool {
        guard case .complement(let inner) = expressions[Int(state)], case .texts = expressions[Int(inner)] else {
            return false
        }
        return true
    }

    /// The pattern that remains after every scalar of a range, when it is one and the same.
    package func uniformTarget(of state: State, _ low: UInt32, _ high: UInt32) -> State? {
        let transitions = transitions(from: state)
        var first = 0
        var last = transitions.count
        while first < last {
            let middle = (first + last) / 2
            if transitions[middle].high < low { first = middle + 1 } else { last = middle }
        }
        guard first < transitions.count, transitions[first].low <= low, transitions[first].high >= high else {
            return nil
        }
        return transitions[first].target
    }

    /// The pattern of any scalar and then another pattern.
    package func afterAnyScalar(_ state: State) -> State { sequence(Self.anyScalar, state) }
}
