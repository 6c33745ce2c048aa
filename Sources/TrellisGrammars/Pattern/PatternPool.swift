/// Patterns as numbers: equal patterns have one number, and each knows what remains of it after a scalar.
///
/// The pool is the deterministic automaton of all its patterns, built as far as it is asked for. A state is a
/// pattern; its transitions are Brzozowski derivatives, kept as sorted ranges of scalars with the pattern that
/// remains. Smart constructors simplify while they build, so that states which mean the same mostly are the same:
/// that is what keeps the automaton small, and what lets masks be shared between grammars.
///
/// Three properties hold for every number handed out: children were made before their parent; `nothing` is the only
/// pattern without transitions and without the empty text that a caller sees (dead derivatives are pruned by
/// `transitions(from:)`); counts are numbers inside a state, so that `{1,10000}` costs as much as `{1,10}`.
///
/// A pool is not synchronised: its owner guards it.
package final class PatternPool {
    /// The number of a pattern in its pool.
    package typealias State = Int32

    /// What remains after one scalar of a range.
    package struct Transition: Equatable {
        package var low: UInt32
        package var high: UInt32
        package var target: State
    }

    enum Expression: Hashable {
        case nothing
        case empty
        case scalars(ScalarSet)
        /// The head is no sequence.
        case sequence(State, State)
        /// Sorted, at least two.
        case choice([State])
        /// Sorted, at least two.
        case intersection([State])
        case complement(State)
        case repetition(State, atLeast: Int, atMost: Int?)
        /// Those of a sorted list of texts that share their first `depth` scalars, without these.
        case texts(list: Int, low: Int, high: Int, depth: Int)
        /// Digits that make a multiple when read on from the residue.
        case multiple(of: Int, residue: Int)
    }

    /// The pattern that matches no text.
    package static let nothing: State = 0
    /// The pattern of the empty text.
    package static let empty: State = 1
    /// The pattern of every text.
    package static let anything: State = 2
    /// The pattern of one scalar.
    package static let anyScalar: State = 3

    /// A pattern and what was found out about it.
    struct Entry {
        let expression: Expression
        /// Whether it matches the empty text.
        let isNullable: Bool
        /// Whether it has an intersection or complement in it, so that it may be empty without being `nothing`.
        let isBoolean: Bool
        /// What remains after each scalar, dead patterns included.
        var derivative: [Transition]?
        /// What remains after each scalar.
        var transitions: [Transition]?
        /// See `shortest(of:by:)`.
        var shortest = (scalars: Size.unknown, bytes: Size.unknown)
        /// How often what remains after one scalar was worked out for itself.
        var singles: UInt8 = 0
        /// See `opening(_:)`.
        var opening: Opening??
        /// See `matchedLength(_:)`; negative when it was not asked for.
        var matchedLength: Int32 = -1
        /// See `leastLength(_:)`; negative when it was not asked for.
        var leastLength: Int32 = -1
    }

    // Invariant of the unchecked properties: the pool's owner guards it, and no call is made while one is being changed.
    @exclusivity(unchecked)
    var entries: [Entry] = []
    @exclusivity(unchecked)
    private var numbers = ExpressionTable()
    private var lists: [[[UInt32]]] = []
    /// The numbers of lists by a hash.
    private var listNumbers: [UInt64: [Int]] = [:]
    /// How often the derivative by one scalar is made before that by all.
    private static let singleLimit = 2
    /// Whether a question about emptiness is also given up when its task is cancelled.
    package var isInterruptible = false
    /// What is being done, within its limits.
    @exclusivity(unchecked)
    private var work = PatternWork()

    /// Makes a pool with the four constant patterns.
    package init() {
        _ = intern(.nothing)
        _ = intern(.empty)
        let anything = Expression.repetition(Self.anyScalar, atLeast: 0, atMost: nil)
        append(anything, anything.mixed, isNullable: true, isBoolean: false)
        _ = intern(.scalars(.all))
    }

    /// Begins a piece of work that keeps to limits.
    ///
    /// - Parameter used: The bytes of their memory that are gone already.
    package func begin(_ limits: GrammarLimits, used: Int = 0) {
        unsafe work.begin(limits, used: used)
    }

    /// Notes when the time is over.
    func checkTime() { unsafe work.checkTime() }

    /// Counts a step of a table that is made with the pool: from time to time it is noted when the time is over.
    package func countStep() { unsafe work.countStep() }

    /// The limits of what is being done.
    var limits: GrammarLimits { unsafe work.limits }
    /// About how many bytes the pool has.
    package var bytes: Int { unsafe work.bytes }

    /// The limit that was hit: from then on answers are wrong, and none is kept, until the next piece of work begins.
    package internal(set) var exceeded: PatternWork.Limit? {
        get { unsafe work.exceeded }
        set { unsafe work.exceeded = newValue }
    }

    /// The number of patterns.
    package var count: Int { unsafe entries.count }

    /// Whether the pattern matches the empty text.
    package func isNullable(_ state: State) -> Bool { unsafe entries[Int(state)].isNullable }

    func intern(_ expression: Expression) -> State {
        let hash = expression.mixed
        if let state = unsafe numbers.find(expression, hash, in: entries) { return state }
        return append(
            expression, hash, isNullable: computeNullable(expression), isBoolean: computeBoolean(expression))
    }

    @discardableResult
    private func append(_ expression: Expression, _ hash: UInt64, isNullable: Bool, isBoolean: Bool) -> State {
        let state = unsafe State(entries.count)
        unsafe entries.append(Entry(expression: expression, isNullable: isNullable, isBoolean: isBoolean))
        unsafe numbers.append(hash)
        unsafe work.grow(by: 256 + expression.bytes)
        return state
    }

    func expression(_ state: State) -> Expression { unsafe entries[Int(state)].expression }

    func isBoolean(_ state: State) -> Bool { unsafe entries[Int(state)].isBoolean }

    func internList(_ texts: [String]) -> Int {
        var list = texts.map { $0.unicodeScalars.map(\.value) }.sorted { $0.lexicographicallyPrecedes($1) }
        list.removeRepeated()
        var mixer = NumberMixer(UInt64(list.count))
        for text in list {
            mixer.combine(UInt64(text.count))
            for scalar in text { mixer.combine(UInt64(scalar)) }
        }
        if let known = listNumbers[mixer.value]?.first(where: { lists[$0] == list }) { return known }
        unsafe work.grow(by: list.reduce(64) { $0 + 32 + $1.count * 4 })
        lists.append(list)
        listNumbers[mixer.value, default: []].append(lists.count - 1)
        return lists.count - 1
    }

    func list(_ number: Int) -> [[UInt32]] { lists[number] }

    private func computeNullable(_ expression: Expression) -> Bool {
        switch expression {
        case .nothing, .scalars: false
        case .empty: true
        case .sequence(let head, let tail): isNullable(head) && isNullable(tail)
        case .choice(let states): states.contains(where: isNullable)
        case .intersection(let states): states.allSatisfy(isNullable)
        case .complement(let state): !isNullable(state)
        case .repetition(let state, let minimum, _): minimum == 0 || isNullable(state)
        case .texts(let list, let low, _, let depth): lists[list][low].count == depth
        case .multiple(_, let residue): residue == 0
        }
    }

    private func computeBoolean(_ expression: Expression) -> Bool {
        switch expression {
        case .nothing, .empty, .scalars, .texts, .multiple: false
        case .sequence(let head, let tail): isBoolean(head) || isBoolean(tail)
        case .choice(let states): states.contains { isBoolean($0) }
        case .intersection, .complement: true
        case .repetition(let state, _, _): isBoolean(state)
        }
    }
}

// MARK: - Transitions

extension PatternPool {
    /// What remains after each scalar, as sorted ranges; only patterns that match some text.
    package func transitions(from state: State) -> [Transition] {
        if let known = unsafe entries[Int(state)].transitions { return known }
        var result = derivative(of: state)
        if isBoolean(state) { result.removeAll { !isLive($0.target) } }
        if exceeded == nil { unsafe entries[Int(state)].transitions = result }
        return result
    }

    /// What remains after one scalar.
    package func successor(of state: State, after scalar: UInt32) -> State {
        if unsafe entries[Int(state)].transitions == nil, unsafe entries[Int(state)].singles < Self.singleLimit {
            unsafe entries[Int(state)].singles += 1
            let single = derivative(of: state, by: scalar)
            return isBoolean(single) && !isLive(single) ? Self.nothing : single
        }
        let transitions = transitions(from: state)
        let place = firstTransition(of: transitions, notBelow: scalar)
        guard place < transitions.endIndex, transitions[place].low <= scalar else { return Self.nothing }
        return transitions[place].target
    }

    /// Whether some scalar of the range has a transition.
    package func hasTransition(from state: State, in low: UInt32, _ high: UInt32) -> Bool {
        let transitions = transitions(from: state)
        let place = firstTransition(of: transitions, notBelow: low)
        return low <= high && place < transitions.endIndex && transitions[place].low <= high
    }

    /// The place of the first of some transitions that does not end before a scalar.
    package func firstTransition(of transitions: [Transition], notBelow scalar: UInt32) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].high < scalar { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The derivative by every scalar, dead patterns included.
    func derivative(of state: State) -> [Transition] {
        if let known = unsafe entries[Int(state)].derivative { return known }
        checkTime()
        guard exceeded == nil else { return [] }
        let result: [Transition]
        switch expression(state) {
        case .nothing, .empty: result = []
        case .scalars(let set):
            result = set.ranges.map { Transition(low: $0.lowerBound, high: $0.upperBound, target: Self.empty) }
        case .sequence: result = sequenceDerivative(state)
        case .choice(let states): result = merge(states.map(derivative), by: choice)
        case .intersection(let states): result = merge(states.map(derivative), by: intersection)
        case .complement(let inner): result = complemented(derivative(of: inner))
        case .repetition(let inner, let minimum, let maximum):
            let rest = repetition(inner, atLeast: max(0, minimum - 1), atMost: maximum.map { $0 - 1 })
            result = map(derivative(of: inner)) { self.sequence($0, rest) }
        case .texts(let list, let low, let high, let depth):
            result = textTransitions(list: list, low: low, high: high, depth: depth)
        case .multiple(let modulus, let residue):
            result =
                [Transition(low: 0x2D, high: 0x2E, target: state)]
                + (0..<10).map { digit in
                    // Without overflow, however great the modulus.
                    let (high, low) = residue.multipliedFullWidth(by: 10)
                    let (sum, carry) = low.addingReportingOverflow(UInt(digit))
                    let rest = modulus.dividingFullWidth((carry ? high + 1 : high, sum)).remainder
                    let next = intern(.multiple(of: modulus, residue: rest))
                    return Transition(low: 0x30 + UInt32(digit), high: 0x30 + UInt32(digit), target: next)
                }
        }
        let normalized = joined(result)
        if exceeded == nil {
            unsafe entries[Int(state)].derivative = normalized
            unsafe work.grow(by: normalized.count * MemoryLayout<Transition>.stride)
        }
        return normalized
    }

    /// What remains of a sequence: its head goes on, or what follows a head that may be empty.
    private func sequenceDerivative(_ state: State) -> [Transition] {
        // Along the sequence, not down it, and from its end: there each remainder is a part of the one before.
        var parts: [(head: State, tail: State)] = []
        var rest = state
        while case .sequence(let head, let tail) = expression(rest) {
            if rest != state, unsafe entries[Int(rest)].derivative != nil { break }
            parts.append((head, tail))
            rest = tail
            if !isNullable(head) { break }
        }
        var result: [Transition]?
        for (head, tail) in parts.reversed() {
            checkTime()
            guard exceeded == nil else { return [] }
            let first = map(derivative(of: head)) { self.sequence($0, tail) }
            guard isNullable(head) else {
                result = first
                continue
            }
            result = merge([first, result ?? derivative(of: tail)], by: choice)
        }
        return result ?? []
    }

    private func textTransitions(list: Int, low: Int, high: Int, depth: Int) -> [Transition] {
        let texts = lists[list]
        var result: [Transition] = []
        var start = low
        if texts[start].count == depth { start += 1 }
        while start < high {
            let scalar = texts[start][depth]
            var end = start + 1
            while end < high, texts[end][depth] == scalar { end += 1 }
            let isDone = end == start + 1 && texts[start].count == depth + 1
            let target =
                isDone ? Self.empty : intern(.texts(list: list, low: start, high: end, depth: depth + 1))
            result.append(Transition(low: scalar, high: scalar, target: target))
            start = end
        }
        return result
    }

    /// The complement of what remains after each scalar: everything where nothing did.
    private func complemented(_ transitions: [Transition]) -> [Transition] {
        var result: [Transition] = []
        result.reserveCapacity(transitions.count * 2 + 1)
        var next: UInt32 = 0
        for transition in transitions {
            if transition.low > next {
                result.append(Transition(low: next, high: transition.low - 1, target: Self.anything))
            }
            let target = complement(transition.target)
            result.append(Transition(low: transition.low, high: transition.high, target: target))
            next = transition.high + 1
        }
        if next <= ScalarSet.maximum {
            result.append(Transition(low: next, high: ScalarSet.maximum, target: Self.anything))
        }
        return result
    }

    private func map(_ transitions: [Transition], _ change: (State) -> State) -> [Transition] {
        transitions.map { Transition(low: $0.low, high: $0.high, target: change($0.target)) }
    }

    /// Merges lists of ranges into one: each elementary range gets the combination of its targets.
    private func merge(_ lists: [[Transition]], by combine: ([State]) -> State) -> [Transition] {
        var cuts: [UInt32] = [0]
        for list in lists {
            for transition in list {
                cuts.append(transition.low)
                cuts.append(transition.high + 1)
            }
        }
        cuts.sort()
        var result: [Transition] = []
        var positions = [Int](repeating: 0, count: lists.count)
        var targets = [State](repeating: Self.nothing, count: lists.count)
        /// The combinations of the last ranges: neighbours often have equal ones.
        var recent: [(targets: [State], result: State)] = []
        for (index, low) in cuts.enumerated() {
            let high = index + 1 < cuts.count ? cuts[index + 1] : ScalarSet.maximum + 1
            guard low < high, low <= ScalarSet.maximum else { continue }
            if lists.count > 64 { checkTime() }
            guard exceeded == nil else { return [] }
            for number in lists.indices {
                while positions[number] < lists[number].count, lists[number][positions[number]].high < low {
                    positions[number] += 1
                }
                let position = positions[number]
                let covers = position < lists[number].count && lists[number][position].low <= low
                targets[number] = covers ? lists[number][position].target : Self.nothing
            }
            let target: State
            if let known = recent.last(where: { $0.targets == targets }) {
                target = known.result
            } else {
                target = combine(targets)
                if recent.count == 8 { recent.removeFirst() }
                recent.append((targets, target))
            }
            result.append(Transition(low: low, high: high - 1, target: target))
        }
        return result
    }

    /// Drops ranges that lead to nothing and joins neighbours with one target, also across the surrogates.
    private func joined(_ transitions: [Transition]) -> [Transition] {
        var result: [Transition] = []
        for transition in transitions where transition.target != Self.nothing {
            if let last = result.last, last.target == transition.target,
                last.high + 1 == transition.low
                    || last.high + 1 == ScalarSet.surrogates.lowerBound
                        && transition.low == ScalarSet.surrogates.upperBound + 1
            {
                result[result.count - 1].high = transition.high
            } else {
                result.append(transition)
            }
        }
        return result
    }
}

extension PatternPool.Expression {
    /// About the bytes of what is not in the expression itself.
    fileprivate var bytes: Int {
        switch self {
        case .choice(let states), .intersection(let states): states.count * MemoryLayout<PatternPool.State>.stride
        case .scalars(let set): set.ranges.count * MemoryLayout<ClosedRange<UInt32>>.stride
        default: 0
        }
    }
}
