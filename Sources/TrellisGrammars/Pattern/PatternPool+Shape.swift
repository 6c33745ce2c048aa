/// Patterns of forms that have a quicker way than their states.
extension PatternPool {
    /// A pattern without the bound on its length, and the bound: the pattern's texts are those of the core with at most
    /// so many scalars. Nil for a pattern of another form.
    package func lengthBound(_ state: State) -> (core: State, maximum: Int)? {
        switch expression(state) {
        case .scalars: return (repetition(state, atLeast: 1, atMost: nil), 1)
        case .repetition(let inner, let minimum, let maximum?):
            guard case .scalars = expression(inner) else { return nil }
            return (repetition(inner, atLeast: minimum, atMost: nil), maximum)
        case .intersection(let states):
            for member in states {
                guard case .repetition(Self.anyScalar, let minimum, let maximum?) = expression(member) else {
                    continue
                }
                let least = repetition(Self.anyScalar, atLeast: minimum, atMost: nil)
                return (intersection(states.filter { $0 != member } + [least]), maximum)
            }
            return nil
        default: return nil
        }
    }

    /// Whether the pattern is one set of scalars repeated.
    package func isScalarRun(_ state: State) -> Bool {
        switch expression(state) {
        case .scalars: return true
        case .repetition(let inner, _, _):
            if case .scalars = expression(inner) { return true }
            return false
        default: return false
        }
    }

    /// Whether the pattern matches every text but some fixed ones.
    package func excludesOnlyTexts(_ state: State) -> Bool {
        guard case .complement(let inner) = expression(state), case .texts = expression(inner) else { return false }
        return true
    }

    /// How a pattern goes on after every text of plain scalars: with at most `lead` less those of the text or `rest` further
    /// scalars, whichever is more, it can end.
    package struct Opening {
        package var lead: Int
        package var rest: Int
        /// Whether it goes on after every text of other scalars, too.
        package var isForAll: Bool

        /// For patterns whose way to the end is not known.
        static func endless(isForAll: Bool) -> Opening {
            Opening(lead: .max / 4, rest: .max / 4, isForAll: isForAll)
        }
    }

    /// The opening of a pattern that goes on after every text of plain scalars; nil when it is not known to.
    ///
    /// Plain are all scalars from a blank on but the quotation mark, the backslash and the line separators. Decided by
    /// the structure alone: `.*` goes on, and so does what begins with it; a choice with a part that does; and what
    /// leaves out finitely many texts of one that does.
    package func opening(_ state: State) -> Opening? {
        if let known = unsafe entries[Int(state)].opening { return known }
        var result: Opening?
        switch expression(state) {
        case .repetition(let inner, let minimum, nil):
            if case .scalars(let set) = expression(inner), set.isSuperset(of: .plain) {
                result = Opening(lead: minimum, rest: 0, isForAll: set == .all)
            }
        case .sequence(let head, let tail):
            if let opening = opening(head), let size = shortest(of: tail, by: .scalars) {
                result = opening
                result?.lead += size
                result?.rest += size
            }
        case .choice(let states):
            result = states.compactMap(opening).min { max($0.lead, $0.rest) < max($1.lead, $1.rest) }
        case .complement(let inner): result = isFinite(inner) ? .endless(isForAll: true) : nil
        case .intersection(let states):
            let open = states.filter { state in
                if case .complement(let inner) = expression(state) { return !isFinite(inner) }
                return true
            }
            let others = open.compactMap(opening)
            if open.count < 2, others.count == open.count {
                result = .endless(isForAll: others.allSatisfy(\.isForAll))
            }
        default: break
        }
        if exceeded == nil { unsafe entries[Int(state)].opening = .some(result) }
        return result
    }

    /// Whether the pattern is known to match finitely many texts.
    private func isFinite(_ state: State) -> Bool {
        switch expression(state) {
        case .nothing, .empty, .scalars, .texts: return true
        case .sequence:
            var rest = state
            while case .sequence(let head, let tail) = expression(rest) {
                guard isFinite(head) else { return false }
                rest = tail
            }
            return isFinite(rest)
        case .choice(let states): return states.allSatisfy(isFinite)
        case .intersection(let states): return states.contains(where: isFinite)
        case .repetition(let inner, _, let maximum): return maximum != nil && isFinite(inner)
        case .complement, .multiple: return false
        }
    }

    /// A length below which the pattern is known to match every text: 0 when nothing is known.
    ///
    /// What leaves out texts matches all that are shorter than the shortest of them. By the structure alone.
    package func matchedLength(_ state: State) -> Int {
        let known = unsafe entries[Int(state)].matchedLength
        if known >= 0 { return Int(known) }
        let result: Int
        switch expression(state) {
        case .complement(let inner): result = leastLength(inner)
        case .intersection(let states): result = states.reduce(.max) { min($0, matchedLength($1)) }
        case .choice(let states): result = states.reduce(0) { max($0, matchedLength($1)) }
        case .repetition(Self.anyScalar, 0, let maximum): result = maximum.map { $0 + 1 } ?? .max
        default: result = isNullable(state) ? 1 : 0
        }
        if exceeded == nil { unsafe entries[Int(state)].matchedLength = Int32(clamping: result) }
        return result
    }

    /// A length that no text of the pattern falls below.
    private func leastLength(_ state: State) -> Int {
        if isNullable(state) { return 0 }
        if !isBoolean(state) { return shortest(of: state, by: .scalars) ?? .max }
        let known = unsafe entries[Int(state)].leastLength
        if known >= 0 { return Int(known) }
        var result = 1
        switch expression(state) {
        case .intersection(let states): result = states.reduce(0) { max($0, leastLength($1)) }
        case .choice(let states): result = states.reduce(.max) { min($0, leastLength($1)) }
        case .sequence:
            // Along the sequence, not down it.
            result = 0
            var rest = state
            while case .sequence(let head, let tail) = expression(rest) {
                result = result.addingSaturated(leastLength(head))
                rest = tail
            }
            result = result.addingSaturated(leastLength(rest))
        default: break
        }
        if exceeded == nil { unsafe entries[Int(state)].leastLength = Int32(clamping: result) }
        return result
    }

    /// The pattern that remains after every scalar of a range, when it is one and the same.
    package func uniformTarget(of state: State, _ low: UInt32, _ high: UInt32) -> State? {
        let transitions = transitions(from: state)
        let place = firstTransition(of: transitions, notBelow: low)
        guard place < transitions.endIndex, transitions[place].low <= low, transitions[place].high >= high else {
            return nil
        }
        return transitions[place].target
    }

    /// The pattern of any scalar and then another pattern.
    package func afterAnyScalar(_ state: State) -> State { sequence(Self.anyScalar, state) }
}

extension ScalarSet {
    /// The scalars from a blank on but the quotation mark, the backslash and the line separators.
    fileprivate static let plain = ScalarSet([
        0x20...0x21, 0x23...0x5B, 0x5D...0x2027, 0x202A...0xD7FF, 0xE000...ScalarSet.maximum,
    ])
}
