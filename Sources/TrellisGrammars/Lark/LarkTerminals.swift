/// The terminals of a Lark grammar as patterns, each made once.
struct LarkTerminals {
    /// A pattern with the measures that bound what becomes of it.
    struct Part {
        var pattern: Pattern
        var size: Int
        var depth: Int
    }

    private enum Entry {
        case waiting(LarkDefinition)
        case open
        case done(Part)
    }

    private let cursor: TextCursor
    private let limits: GrammarLimits
    private var entries: [String: Entry] = [:]
    private var depth = 0

    init(_ cursor: TextCursor, _ limits: GrammarLimits) {
        self.cursor = cursor
        self.limits = limits
    }

    /// Adds a terminal that was read.
    mutating func add(_ definition: LarkDefinition) throws(GrammarError) {
        guard entries.updateValue(.waiting(definition), forKey: definition.name) == nil else {
            throw .repeatedRule(cursor.place(definition.start), name: definition.name)
        }
    }

    /// The expression as a pattern, nil when a rule or a schema is part of it.
    mutating func partIfTerminal(_ expression: LarkExpression) throws(GrammarError) -> Part? {
        expression.firstRule == nil ? try part(of: expression) : nil
    }

    /// The expression as a pattern.
    mutating func part(of expression: LarkExpression) throws(GrammarError) -> Part {
        switch expression {
        case .sequence(let parts): return try combined(parts, Pattern.joining)
        case .choice(let parts): return try combined(parts, Pattern.any(of:))
        case .conjunction(let parts, let start): return try checked(combined(parts, Pattern.all(of:)), at: start)
        case .negation(let inner, let start):
            return try checked(combined([inner]) { .not(.any(of: $0)) }, at: start)
        case .repetition(let inner, let minimum, let maximum):
            return try combined([inner]) { $0[0].repeated(atLeast: minimum, atMost: maximum) }
        case .terminal(let name, let start): return try terminal(name, at: start)
        case .text(let text, let ignoresCase):
            guard ignoresCase else {
                return Part(pattern: text.isEmpty ? .empty : .text(text), size: 1, depth: 1)
            }
            let sets = text.unicodeScalars.map { scalar in
                Pattern.scalars(CaseFolding.closure(of: ScalarSet([scalar.value...scalar.value])))
            }
            return Part(pattern: .joining(sets), size: max(1, sets.count), depth: 2)
        case .range(let set): return Part(pattern: .scalars(set), size: 1, depth: 1)
        case .regex(let text, let flags, let start):
            do throws(GrammarError) {
                return measured(try Pattern(terminal: text, flags: flags, limits: limits))
            } catch {
                throw .inText(cursor.place(start), error)
            }
        case .substring(let chunks, let start): return try checked(substring(of: chunks), at: start)
        case .rule(let name, let start):
            throw .unsupportedText(
                cursor.place(start), construct: "rule “\(name)” in a terminal", reason: "a terminal has no recursion")
        case .schema(_, let start):
            throw .unsupportedText(
                cursor.place(start), construct: "“%json” in a terminal", reason: "JSON has recursion, a terminal none")
        }
    }

    private mutating func terminal(_ name: String, at start: Int) throws(GrammarError) -> Part {
        switch entries[name] {
        case nil: throw .undefinedRule(cursor.place(start), name: name)
        case .done(let part): return part
        case .open:
            throw .unsupportedText(
                cursor.place(start), construct: "terminal “\(name)” within itself",
                reason: "a terminal has no recursion")
        case .waiting(let definition):
            depth += 1
            defer { depth -= 1 }
            guard depth <= limits.nesting else {
                throw .textLimitExceeded(
                    cursor.place(start), limit: "terminals within terminals", value: limits.nesting)
            }
            entries[name] = .open
            let part = try checked(part(of: definition.body), at: definition.start)
            entries[name] = .done(part)
            return part
        }
    }

    private mutating func combined(
        _ inner: [LarkExpression], _ operation: ([Pattern]) -> Pattern
    ) throws(GrammarError) -> Part {
        var parts: [Part] = []
        for expression in inner { parts.append(try part(of: expression)) }
        if parts.isEmpty { return Part(pattern: operation([]), size: 1, depth: 1) }
        return Part(
            pattern: operation(parts.map(\.pattern)), size: parts.reduce(1) { $0 + $1.size },
            depth: 1 + (parts.map(\.depth).max() ?? 0))
    }

    private func checked(_ part: Part, at start: Int) throws(GrammarError) -> Part {
        guard part.size <= limits.nodes else {
            throw .textLimitExceeded(
                cursor.place(start), limit: "parts of a terminal", value: limits.nodes)
        }
        guard part.depth <= 2 * limits.nesting else {
            throw .textLimitExceeded(
                cursor.place(start), limit: "levels of a terminal", value: 2 * limits.nesting)
        }
        return part
    }

    private func measured(_ pattern: Pattern) -> Part {
        let (size, depth) = pattern.measures
        return Part(pattern: pattern, size: size, depth: depth)
    }

    /// Any run of neighbouring chunks: from each of them on, as many as there are.
    private func substring(of chunks: [String]) -> Part {
        guard chunks.count < limits.nodes else { return Part(pattern: .empty, size: .max, depth: 0) }
        var rest = Pattern.empty
        var starts: [Pattern] = [.empty]
        for chunk in chunks.reversed() where !chunk.isEmpty {
            let here = Pattern.joining([.text(chunk), rest])
            starts.append(here)
            rest = here.repeated(atLeast: 0, atMost: 1)
        }
        return Part(pattern: .any(of: starts), size: chunks.count * (chunks.count + 1), depth: 2 * chunks.count + 2)
    }
}

extension LarkExpression {
    /// The first rule or schema in the expression.
    var firstRule: Int? {
        switch self {
        case .sequence(let parts), .choice(let parts), .conjunction(let parts, _):
            parts.lazy.compactMap(\.firstRule).first
        case .negation(let inner, _), .repetition(let inner, _, _): inner.firstRule
        case .rule(_, let start), .schema(_, let start): start
        case .terminal, .text, .range, .regex, .substring: nil
        }
    }
}

extension Pattern {
    /// The number of parts, and the depth of the tree.
    fileprivate var measures: (size: Int, depth: Int) {
        switch self {
        case .nothing, .empty, .scalars, .texts, .multiple: return (1, 1)
        case .sequence(let parts), .choice(let parts), .intersection(let parts):
            let inner = parts.map(\.measures)
            return (inner.reduce(1) { $0 + $1.size }, 1 + (inner.map(\.depth).max() ?? 0))
        case .complement(let part), .repetition(let part, _, _):
            let inner = part.measures
            return (inner.size + 1, inner.depth + 1)
        }
    }
}
