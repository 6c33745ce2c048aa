/// Why a grammar cannot be compiled for a vocabulary.
public enum MatchingError: Error, Hashable, Sendable {
    /// No text satisfies the grammar.
    case noTextPossible
    /// A rule begins with itself.
    case leftRecursion(rule: String)
    /// A limit was hit.
    case limitExceeded(name: String, value: Int)
}

extension MatchingError: CustomStringConvertible {
    /// The error in one line of words.
    public var description: String {
        switch self {
        case .noTextPossible: "grammar: no text can satisfy it"
        case .leftRecursion(let rule): "grammar: rule \(rule) begins with itself"
        case .limitExceeded(let name, let value): "grammar: over the limit of \(value) \(name)"
        }
    }
}
