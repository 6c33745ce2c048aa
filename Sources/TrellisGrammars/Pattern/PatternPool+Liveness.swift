/// Questions about the language of a pattern.
extension PatternPool {
    /// Whether the pattern matches some text.
    ///
    /// Without intersection and complement the constructors have decided it; with them a shortest text is searched for. A
    /// search that visits more states than the limit ends with true and sets `exceeded`.
    package func isLive(_ state: State) -> Bool {
        guard isBoolean(state) else { return state != Self.nothing }
        return isNullable(state) || opening(state) != nil || shortest(of: state, by: .scalars) != nil
    }

    /// Whether two patterns have no text in common.
    package func areDisjoint(_ left: State, _ right: State) -> Bool { !isLive(intersection([left, right])) }

    /// Whether every text of the first pattern is one of the second.
    package func isSubset(_ left: State, of right: State) -> Bool { !isLive(intersection([left, complement(right)])) }
}
