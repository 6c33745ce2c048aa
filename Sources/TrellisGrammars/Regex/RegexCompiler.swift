/// Turns a regular expression with conditions into a plain regular language.
///
/// A node is compiled against what comes after it: `pattern(of: node, in: context, before: rest)` is the language of
/// all texts that the node and then the rest can match from some place on. That makes a lookahead an
/// intersection with the rest, and `$` a rest that must be empty. What a condition can see to its left is the context:
/// the start of the text, or a cell of the partition of all scalars by the sets that the conditions of this
/// expression ask about. So `^`, `\b` and a lookbehind of one character choose between languages that are known.
/// Parts without conditions are taken over whole, and are split by context only where the rest asks for it.
struct RegexCompiler {
    /// The greatest count of a repetition that has a condition in it: these must be unfolded.
    static let unfoldingLimit = 64
    /// The greatest number of parts that follow one another where some are conditions, runs of others counted once.
    private static let restLimit = 1_000

    /// What is before a place.
    enum Context: Hashable {
        case start
        case after(cell: Int)
    }

    /// A pattern with the number of its parts.
    struct Sized: Equatable {
        var pattern: Pattern
        var size: Int
    }

    let text: String
    private let limits: GrammarLimits
    private let watch: CompilationWatch
    /// The partition of all scalars by what conditions ask about.
    let cells: [ScalarSet]

    private init(_ text: String, _ node: RegexNode, _ limits: GrammarLimits) {
        self.text = text
        self.limits = limits
        watch = CompilationWatch(limits)
        var cells = [ScalarSet.all]
        func split(by set: ScalarSet) {
            cells = cells.flatMap { [$0.intersection(set), $0.subtracting(set)] }.filter { !$0.isEmpty }
        }
        func visit(_ node: RegexNode) {
            switch node {
            case .scalars: break
            case .sequence(let nodes), .alternation(let nodes): nodes.forEach(visit)
            case .repetition(let node, _, _, _, _), .atomic(let node, _): visit(node)
            case .assertion(.wordBoundary(let word, _)): split(by: word)
            case .assertion(.lineStart): split(by: RegexSets.lineEnds)
            case .assertion: break
            case .look(let inner, let isBehind, _, _):
                if isBehind, let set = inner.scalarSet { split(by: set) } else { visit(inner) }
            }
        }
        visit(node)
        self.cells = cells
    }

    /// The language of whole texts in which the expression matches everything.
    static func wholeText(_ text: String, _ limits: GrammarLimits) throws(GrammarError) -> Pattern {
        try wholeText(text, RegexParser.parse(text, limits: limits), limits)
    }

    /// The language of whole texts in which an expression that was read matches everything.
    static func wholeText(
        _ text: String, _ node: RegexNode, _ limits: GrammarLimits
    ) throws(GrammarError) -> Pattern {
        let compiler = RegexCompiler(text, node, limits)
        let (prefix, rest) = try compiler.splitHead(of: node)
        guard prefix.isNullable else { return .nothing }
        return try compiler.value(of: Rest(rest, then: Rest(final: .empty)), in: .start).pattern
    }

    /// The language of whole texts in which the expression matches somewhere.
    static func anywhere(_ text: String, _ limits: GrammarLimits) throws(GrammarError) -> Pattern {
        let node = try RegexParser.parse(text, limits: limits)
        let compiler = RegexCompiler(text, node, limits)
        return try compiler.search(node)
    }

    /// Takes the lookbehinds off the head of an expression: they are conditions on what the search passes over.
    private func splitHead(of node: RegexNode) throws(GrammarError) -> (prefix: Pattern, rest: RegexNode) {
        var nodes: [RegexNode] = [node]
        if case .sequence(let parts) = node { nodes = parts }
        var prefix = Pattern.anything
        while case .look(let inner, isBehind: true, let isNegative, let offset)? = nodes.first, inner.scalarSet == nil {
            if inner.looksAhead {
                throw failure("a condition on what follows, inside a lookbehind, is not supported", at: offset)
            }
            nodes.removeFirst()
            let before = try suffixes(inner)
            prefix = .all(of: [prefix, isNegative ? .not(before) : before])
        }
        return (prefix, .sequence(nodes))
    }

    private func search(_ whole: RegexNode) throws(GrammarError) -> Pattern {
        let (prefix, node) = try splitHead(of: whole)
        let rest = Rest(node, then: Rest(final: .anything))
        let atStart = try value(of: rest, in: .start)
        guard rest.looksBack else {
            // What matches the empty text is found at the end of any text.
            return prefix == .anything && atStart.pattern.isNullable ? .anything : .joining([prefix, atStart.pattern])
        }
        var branches = prefix.isNullable ? [atStart.pattern] : []
        for (set, value) in try valuesByCell(of: rest) {
            let passed = Pattern.joining([.anything, .scalars(set)])
            let before =
                set == .all ? Pattern.all(of: [prefix, .length(atLeast: 1, atMost: nil)]) : .all(of: [prefix, passed])
            branches.append(.joining([before, value.pattern]))
        }
        return .any(of: branches)
    }

    /// The texts that end in a match of the node.
    private func suffixes(_ node: RegexNode) throws(GrammarError) -> Pattern {
        let rest = Rest(node, then: Rest(final: .empty))
        let atStart = try value(of: rest, in: .start).pattern
        guard rest.looksBack else { return .joining([.anything, atStart]) }
        var branches = [atStart]
        for (set, value) in try valuesByCell(of: rest) {
            branches.append(.joining([.anything, .scalars(set), value.pattern]))
        }
        return .any(of: branches)
    }

    /// The values of a rest after each cell, cells with one value put together.
    private func valuesByCell(of rest: Rest) throws(GrammarError) -> [(ScalarSet, Sized)] {
        var result: [(ScalarSet, Sized)] = []
        for (index, cell) in cells.enumerated() {
            let value = try value(of: rest, in: .after(cell: index))
            if let same = result.firstIndex(where: { $0.1 == value }) {
                result[same].0 = result[same].0.union(cell)
            } else {
                result.append((cell, value))
            }
        }
        return result
    }

    // MARK: - Rests

    /// What comes after a node: a list of nodes and at its end a pattern.
    private final class Rest {
        let node: RegexNode?
        let next: Rest?
        let final: Pattern
        /// Whether a condition in it asks what is before.
        let looksBack: Bool
        /// The number of nodes.
        let count: Int
        var values: [Context: Sized] = [:]

        init(final: Pattern) {
            node = nil
            next = nil
            self.final = final
            looksBack = false
            count = 0
        }

        init(_ node: RegexNode, then next: Rest) {
            self.node = node
            self.next = next
            final = next.final
            looksBack = node.looksBack || next.looksBack
            count = next.count + 1
        }
    }

    private func value(of rest: Rest, in context: Context) throws(GrammarError) -> Sized {
        guard let node = rest.node, let next = rest.next else { return Sized(pattern: rest.final, size: 1) }
        // Each node is a level of recursion.
        guard rest.count <= RegexCompiler.restLimit else {
            throw .limitExceeded(
                pointer: "", limit: "parts beside conditions in a pattern", value: RegexCompiler.restLimit)
        }
        let key = rest.looksBack ? context : .start
        if let known = rest.values[key] { return known }
        let result = try pattern(of: node, in: context, before: next)
        try watch.check()
        guard result.size <= limits.nodes else {
            throw .limitExceeded(pointer: "", limit: "parts of a pattern with conditions", value: limits.nodes)
        }
        rest.values[key] = result
        return result
    }

    private func pattern(of node: RegexNode, in context: Context, before rest: Rest) throws(GrammarError) -> Sized {
        if node.isPlain { return try plainPattern(of: node, in: context, before: rest) }
        switch node {
        case .scalars: return try plainPattern(of: node, in: context, before: rest)
        case .sequence(let nodes):
            return try value(of: Self.runs(of: nodes).reversed().reduce(rest) { Rest($1, then: $0) }, in: context)
        case .alternation(let nodes):
            var branches: [Sized] = []
            for node in nodes { branches.append(try pattern(of: node, in: context, before: rest)) }
            return combine(branches, Pattern.any(of:))
        case .repetition(let inner, let atLeast, let atMost, let isPossessive, let offset):
            if isPossessive {
                return try possessive(inner, atLeast, atMost, in: context, before: rest, offset: offset)
            }
            return try unfolded(inner, atLeast, atMost, in: context, before: rest, offset: offset)
        case .atomic(let inner, let offset):
            // Where all matches are equally long, there is only one to begin with.
            guard inner.isPlain, inner.fixedLength != nil else {
                throw failure("an atomic group with matches of several lengths is not supported", at: offset)
            }
            return try pattern(of: inner, in: context, before: rest)
        case .assertion(let assertion): return try pattern(of: assertion, in: context, before: rest)
        case .look(let inner, isBehind: false, let isNegative, _):
            let after = try value(of: rest, in: context)
            let ahead = try value(of: Rest(inner, then: Rest(final: .anything)), in: context)
            return combine(
                [after, isNegative ? Sized(pattern: .not(ahead.pattern), size: ahead.size) : ahead], Pattern.all(of:))
        case .look(let inner, isBehind: true, let isNegative, let offset):
            guard let set = inner.scalarSet else {
                throw failure("a lookbehind of more than one character is supported only at the start", at: offset)
            }
            let isMet =
                switch context {
                case .start: false
                case .after(let cell): !cells[cell].intersection(set).isEmpty
                }
            return isMet != isNegative ? try value(of: rest, in: context) : Sized(pattern: .nothing, size: 1)
        }
    }

    /// The nodes with those between conditions put together, but for the last ones, which conditions may look back at.
    private static func runs(of nodes: [RegexNode]) -> [RegexNode] {
        var result: [RegexNode] = []
        for part in nodes.split(omittingEmptySubsequences: false, whereSeparator: { !$0.isPlain }) {
            if part.count > 2 { result.append(.sequence(Array(part.dropLast()))) }
            result += part.suffix(part.count > 2 ? 1 : 2)
            if part.endIndex < nodes.endIndex { result.append(nodes[part.endIndex]) }
        }
        return result
    }

    private func combine(_ parts: [Sized], _ operation: ([Pattern]) -> Pattern) -> Sized {
        Sized(pattern: operation(parts.map(\.pattern)), size: parts.reduce(1) { $0 + $1.size })
    }

    // MARK: - Parts without conditions

    private func plainPattern(of node: RegexNode, in context: Context, before rest: Rest) throws(GrammarError) -> Sized
    {
        let plain = RegexCompiler.plain(node)
        if !rest.looksBack {
            return combine([plain, try value(of: rest, in: context)], Pattern.joining)
        }
        var branches: [Sized] = []
        if plain.pattern.isNullable { branches.append(try value(of: rest, in: context)) }
        let byCell = try valuesByCell(of: rest)
        for (set, value) in byCell where value.pattern != .nothing {
            let part: Pattern
            if case .scalars(let scalars) = plain.pattern {
                part = .any(of: [.scalars(scalars.intersection(set))])
            } else if set == .all {
                part =
                    plain.pattern.isNullable
                    ? .all(of: [plain.pattern, .length(atLeast: 1, atMost: nil)]) : plain.pattern
            } else {
                part = .all(of: [plain.pattern, .joining([.anything, .scalars(set)])])
            }
            branches.append(combine([Sized(pattern: part, size: plain.size), value], Pattern.joining))
        }
        return combine(branches, Pattern.any(of:))
    }

    private static func plain(_ node: RegexNode) -> Sized {
        switch node {
        case .scalars(let set): return Sized(pattern: set.isEmpty ? .nothing : .scalars(set), size: 1)
        case .sequence(let nodes):
            let parts = nodes.map(plain)
            return Sized(pattern: .joining(parts.map(\.pattern)), size: parts.reduce(1) { $0 + $1.size })
        case .alternation(let nodes):
            let parts = nodes.map(plain)
            return Sized(pattern: .any(of: parts.map(\.pattern)), size: parts.reduce(1) { $0 + $1.size })
        case .repetition(let node, let atLeast, let atMost, _, _):
            let part = plain(node)
            return Sized(pattern: part.pattern.repeated(atLeast: atLeast, atMost: atMost), size: part.size + 1)
        case .atomic(let node, _): return plain(node)
        case .assertion, .look: return Sized(pattern: .empty, size: 1)
        }
    }

    // MARK: - Conditions

    private func pattern(
        of assertion: RegexNode.Assertion, in context: Context, before rest: Rest
    ) throws(GrammarError) -> Sized {
        let value = try value(of: rest, in: context)
        func when(_ condition: Bool) -> Sized { condition ? value : Sized(pattern: .nothing, size: 1) }
        func where_(_ condition: Pattern) -> Sized {
            combine([value, Sized(pattern: condition, size: 3)], Pattern.all(of:))
        }
        func isAfter(_ set: ScalarSet) -> Bool {
            if case .after(let cell) = context { return !cells[cell].intersection(set).isEmpty }
            return false
        }
        switch assertion {
        case .textStart: return when(context == .start)
        case .textEnd: return where_(.empty)
        case .lineStart: return when(context == .start || isAfter(RegexSets.lineEnds))
        case .lineEnd: return where_(.any(of: [.empty, .joining([.scalars(RegexSets.lineEnds), .anything])]))
        case .wordBoundary(let word, let isNegative):
            let beforeWord = Pattern.joining([.scalars(word), .anything])
            let changes = isAfter(word) ? Pattern.not(beforeWord) : beforeWord
            return where_(isNegative ? .not(changes) : changes)
        }
    }

    /// A repetition that never gives back: it goes on as long as it can.
    private func possessive(
        _ inner: RegexNode, _ atLeast: Int, _ atMost: Int?, in context: Context, before rest: Rest, offset: Int
    ) throws(GrammarError) -> Sized {
        guard let set = inner.scalarSet else {
            if inner.isPlain, inner.fixedLength != nil, atLeast == atMost {
                return try pattern(
                    of: .repetition(inner, atLeast: atLeast, atMost: atMost, isPossessive: false, offset: offset),
                    in: context, before: rest)
            }
            throw failure("a possessive repetition of more than one character is not supported", at: offset)
        }
        func counted(_ minimum: Int, _ maximum: Int?) -> RegexNode {
            .repetition(.scalars(set), atLeast: minimum, atMost: maximum, isPossessive: false, offset: offset)
        }
        let stop = RegexNode.look(.scalars(set), isBehind: false, isNegative: true, offset: offset)
        var branches: [RegexNode] = []
        if let atMost { branches.append(counted(atMost, atMost)) }
        if atMost.map({ $0 > atLeast }) ?? true {
            branches.append(.sequence([counted(atLeast, atMost.map { $0 - 1 }), stop]))
        }
        return try pattern(of: .alternation(branches), in: context, before: rest)
    }

    /// A repetition with a condition in it.
    private func unfolded(
        _ inner: RegexNode, _ atLeast: Int, _ atMost: Int?, in context: Context, before rest: Rest, offset: Int
    ) throws(GrammarError) -> Sized {
        if let tempered = try temperedToEnd(inner, atLeast, atMost, in: context, before: rest) { return tempered }
        // To ask a condition once more changes nothing.
        let once = inner.fixedLength == 0
        let atLeast = once ? min(atLeast, 1) : atLeast
        guard let atMost = once ? min(atMost ?? 1, 1) : atMost, atMost <= RegexCompiler.unfoldingLimit else {
            throw failure("a condition inside an unbounded repetition is not supported", at: offset)
        }
        let end = rest
        var current = end
        for _ in atLeast..<max(atLeast, atMost) {
            current = Rest(.alternation([.sequence([]), inner]), then: current)
        }
        for _ in 0..<atLeast { current = Rest(inner, then: current) }
        return try value(of: current, in: context)
    }

    /// `(?:(?!x).)*` up to the end of the text: every scalar of the set, and the expression nowhere in it.
    private func temperedToEnd(
        _ inner: RegexNode, _ atLeast: Int, _ atMost: Int?, in context: Context, before rest: Rest
    ) throws(GrammarError) -> Sized? {
        guard case .sequence(let parts) = inner, parts.count == 2,
            case .look(let refused, isBehind: false, isNegative: true, _) = parts[0], !refused.looksBack,
            let set = parts[1].scalarSet, !rest.looksBack, try value(of: rest, in: context).pattern == .empty
        else { return nil }
        let found = try value(of: Rest(refused, then: Rest(final: .anything)), in: context)
        // The condition is asked before a scalar, never at the very end.
        let somewhere = Pattern.joining([.anything, .all(of: [found.pattern, .length(atLeast: 1, atMost: nil)])])
        let run = Pattern.scalars(set).repeated(atLeast: atLeast, atMost: atMost)
        return Sized(pattern: .all(of: [run, .not(somewhere)]), size: found.size + 3)
    }

    private func failure(_ reason: String, at offset: Int) -> GrammarError {
        .invalidPattern(pattern: text.count > 60 ? text.prefix(60) + "…" : text, offset: offset, reason: reason)
    }
}
