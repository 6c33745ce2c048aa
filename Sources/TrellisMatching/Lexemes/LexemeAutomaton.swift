import TrellisGrammars

/// The byte automaton of all lexemes that any grammar of a vocabulary has: plain text and JSON strings.
///
/// States are numbers; equal positions of equal patterns have one number, whichever grammar they come from, so that
/// what is computed for a state (transitions here, token masks elsewhere) serves all of them. Every state can be
/// completed: dead patterns are pruned by the pool, and a byte that begins a scalar is accepted only when some scalar
/// with that beginning has a transition.
///
/// Not synchronised: used under the lock of its vocabulary.
final class LexemeAutomaton {
    /// The number of a state.
    typealias State = Int32

    /// The state that nothing leaves because no text leads there.
    static let dead: State = -1

    let pool = PatternPool()
    // Invariant of the unchecked properties: as in `GrammarAutomaton`.
    @exclusivity(unchecked)
    private(set) var states: [LexemeState] = []
    @exclusivity(unchecked)
    private var numbers = SequenceTable()
    /// The known successors, and where lexemes may end.
    @exclusivity(unchecked)
    private var rows = RowTable(width: 256)
    @exclusivity(unchecked)
    private var accepting: [Bool] = []
    private var byteSets: [State: ByteSet] = [:]

    /// The size of the known successors in kilobytes.
    var kilobytes: Int { unsafe rows.kilobytes }

    /// About the size of all tables in bytes.
    var size: Int { unsafe pool.bytes + kilobytes << 10 + states.count * 128 }

    /// The number of a position.
    func intern(_ state: LexemeState) -> State {
        let number = unsafe numbers.intern { fields in
            fields.append(state.pattern)
            fields.append(Int32(state.spelling.rawValue) << 16 | Int32(state.count) << 8 | Int32(state.length))
            fields.append(Int32(bitPattern: state.value))
            fields.append(Int32(bitPattern: state.high))
        }
        if unsafe Int(number) == states.count {
            unsafe states.append(state)
            unsafe accepting.append(isAccepting(state))
        }
        return number
    }

    /// The state at the start of a lexeme; `dead` when its pattern matches no text.
    func start(_ lexeme: Lexeme) -> State {
        let pattern = pool.state(for: lexeme.pattern)
        guard pool.isLive(pattern) else { return Self.dead }
        return intern(LexemeState(pattern: pattern, spelling: lexeme.form == .plain ? .plain : .quote))
    }

    /// Whether the lexeme may end here.
    func isAccepting(_ state: State) -> Bool { unsafe accepting[Int(state)] }

    private func isAccepting(_ position: LexemeState) -> Bool {
        switch position.spelling {
        case .done: return true
        case .plain: return pool.isNullable(position.pattern)
        default: return false
        }
    }

    /// Whether some byte leads on.
    func canContinue(_ state: State) -> Bool {
        let position = unsafe states[Int(state)]
        switch position.spelling {
        case .done: return false
        case .plain: return !pool.transitions(from: position.pattern).isEmpty
        default: return true
        }
    }

    /// The state after a byte, or `dead`.
    func step(_ state: State, _ byte: UInt8) -> State {
        let known = unsafe rows.number(of: state, Int(byte))
        if known != RowTable.unknown { return known }
        let next = unsafe successor(of: states[Int(state)], byte).map(intern) ?? Self.dead
        if pool.exceeded == nil { unsafe rows.set(state, Int(byte), to: next) }
        return next
    }

    /// The bytes that lead on.
    func byteSet(of state: State) -> ByteSet {
        if let known = byteSets[state] { return known }
        var set = ByteSet()
        for byte in UInt8.min...UInt8.max where step(state, byte) != Self.dead { set.insert(byte) }
        if pool.exceeded == nil { byteSets[state] = set }
        return set
    }
}

// MARK: - Spelling

extension LexemeAutomaton {
    private func successor(of state: LexemeState, _ byte: UInt8) -> LexemeState? {
        switch state.spelling {
        case .done: return nil
        case .plain: return startScalar(state, byte, within: .plainPartial)
        case .plainPartial: return continueScalar(state, byte, then: .plain)
        case .quote:
            return byte == UInt8(ascii: "\"") ? LexemeState(pattern: state.pattern, spelling: .content) : nil
        case .content:
            switch byte {
            case UInt8(ascii: "\""):
                return pool.isNullable(state.pattern)
                    ? LexemeState(pattern: PatternPool.empty, spelling: .done) : nil
            case UInt8(ascii: "\\"): return startEscape(state)
            case 0..<0x20: return nil
            default: return startScalar(state, byte, within: .contentPartial)
            }
        case .contentPartial: return continueScalar(state, byte, then: .content)
        case .escape: return escaped(state, byte)
        case .hexadecimal: return hexadecimal(state, byte)
        case .lowBackslash:
            guard byte == UInt8(ascii: "\\") else { return nil }
            return LexemeState(pattern: state.pattern, spelling: .lowU, high: state.high)
        case .lowU:
            guard byte == UInt8(ascii: "u") else { return nil }
            return LexemeState(pattern: state.pattern, spelling: .lowHexadecimal, high: state.high)
        case .lowHexadecimal: return lowHexadecimal(state, byte)
        }
    }

    private func completed(_ state: LexemeState, _ scalar: UInt32, _ spelling: LexemeState.Spelling) -> LexemeState? {
        let rest = pool.successor(of: state.pattern, after: scalar)
        return rest == PatternPool.nothing ? nil : LexemeState(pattern: rest, spelling: spelling)
    }

    private func startScalar(
        _ state: LexemeState, _ byte: UInt8, within partial: LexemeState.Spelling
    ) -> LexemeState? {
        let length: UInt8
        switch byte {
        case 0..<0x80: return completed(state, UInt32(byte), state.spelling)
        case 0xC2..<0xE0: length = 2
        case 0xE0..<0xF0: length = 3
        case 0xF0..<0xF5: length = 4
        default: return nil
        }
        return withScalar(
            LexemeState(
                pattern: state.pattern, spelling: partial, count: length - 1, length: length,
                value: UInt32(byte) & (0x7F >> UInt32(length))))
    }

    private func continueScalar(
        _ state: LexemeState, _ byte: UInt8, then whole: LexemeState.Spelling
    ) -> LexemeState? {
        guard byte & 0xC0 == 0x80 else { return nil }
        var next = state
        next.value = state.value << 6 | UInt32(byte & 0x3F)
        next.count -= 1
        guard let possible = withScalar(next) else { return nil }
        return next.count == 0 ? completed(state, next.value, whole) : possible
    }

    /// The state, when a scalar with the known bits is well-formed UTF-8 of that length and has a transition.
    private func withScalar(_ state: LexemeState) -> LexemeState? {
        let shift = UInt32(state.count) * 6
        let (least, greatest): (UInt32, UInt32) =
            switch state.length {
            case 2: (0x80, 0x7FF)
            case 3: (0x800, 0xFFFF)
            default: (0x10000, ScalarSet.maximum)
            }
        let low = max(state.value << shift, least)
        let high = min(state.value << shift | (1 << shift - 1), greatest)
        return hasTransition(state.pattern, low, high) ? uniform(state, low, high) : nil
    }

    /// The state with a pattern that says no more than is open: when all scalars of the range leave the same pattern,
    /// it does not matter what the others would have left. So positions inside a character of many patterns are one.
    private func uniform(_ state: LexemeState, _ low: UInt32, _ high: UInt32) -> LexemeState {
        guard let target = pool.uniformTarget(of: state.pattern, low, high) else { return state }
        var result = state
        result.pattern = pool.afterAnyScalar(target)
        return result
    }

    /// Whether a scalar of the range, surrogates left out, has a transition.
    private func hasTransition(_ pattern: PatternPool.State, _ low: UInt32, _ high: UInt32) -> Bool {
        let surrogates = ScalarSet.surrogates
        if high < surrogates.lowerBound || low > surrogates.upperBound {
            return pool.hasTransition(from: pattern, in: low, high)
        }
        return pool.hasTransition(from: pattern, in: low, surrogates.lowerBound - 1)
            || pool.hasTransition(from: pattern, in: surrogates.upperBound + 1, high)
    }

    static let escapes: [(byte: UInt8, scalar: UInt32)] = [
        (0x22, 0x22), (0x5C, 0x5C), (0x2F, 0x2F), (0x62, 0x08), (0x66, 0x0C), (0x6E, 0x0A), (0x72, 0x0D), (0x74, 0x09),
    ]

    private func startEscape(_ state: LexemeState) -> LexemeState? {
        // Every scalar can be written with \u, so there is an escape exactly when there is a transition.
        pool.transitions(from: state.pattern).isEmpty
            ? nil : LexemeState(pattern: state.pattern, spelling: .escape)
    }

    private func escaped(_ state: LexemeState, _ byte: UInt8) -> LexemeState? {
        if byte == UInt8(ascii: "u") { return LexemeState(pattern: state.pattern, spelling: .hexadecimal) }
        guard let escape = Self.escapes.first(where: { $0.byte == byte }) else { return nil }
        return completed(state, escape.scalar, .content)
    }

    static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    private func hexadecimal(_ state: LexemeState, _ byte: UInt8) -> LexemeState? {
        guard let digit = Self.digit(byte) else { return nil }
        var next = state
        next.value = state.value << 4 | digit
        next.count += 1
        let shift = UInt32(4 - next.count) * 4
        let low = next.value << shift
        let high = low | (1 << shift - 1)
        if next.count == 4 {
            if (0xD800..<0xDC00).contains(low) {
                return LexemeState(pattern: state.pattern, spelling: .lowBackslash, high: low - 0xD800)
                    .ifPossible { hasTransition(state.pattern, highStart($0.high), highStart($0.high) + 0x3FF) }
            }
            return (0xDC00..<0xE000).contains(low) ? nil : completed(state, low, .content)
        }
        let halves = max(low, 0xD800)...max(max(low, 0xD800), min(high, 0xDBFF))
        let hasPair =
            low <= 0xDBFF && high >= 0xD800
            && hasTransition(
                state.pattern, highStart(halves.lowerBound - 0xD800), highStart(halves.upperBound - 0xD800) + 0x3FF)
        guard hasPair || hasTransition(state.pattern, low, high) else { return nil }
        return low > 0xDBFF || high < 0xD800 ? uniform(next, low, high) : next
    }

    private func highStart(_ high: UInt32) -> UInt32 { 0x10000 + high << 10 }

    private func lowHexadecimal(_ state: LexemeState, _ byte: UInt8) -> LexemeState? {
        guard let digit = Self.digit(byte) else { return nil }
        var next = state
        next.value = state.value << 4 | digit
        next.count += 1
        let shift = UInt32(4 - next.count) * 4
        let low = max(next.value << shift, 0xDC00)
        let high = min(next.value << shift | (1 << shift - 1), 0xDFFF)
        guard low <= high else { return nil }
        let start = highStart(state.high)
        if next.count == 4 { return completed(state, start + low - 0xDC00, .content) }
        return hasTransition(state.pattern, start + low - 0xDC00, start + high - 0xDC00) ? next : nil
    }
}

extension LexemeState {
    fileprivate func ifPossible(_ test: (LexemeState) -> Bool) -> LexemeState? { test(self) ? self : nil }
}
