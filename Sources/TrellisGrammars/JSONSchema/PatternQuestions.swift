import TrellisJSON

/// Questions about the languages of patterns, with a bound on what an answer may cost.
final class PatternQuestions {
    private let pool = PatternPool()
    private let limits: GrammarLimits
    private let watch: CompilationWatch
    private var visited = 0
    private var emptiness: [PatternPool.State: Bool] = [:]

    /// Makes a pool whose questions keep to limits, all of them together.
    init(_ limits: GrammarLimits, _ watch: CompilationWatch) {
        self.limits = limits
        self.watch = watch
        pool.begin(limits)
    }

    /// Throws when an answer was given up.
    func check() throws(GrammarError) {
        try watch.check()
        switch pool.exceeded {
        case nil: break
        case .time:
            throw .limitExceeded(pointer: "", limit: CompilationWatch.name, value: limits.time.milliseconds)
        case .states: throw .limitExceeded(pointer: "", limit: Self.stateLimit, value: limits.states)
        case .memory: throw .limitExceeded(pointer: "", limit: "bytes for one compile", value: limits.memory)
        }
    }

    private static let stateLimit = "states of patterns"

    /// Whether the pattern matches no text.
    func isEmpty(_ pattern: Pattern) throws(GrammarError) -> Bool {
        if case .nothing = pattern { return true }
        if Self.surelyMatches(pattern) { return false }
        let start = pool.state(for: pattern)
        if !pool.isBoolean(start) { return start == PatternPool.nothing }
        if let known = emptiness[start] { return known }
        var pending = [start]
        var seen: Set<PatternPool.State> = [start]
        while let state = pending.popLast() {
            if pool.isNullable(state) || state != PatternPool.nothing && !pool.isBoolean(state) {
                emptiness[start] = false
                return false
            }
            visited += 1
            try GrammarError.checkCancellation()
            guard visited <= limits.states else {
                throw .limitExceeded(pointer: "", limit: Self.stateLimit, value: limits.states)
            }
            let derivative = pool.derivative(of: state)
            try check()
            for transition in derivative where emptiness[transition.target] != true {
                if seen.insert(transition.target).inserted { pending.append(transition.target) }
            }
        }
        for state in seen { emptiness[state] = true }
        return true
    }

    /// Whether the structure alone says that some text matches: so it is for most patterns, and no state is made.
    private static func surelyMatches(_ pattern: Pattern) -> Bool {
        switch pattern {
        case .nothing, .intersection: false
        case .empty, .texts, .multiple: true
        case .scalars(let set): !set.isEmpty
        case .sequence(let parts): parts.allSatisfy(surelyMatches)
        case .choice(let parts): parts.contains(where: surelyMatches)
        case .repetition(let inner, let minimum, _): minimum == 0 || surelyMatches(inner)
        case .complement(.texts): true
        case .complement: false
        }
    }

    /// The texts of a pattern, nil when there are more than so many.
    func texts(_ pattern: Pattern, atMost limit: Int) throws(GrammarError) -> [String]? {
        if try isEmpty(pattern) { return [] }
        let (texts, isComplete) = pool.cheapestTexts(of: pool.state(for: pattern), limit: limit)
        try check()
        guard isComplete else { return nil }
        return texts.map { text in
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: text.scalars.compactMap { Unicode.Scalar($0) })
            return String(scalars)
        }
    }

    /// A pattern made ready to be matched with many texts.
    func state(for pattern: Pattern) -> PatternPool.State { pool.state(for: pattern) }

    /// Whether the pattern matches the text.
    func matches(_ pattern: Pattern, _ text: String) -> Bool {
        switch pattern {
        case .nothing: false
        case .anything: true
        default: matches(pool.state(for: pattern), text)
        }
    }

    /// Whether the pattern of a state matches the text.
    func matches(_ start: PatternPool.State, _ text: String) -> Bool {
        if start == PatternPool.anything { return true }
        var state = start
        for scalar in text.unicodeScalars {
            guard let next = pool.derivative(of: state).first(where: { $0.high >= scalar.value }),
                next.low <= scalar.value
            else { return false }
            state = next.target
        }
        return pool.isNullable(state)
    }
}
