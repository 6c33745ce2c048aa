import TrellisGrammars

/// What remains of patterns after a scalar or a class of scalars, found out when it is first asked for.
final class ClassRows {
    /// The mark of a class whose scalars leave different patterns.
    static let mixed: PatternPool.State = -1

    private let pool: PatternPool
    // Invariant of the unchecked properties: as in `GrammarAutomaton`.
    @exclusivity(unchecked)
    private var rows = RowTable(width: ScalarClass.count)
    @exclusivity(unchecked)
    private var knownLoops: [PatternPool.State: UInt32] = [:]
    @exclusivity(unchecked)
    private var knownBytes: [PatternPool.State: [UInt8]?] = [:]

    init(_ pool: PatternPool) { self.pool = pool }

    /// The size of the rows in kilobytes.
    var kilobytes: Int { unsafe rows.kilobytes }

    /// What remains after any scalar of a class: `PatternPool.nothing` when none may come, `mixed` when it depends.
    func target(of pattern: PatternPool.State, _ number: UInt8) -> PatternPool.State {
        let known = unsafe rows.number(of: pattern, Int(number))
        if known != RowTable.unknown { return known }
        let target = find(pattern, number)
        if pool.exceeded == nil { unsafe rows.set(pattern, Int(number), to: target) }
        return target
    }

    /// The bytes that lead on from a pattern, when they are ASCII and at most so many; nil for other patterns.
    func bytes(of pattern: PatternPool.State, atMost limit: Int) -> [UInt8]? {
        if let known = unsafe knownBytes[pattern] { return known.flatMap { $0.count <= limit ? $0 : nil } }
        let transitions = pool.transitions(from: pattern)
        let isNarrow = transitions.last.map { $0.high < 0x80 } ?? true
        let bytes = isNarrow ? transitions.flatMap { UInt8($0.low)...UInt8($0.high) } : nil
        if pool.exceeded == nil { unsafe knownBytes[pattern] = .some(bytes) }
        return bytes.flatMap { $0.count <= limit ? $0 : nil }
    }

    /// Whether the plain scalars of some kinds of bytes (see `SubtreeContents`) leave a pattern as it is.
    func hasLoops(_ pattern: PatternPool.State, for kinds: SubtreeContents) -> Bool {
        // One scalar of one kind tells most patterns: its target is looked up by the walk that asks anyway.
        if let example = kinds.example, target(of: pattern, example) != pattern { return false }
        return kinds.isSubset(of: loops(of: pattern))
    }

    /// The kinds of bytes whose plain scalars leave a pattern as it is.
    private func loops(of pattern: PatternPool.State) -> UInt32 {
        if let known = unsafe knownLoops[pattern] { return known }
        var loops: UInt32 = .max
        func isLoop(_ number: UInt8) -> Bool { target(of: pattern, number) == pattern }
        if !(isLoop(ScalarClass.letter) && isLoop(ScalarClass.wide) && isLoop(ScalarClass.blank)) {
            loops &= ~SubtreeContents.Kind.beyondASCII
        }
        /// The ASCII scalar behind the last loop.
        var next: UInt32 = 0x20
        func leave(to end: UInt32) {
            while next < min(end, 0x80) {
                if next != 0x22, next != 0x5C { loops &= ~SubtreeContents.kind(of: UInt8(next)) }
                next += 1
            }
        }
        for transition in pool.transitions(from: pattern) where transition.target == pattern {
            leave(to: transition.low)
            next = max(next, transition.high + 1)
            if next >= 0x80 { break }
        }
        leave(to: 0x80)
        if pool.exceeded == nil { unsafe knownLoops[pattern] = loops }
        return loops
    }

    private func find(_ pattern: PatternPool.State, _ number: UInt8) -> PatternPool.State {
        if number < 128 { return pool.successor(of: pattern, after: UInt32(number)) }
        if number == ScalarClass.letter || number == ScalarClass.wide {
            let both = commonTarget(of: pattern, after: ScalarClass.beyondASCII)
            if both != Self.mixed { return both }
        }
        return commonTarget(of: pattern, after: ScalarClass.ranges(of: number))
    }

    /// What remains after any scalar of some ranges, or `mixed`.
    private func commonTarget(of pattern: PatternPool.State, after ranges: [ClosedRange<UInt32>]) -> PatternPool.State {
        var common: PatternPool.State?
        for range in ranges {
            let target: PatternPool.State
            if let uniform = pool.uniformTarget(of: pattern, range.lowerBound, range.upperBound) {
                target = uniform
            } else if !pool.hasTransition(from: pattern, in: range.lowerBound, range.upperBound) {
                target = PatternPool.nothing
            } else {
                return Self.mixed
            }
            if let known = common, known != target { return Self.mixed }
            common = target
        }
        return common ?? PatternPool.nothing
    }
}
