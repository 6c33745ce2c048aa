import Foundation
import TrellisGrammars

/// Patterns matched by plain derivatives on the tree, to compare with: no sharing, no numbers, no ranges.
extension Pattern {
    /// Whether the empty text matches.
    var matchesEmpty: Bool {
        switch self {
        case .nothing, .scalars: false
        case .empty: true
        case .sequence(let parts): parts.allSatisfy(\.matchesEmpty)
        case .choice(let parts): parts.contains(where: \.matchesEmpty)
        case .intersection(let parts): parts.allSatisfy(\.matchesEmpty)
        case .complement(let inner): !inner.matchesEmpty
        case .repetition(let inner, let minimum, let maximum):
            (maximum ?? .max) >= minimum && (minimum == 0 || inner.matchesEmpty)
        case .texts(let texts): texts.contains("")
        case .multiple(_, let residue): residue == 0
        }
    }

    /// What remains after a scalar, tidied just enough that there are finitely many remainders.
    func after(_ scalar: UInt32) -> Pattern {
        switch self {
        case .nothing, .empty: return .nothing
        case .scalars(let set): return set.contains(scalar) ? .empty : .nothing
        case .sequence(let parts):
            guard let first = parts.first else { return .nothing }
            let rest = Array(parts.dropFirst())
            let taken = Pattern.tidySequence([first.after(scalar)] + rest)
            return first.matchesEmpty ? .tidyChoice([taken, Pattern.tidySequence(rest).after(scalar)]) : taken
        case .choice(let parts): return .tidyChoice(parts.map { $0.after(scalar) })
        case .intersection(let parts):
            let rest = parts.map { $0.after(scalar) }
            return rest.contains(.nothing) ? .nothing : .intersection(rest)
        case .complement(let inner): return .complement(inner.after(scalar))
        case .repetition(let inner, let minimum, let maximum):
            if let maximum, maximum < max(1, minimum) { return .nothing }
            let rest = Pattern.repetition(inner, atLeast: max(0, minimum - 1), atMost: maximum.map { $0 - 1 })
            return .tidySequence([inner.after(scalar), rest])
        case .texts(let texts):
            let rest = texts.filter { $0.unicodeScalars.first?.value == scalar }
                .map { String(String.UnicodeScalarView($0.unicodeScalars.dropFirst())) }
            return rest.isEmpty ? .nothing : .texts(rest)
        case .multiple(let modulus, let residue):
            switch scalar {
            case 0x30...0x39: return .multiple(of: modulus, residue: (residue * 10 + Int(scalar) - 0x30) % modulus)
            case 0x2D, 0x2E: return self
            default: return .nothing
            }
        }
    }

    private static func tidySequence(_ parts: [Pattern]) -> Pattern {
        let flat = parts.flatMap { part -> [Pattern] in
            if case .sequence(let inner) = part { return inner }
            return part == .empty ? [] : [part]
        }
        if flat.contains(.nothing) { return .nothing }
        return flat.isEmpty ? .empty : flat.count == 1 ? flat[0] : .sequence(flat)
    }

    private static func tidyChoice(_ parts: [Pattern]) -> Pattern {
        var kept: [Pattern] = []
        let flat = parts.flatMap { part -> [Pattern] in
            if case .choice(let inner) = part { return inner }
            return [part]
        }
        for part in flat where part != .nothing && !kept.contains(part) { kept.append(part) }
        return kept.isEmpty ? .nothing : kept.count == 1 ? kept[0] : .choice(kept)
    }

    /// Scalars such that every scalar behaves like one of them.
    var representatives: Set<UInt32> {
        switch self {
        case .nothing, .empty: []
        case .scalars(let set):
            Set(
                set.ranges.flatMap {
                    [$0.lowerBound, $0.upperBound, $0.upperBound + 1] + ($0.lowerBound > 0 ? [$0.lowerBound - 1] : [])
                })
        case .sequence(let parts), .choice(let parts), .intersection(let parts):
            parts.reduce(into: []) { $0.formUnion($1.representatives) }
        case .multiple: Set(0x2C...0x3A)
        case .complement(let inner), .repetition(let inner, _, _): inner.representatives
        case .texts(let texts):
            Set(
                texts.flatMap {
                    $0.unicodeScalars.flatMap { [$0.value, $0.value + 1] + ($0.value > 0 ? [$0.value - 1] : []) }
                })
        }
    }

    /// The number of patterns in the tree.
    var size: Int {
        switch self {
        case .nothing, .empty, .scalars, .texts, .multiple: 1
        case .sequence(let parts), .choice(let parts), .intersection(let parts): parts.reduce(1) { $0 + $1.size }
        case .complement(let inner), .repetition(let inner, _, _): 1 + inner.size
        }
    }

    /// Whether some text matches, by looking for one.
    var matchesSomething: Bool {
        if let known = NaiveMemory.live[self] { return known }
        let scalars = representatives.union([0x61, 0, 0x10FFFF])
        var seen: Set<Pattern> = [self]
        var waiting = [self]
        while let next = waiting.popLast() {
            if NaiveMemory.hasGivenUp { return true }
            if next.matchesEmpty {
                NaiveMemory.live[self] = true
                return true
            }
            for scalar in scalars where Unicode.Scalar(scalar) != nil {
                let rest = next.after(scalar)
                if rest.size > NaiveMemory.sizeLimit { NaiveMemory.hasGivenUp = true }
                if rest != .nothing, seen.insert(rest).inserted { waiting.append(rest) }
            }
        }
        NaiveMemory.live[self] = false
        return false
    }
}

/// What the naive matcher has found out already on a thread, which runs one test at a time.
enum NaiveMemory {
    private final class Contents {
        var live: [Pattern: Bool] = [:]
        var hasGivenUp = false
    }

    private static let key = "NaiveMemory"

    private static var contents: Contents {
        if let known = Thread.current.threadDictionary[key] as? Contents { return known }
        let contents = Contents()
        Thread.current.threadDictionary[key] = contents
        return contents
    }

    static var live: [Pattern: Bool] {
        get { contents.live }
        _modify { yield &contents.live }
    }

    /// Set when a pattern grew beyond what plain derivatives can handle: nothing said after that counts.
    static var hasGivenUp: Bool {
        get { contents.hasGivenUp }
        set { contents.hasGivenUp = newValue }
    }

    static let sizeLimit = 60

    static func forget() { Thread.current.threadDictionary[key] = nil }
}
