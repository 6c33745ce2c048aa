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
}
