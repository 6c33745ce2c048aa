import TrellisJSON

extension Pattern {
    /// Whether the empty text matches.
    package var isNullable: Bool {
        switch self {
        case .nothing, .scalars: false
        case .empty: true
        case .sequence(let parts), .intersection(let parts): parts.allSatisfy(\.isNullable)
        case .choice(let parts): parts.contains(where: \.isNullable)
        case .complement(let part): !part.isNullable
        case .repetition(let part, let atLeast, _): atLeast == 0 || part.isNullable
        case .texts(let texts): texts.contains("")
        case .multiple(_, let residue): residue == 0
        }
    }

    /// The patterns one after the other, without the parts that change nothing.
    package static func joining(_ parts: [Pattern]) -> Pattern {
        var kept: [Pattern] = []
        for part in parts {
            switch part {
            case .nothing: return .nothing
            case .empty: continue
            case .sequence(let inner): kept += inner
            default:
                if part == .anything, kept.last == .anything { continue }
                kept.append(part)
            }
        }
        switch kept.count {
        case 0: return .empty
        case 1: return kept[0]
        default: return .sequence(kept)
        }
    }

    /// Any of the patterns, without the parts that change nothing.
    package static func any(of parts: [Pattern]) -> Pattern {
        var kept = DistinctPatterns()
        var set = ScalarSet.none
        var texts: [String] = []
        func collect(_ parts: [Pattern]) -> Bool {
            for part in parts {
                switch part {
                case .nothing: continue
                case .choice(let inner): if collect(inner) { return true }
                case .scalars(let scalars): set = set.union(scalars)
                case .texts(let more): texts += more
                case .anything: return true
                default: kept.insert(part)
                }
            }
            return false
        }
        if collect(parts) { return .anything }
        var result = kept.patterns
        if !set.isEmpty { result.insert(.scalars(set), at: 0) }
        if !texts.isEmpty { result.append(.texts(uniqued(texts))) }
        switch result.count {
        case 0: return .nothing
        case 1: return result[0]
        default: return .choice(result)
        }
    }

    /// All of the patterns at once, without the parts that change nothing.
    package static func all(of parts: [Pattern]) -> Pattern {
        var distinct = DistinctPatterns()
        var needsEmpty = false
        func collect(_ parts: [Pattern]) -> Bool {
            for part in parts {
                switch part {
                case .nothing: return true
                case .empty: needsEmpty = true
                case .intersection(let inner): if collect(inner) { return true }
                case .anything: continue
                default: distinct.insert(part)
                }
            }
            return false
        }
        if collect(parts) { return .nothing }
        let kept = distinct.patterns
        if needsEmpty { return kept.allSatisfy(\.isNullable) ? .empty : .nothing }
        if let index = kept.firstIndex(where: { $0.isFinite }), case .texts(let texts) = kept[index] {
            // Two lists have their common texts; longer tests are left to whoever walks the pattern.
            for (other, part) in kept.enumerated() where other != index {
                if case .texts(let more) = part {
                    let allowed = Set(more.map { JSONName($0) })
                    let both = texts.filter { allowed.contains(JSONName($0)) }
                    var rest = kept
                    rest.remove(at: max(index, other))
                    rest.remove(at: min(index, other))
                    return all(of: rest + [both.isEmpty ? .nothing : .texts(both)])
                }
            }
        }
        switch kept.count {
        case 0: return .anything
        case 1: return kept[0]
        default: return .intersection(kept)
        }
    }

    /// Every text that the pattern does not match.
    package static func not(_ part: Pattern) -> Pattern {
        switch part {
        case .nothing: .anything
        case .anything: .nothing
        case .complement(let inner): inner
        default: .complement(part)
        }
    }

    /// The pattern repeated so often.
    package func repeated(atLeast minimum: Int, atMost maximum: Int?) -> Pattern {
        switch self {
        case .nothing: return minimum == 0 ? .empty : .nothing
        case .empty: return .empty
        default: break
        }
        if maximum == 0 { return .empty }
        if minimum == 1, maximum == 1 { return self }
        return .repetition(self, atLeast: isNullable ? 0 : minimum, atMost: maximum)
    }

    /// The texts without repetitions, in order; texts are the same when their code points are.
    private static func uniqued(_ texts: [String]) -> [String] {
        var seen: Set<JSONName> = []
        return texts.filter { seen.insert(JSONName($0)).inserted }
    }

    private var isFinite: Bool { if case .texts = self { true } else { false } }
}

/// Patterns in order, each once.
///
/// Few are compared one by one: most differ at once, while a hash goes through the whole of each.
private struct DistinctPatterns {
    private(set) var patterns: [Pattern] = []
    private var known: Set<Pattern> = []

    mutating func insert(_ pattern: Pattern) {
        if patterns.count < 8 {
            if !patterns.contains(pattern) { patterns.append(pattern) }
            return
        }
        if known.isEmpty { known = Set(patterns) }
        if known.insert(pattern).inserted { patterns.append(pattern) }
    }
}
