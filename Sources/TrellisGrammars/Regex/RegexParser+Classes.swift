extension RegexParser {
    /// Pairs the brackets of the text as if classes nested.
    ///
    /// In ECMA-262 a bracket within a class stands for itself, and a closing bracket alone is an error. So an
    /// expression in which the bracket of a class finds its own partner beyond others' is never
    /// valid there, and reading it as a nest of classes takes nothing away.
    static func matchBrackets(_ scalars: [Unicode.Scalar]) -> [Int: Int] {
        var ends: [Int: Int] = [:]
        var open: [Int] = []
        var index = 0
        while index < scalars.count {
            switch scalars[index] {
            case "\\": index += 1
            case "[": open.append(index)
            case "]": if let start = open.popLast() { ends[start] = index }
            default: break
            }
            index += 1
        }
        return ends
    }

    /// Reads a class, its opening bracket read already.
    mutating func parseClass(openedAt start: Int) throws(GrammarError) -> ScalarSet {
        var end = position
        var hasInner = false
        while end < scalars.count, scalars[end] != "]" {
            if scalars[end] == "[" { hasInner = true }
            end += scalars[end] == "\\" ? 2 : 1
        }
        let nests = (hasInner || dialect.hasSetOperators) && classEnds[start] != nil
        return try parseClassBody(openedAt: start, nests: nests)
    }

    private mutating func parseClassBody(openedAt start: Int, nests: Bool) throws(GrammarError) -> ScalarSet {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.nesting else {
            throw .limitExceeded(pointer: "", limit: "levels of classes in a pattern", value: limits.nesting)
        }
        let isNegative = skip("^")
        var result: ScalarSet?
        var operation = SetOperation.union
        repeat {
            let operand = try parseClassOperand(openedAt: start, nests: nests)
            result = result.map { operation.apply($0, operand) } ?? operand
            operation = nests ? nextOperation() ?? .end : .end
        } while operation != .end
        guard skip("]") else { throw failure("the class is not closed", at: start) }
        let set = result ?? .none
        let folded = flags.ignoresCase ? CaseFolding.closure(of: set) : set
        return isNegative ? folded.complement : folded
    }

    private enum SetOperation {
        case union
        case intersection
        case subtraction
        case difference
        case end

        func apply(_ left: ScalarSet, _ right: ScalarSet) -> ScalarSet {
            switch self {
            case .union, .end: left.union(right)
            case .intersection: left.intersection(right)
            case .subtraction: left.subtracting(right)
            case .difference: left.subtracting(right).union(right.subtracting(left))
            }
        }
    }

    private mutating func nextOperation() -> SetOperation? {
        if skip("&&") { return .intersection }
        if skip("--") { return .subtraction }
        if skip("~~") { return .difference }
        return nil
    }

    /// Reads the union of characters, ranges and inner classes up to the end of the class or an operator.
    private mutating func parseClassOperand(openedAt start: Int, nests: Bool) throws(GrammarError) -> ScalarSet {
        var ranges: [ScalarSet.Range] = []
        while let scalar = next, scalar != "]" {
            if nests, starts(with: "&&") || starts(with: "--") || starts(with: "~~") { break }
            if nests, starts(with: "[:") {
                ranges += try parsePOSIXClass().ranges
                continue
            }
            if nests, scalar == "[" {
                let inner = position
                position += 1
                ranges += try parseClassBody(openedAt: inner, nests: true).ranges
                continue
            }
            let from = position
            let low = try parseClassAtom()
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]",
                !(nests && (scalars[position + 1] == "[" || scalars[position + 1] == "-"))
            else {
                append(low, to: &ranges)
                continue
            }
            position += 1
            let high = try parseClassAtom()
            if case .scalar(let low) = low, case .scalar(let high) = high {
                guard low <= high else { throw failure("the range is in the wrong order", at: from) }
                ranges.append(low...high)
            } else {
                // With a set at either end the hyphen stands for itself.
                append(low, to: &ranges)
                append(.scalar(0x2D), to: &ranges)
                append(high, to: &ranges)
            }
        }
        guard next != nil else { throw failure("the class is not closed", at: start) }
        return ScalarSet(ranges)
    }

    private func append(_ escape: Escape, to ranges: inout [ScalarSet.Range]) {
        switch escape {
        case .scalar(let value): ranges.append(value...value)
        case .set(let set): ranges += set.ranges
        }
    }

    private mutating func parseClassAtom() throws(GrammarError) -> Escape {
        let start = position
        guard let scalar = next else { throw failure("the class is not closed", at: start) }
        position += 1
        guard scalar == "\\" else { return .scalar(scalar.value) }
        return try parseClassEscape(openedAt: start)
    }

    private mutating func parsePOSIXClass() throws(GrammarError) -> ScalarSet {
        let start = position
        position += 2
        let isNegative = skip("^")
        var name = ""
        while let scalar = next, scalar != ":", scalar != "]" {
            name.unicodeScalars.append(scalar)
            position += 1
        }
        guard skip(":]"), let set = UnicodeProperties.scalars(named: name) ?? RegexSets.posix[name] else {
            throw failure("unknown class “[:\(name):]”", at: start)
        }
        return isNegative ? set.complement : set
    }
}
