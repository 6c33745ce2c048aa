import TrellisJSON

extension Pattern: CustomStringConvertible {
    /// The pattern in the notation of regular expressions, with `&` for intersection and `!` for complement.
    ///
    /// Long patterns are cut: what is left out is written as “…”.
    public var description: String {
        var writer = PatternWriter()
        writer.write(self, level: .choice)
        return writer.text
    }
}

/// Writes patterns within a bound on their length.
private struct PatternWriter {
    /// How tightly the place binds that a pattern is written in.
    enum Level: Int, Comparable {
        case choice
        case intersection
        case sequence
        case atom

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private static let lengthLimit = 400
    private static let textLimit = 12
    private(set) var text = ""

    mutating func write(_ pattern: Pattern, level: Level) {
        guard text.utf8.count < Self.lengthLimit else {
            if !text.hasSuffix("…") { text += "…" }
            return
        }
        switch pattern {
        case .nothing: text += "∅"
        case .empty: text += "()"
        case .anything: text += ".*"
        case .scalars(let set): write(set)
        case .sequence(let parts): group(level > .sequence) { $0.list(parts, "", .sequence) }
        case .choice(let parts): group(level > .choice) { $0.list(parts, "|", .intersection) }
        case .intersection(let parts): group(level > .intersection) { $0.list(parts, " & ", .sequence) }
        case .complement(let inner):
            text += "!"
            write(inner, level: .atom)
        case .repetition(let inner, let atLeast, let atMost):
            write(inner, level: .atom)
            switch (atLeast, atMost) {
            case (0, nil): text += "*"
            case (1, nil): text += "+"
            case (0, 1): text += "?"
            case (let count, nil): text += "{\(count),}"
            case (let low, let high?): text += low == high ? "{\(low)}" : "{\(low),\(high)}"
            }
        case .texts(let texts):
            group(texts.count > 1 && level > .choice) { writer in
                for (index, one) in texts.prefix(Self.textLimit).enumerated() {
                    if index > 0 { writer.text += "|" }
                    JSONValue.write(quoted: one, into: &writer.text)
                }
                if texts.count > Self.textLimit { writer.text += "|…\(texts.count - Self.textLimit) more" }
            }
        case .multiple(let modulus, let residue):
            text += residue == 0 ? "multiple(\(modulus))" : "multiple(\(modulus), from \(residue))"
        }
    }

    private mutating func group(_ needsGroup: Bool, _ body: (inout PatternWriter) -> Void) {
        if needsGroup { text += "(" }
        body(&self)
        if needsGroup { text += ")" }
    }

    private mutating func list(_ parts: [Pattern], _ separator: String, _ level: Level) {
        for (index, part) in parts.enumerated() {
            if index > 0 { text += separator }
            write(part, level: level)
        }
    }

    private mutating func write(_ set: ScalarSet) {
        if set == .all {
            text += "."
            return
        }
        let isNegated = set.complement.ranges.count < set.ranges.count && set.contains(ScalarSet.maximum)
        let ranges = isNegated ? set.complement.ranges : set.ranges
        if !isNegated, ranges.count == 1, ranges[0].count == 1 {
            write(ranges[0].lowerBound)
            return
        }
        text += isNegated ? "[^" : "["
        for range in ranges.prefix(Self.textLimit) {
            write(range.lowerBound)
            if range.count > 1 {
                if range.count > 2 { text += "-" }
                write(range.upperBound)
            }
        }
        text += ranges.count > Self.textLimit ? "…]" : "]"
    }

    private mutating func write(_ value: UInt32) {
        guard let scalar = Unicode.Scalar(value), !scalar.properties.isWhitespace || value == 0x20,
            scalar.properties.generalCategory != .control, scalar.properties.generalCategory != .unassigned,
            scalar.properties.generalCategory != .format
        else {
            text += #"\u{"# + String(value, radix: 16) + "}"
            return
        }
        if #"\.[](){}*+?|^$-&!""#.unicodeScalars.contains(scalar) { text += #"\"# }
        text.unicodeScalars.append(scalar)
    }
}
