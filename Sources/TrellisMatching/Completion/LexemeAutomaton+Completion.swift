import TrellisGrammars
import TrellisJSON

/// The shortest way to the end of a lexeme.
extension LexemeAutomaton {
    /// About the number of bytes of `cheapestRest(of:)`, without making it.
    func cost(of state: State) -> Int {
        let (boundary, bytes) = finishScalar(state)
        let position = states[Int(boundary)]
        switch position.spelling {
        case .done: return bytes.count
        case .quote: return pool.cost(of: position.pattern) + 2
        case .content: return bytes.count + pool.cost(of: position.pattern) + 1
        default: return bytes.count + pool.cost(of: position.pattern)
        }
    }

    /// The bytes of a cheapest text from a state to the end of its lexeme.
    func cheapestRest(of state: State) -> [UInt8] {
        let (boundary, bytes) = finishScalar(state)
        let position = states[Int(boundary)]
        var text = ""
        for value in position.spelling == .done ? [] : pool.cheapestText(of: position.pattern) {
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        switch position.spelling {
        case .done: return bytes
        case .quote, .content:
            var quoted = ""
            JSONValue.write(quoted: text, into: &quoted)
            return bytes + Array(quoted.utf8).dropFirst(position.spelling == .content ? 1 : 0)
        default: return bytes + Array(text.utf8)
        }
    }

    /// The first bytes that end the scalar being spelled, and the state after them.
    private func finishScalar(_ state: State) -> (boundary: State, bytes: [UInt8]) {
        var state = state
        var bytes: [UInt8] = []
        while true {
            switch states[Int(state)].spelling {
            case .plain, .quote, .content, .done: return (state, bytes)
            default:
                guard let byte = byteSet(of: state).first else { return (state, bytes) }
                bytes.append(byte)
                state = step(state, byte)
            }
        }
    }
}
