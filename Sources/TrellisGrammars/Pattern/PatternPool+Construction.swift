/// Smart constructors: each simplifies, so that patterns with one meaning get one number as often as is cheap.
extension PatternPool {
    /// The number of a pattern.
    package func state(for pattern: Pattern) -> State {
        switch pattern {
        case .nothing: Self.nothing
        case .empty: Self.empty
        case .scalars(let set): scalars(set)
        case .sequence(let parts):
            parts.reversed().reduce(Self.empty) { tail, head in sequence(state(for: head), tail) }
        case .choice(let parts): choice(parts.map(state(for:)))
        case .intersection(let parts): intersection(parts.map(state(for:)))
        case .complement(let inner): complement(state(for: inner))
        case .repetition(let inner, let minimum, let maximum):
            repetition(state(for: inner), atLeast: minimum, atMost: maximum)
        case .texts(let texts): self.texts(texts)
        case .multiple(let modulus, let residue): multiple(of: modulus, residue: residue)
        }
    }

    func multiple(of modulus: Int, residue: Int) -> State {
        guard modulus > 0 else { return Self.nothing }
        let rest = residue % modulus
        return intern(.multiple(of: modulus, residue: rest < 0 ? rest + modulus : rest))
    }

    func scalars(_ set: ScalarSet) -> State { set.isEmpty ? Self.nothing : intern(.scalars(set)) }

    func texts(_ texts: [String]) -> State {
        guard !texts.isEmpty else { return Self.nothing }
        let number = internList(texts)
        if list(number) == [[]] { return Self.empty }
        return intern(.texts(list: number, low: 0, high: list(number).count, depth: 0))
    }

    func sequence(_ head: State, _ tail: State) -> State {
        if head == Self.nothing || tail == Self.nothing { return Self.nothing }
        if head == Self.empty { return tail }
        if tail == Self.empty { return head }
        if case .sequence = expression(head) {
            // Along the head, not down it: a long one must not need a deep stack.
            var parts: [State] = []
            var rest = head
            while case .sequence(let first, let next) = expression(rest) {
                parts.append(first)
                rest = next
            }
            return parts.reversed().reduce(sequence(rest, tail)) { sequence($1, $0) }
        }
        if head == Self.anything {
            if tail == Self.anything { return tail }
            if case .sequence(Self.anything, _) = expression(tail) { return tail }
        }
        return intern(.sequence(head, tail))
    }

    func choice(_ states: [State]) -> State {
        var kept: [State] = []
        var scalars: ScalarSet?
        func add(_ state: State) {
            switch expression(state) {
            case .nothing: break
            case .choice(let inner): inner.forEach(add)
            case .scalars(let set): scalars = scalars?.union(set) ?? set
            default: kept.append(state)
            }
        }
        states.forEach(add)
        if let scalars { kept.append(self.scalars(scalars)) }
        kept.sort()
        kept.removeRepeated()
        if kept.contains(Self.anything) { return Self.anything }
        if kept.first == Self.empty, kept.dropFirst().contains(where: isNullable) { kept.removeFirst() }
        guard kept.count > 1 else { return kept.first ?? Self.nothing }
        if holdsOpposites(kept) { return Self.anything }
        return intern(.choice(kept))
    }

    func intersection(_ states: [State]) -> State {
        var kept: [State] = []
        var scalars: ScalarSet?
        var length: (minimum: Int, maximum: Int?)?
        var isNothing = false
        func add(_ state: State) {
            switch expression(state) {
            case .nothing: isNothing = true
            case .intersection(let inner): inner.forEach(add)
            case .scalars(let set): scalars = scalars?.intersection(set) ?? set
            case .repetition(Self.anyScalar, let minimum, let maximum):
                let both = [length?.maximum, maximum].compactMap { $0 }.min()
                length = (max(length?.minimum ?? 0, minimum), both)
            default: kept.append(state)
            }
        }
        states.forEach(add)
        if isNothing { return Self.nothing }
        if let length {
            if let maximum = length.maximum, maximum < length.minimum { return Self.nothing }
            let state = repetition(Self.anyScalar, atLeast: length.minimum, atMost: length.maximum)
            if state == Self.anyScalar {
                scalars = scalars ?? .all
            } else if state != Self.anything {
                kept.append(state)
            }
        }
        if let scalars { kept.append(self.scalars(scalars)) }
        kept.sort()
        kept.removeRepeated()
        if kept.first == Self.nothing { return Self.nothing }
        if kept.contains(Self.empty) { return kept.allSatisfy(isNullable) ? Self.empty : Self.nothing }
        guard kept.count > 1 else { return kept.first ?? Self.anything }
        if holdsOpposites(kept) { return Self.nothing }
        return intern(.intersection(kept))
    }

    /// Whether a sorted list has a pattern and its complement.
    private func holdsOpposites(_ states: [State]) -> Bool {
        states.contains { state in
            // A part is older than what is made of it, so it comes before it.
            guard case .complement(let inner) = expression(state), let first = states.first, inner >= first else {
                return false
            }
            return states.contains(inner)
        }
    }

    func complement(_ state: State) -> State {
        if case .complement(let inner) = expression(state) { return inner }
        if state == Self.nothing { return Self.anything }
        if state == Self.anything { return Self.nothing }
        return intern(.complement(state))
    }

    func repetition(_ state: State, atLeast minimum: Int, atMost maximum: Int?) -> State {
        if let maximum, maximum < minimum { return Self.nothing }
        if maximum == 0 { return Self.empty }
        if state == Self.nothing { return minimum == 0 ? Self.empty : Self.nothing }
        if state == Self.empty { return Self.empty }
        let minimum = isNullable(state) ? 0 : minimum
        if minimum == 1, maximum == 1 { return state }
        if maximum == nil, case .repetition(let inner, 0, nil) = expression(state) {
            return intern(.repetition(inner, atLeast: 0, atMost: nil))
        }
        return intern(.repetition(state, atLeast: minimum, atMost: maximum))
    }
}

extension Array where Element: Equatable {
    /// Leaves out elements that are equal to the one before.
    mutating func removeRepeated() {
        guard count > 1 else { return }
        var kept = 1
        for index in 1..<count where self[index] != self[kept - 1] {
            if index != kept { self[kept] = self[index] }
            kept += 1
        }
        removeLast(count - kept)
    }
}
