import TrellisGrammars
import TrellisJSON

/// The shortest way to the end of a lexeme.
extension LexemeAutomaton {
    /// The number of bytes of `cheapestRest(of:)`, without making it; a few too many for plain text that JSON would escape.
    func cost(of state: State) -> Int {
        let position = unsafe states[Int(state)]
        let end = scalarEnd(position)
        let rest = (end?.bytes.count ?? 0) + pool.cost(of: end?.pattern ?? position.pattern)
        switch position.spelling {
        case .done: return 0
        case .plain, .plainPartial: return rest
        case .quote: return rest + 2
        default: return rest + 1
        }
    }

    /// A bound on the cost of every state that texts inside the lexeme lead to, where the form of the pattern tells one.
    func greatestCost(inside state: State) -> Int? {
        let position = unsafe states[Int(state)]
        guard position.spelling == .content || position.spelling == .plain else { return nil }
        // A run asks for less with each scalar. When only fixed texts are excluded, one scalar more is none of them, or a
        // few where there are thousands. A scalar that has begun takes eleven bytes to its end at most.
        if pool.isScalarRun(position.pattern) { return cost(of: state) + 11 }
        return pool.excludesOnlyTexts(position.pattern) ? cost(of: state) + 16 : nil
    }

    /// The bytes of a cheapest text from a state to the end of its lexeme.
    func cheapestRest(of state: State) -> [UInt8] {
        let position = unsafe states[Int(state)]
        let end = scalarEnd(position)
        var text = ""
        for value in pool.cheapestText(of: end?.pattern ?? position.pattern) {
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        switch position.spelling {
        case .done: return []
        case .plain, .plainPartial: return (end?.bytes ?? []) + Array(text.utf8)
        default:
            var quoted = ""
            JSONValue.write(quoted: text, into: &quoted)
            return (end?.bytes ?? []) + quoted.utf8.dropFirst(position.spelling == .quote ? 0 : 1)
        }
    }
}
