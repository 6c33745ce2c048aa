import TrellisGrammars

/// Why a grammar cannot be compiled for a vocabulary, or a text not be completed with its tokens.
public enum MatchingError: Error, Hashable, Sendable {
    /// No text satisfies the grammar.
    case noTextPossible
    /// A rule begins with itself.
    case leftRecursion(rule: String)
    /// The elements of an array that must differ are no JSON values that can be compared.
    case elementsNotComparable(rule: String)
    /// A limit was hit.
    case limitExceeded(name: String, value: Int)
    /// The text cannot be completed within so many tokens; the least number is given.
    case budgetTooSmall(needed: Int, available: Int)
    /// The tokens of the vocabulary cannot spell any completion of the text.
    case notSpellable
    /// The memory for the masks of several matchers has too few rows, or too short ones, or one row for two of them.
    case unsuitableRows(reason: String)
    /// The task that was compiling the grammar was cancelled.
    case cancelled

    /// Ends the work of a task that was cancelled.
    static func checkCancellation() throws(MatchingError) { if Task.isCancelled { throw .cancelled } }
}

extension MatchingError {
    /// The error for a limit that patterns have hit.
    static func limitExceeded(_ limit: PatternWork.Limit, _ limits: GrammarLimits) -> MatchingError {
        switch limit {
        case .states: .limitExceeded(name: "states of patterns", value: limits.states)
        case .memory: .limitExceeded(name: "bytes for one grammar", value: limits.memory)
        case .time: .limitExceeded(name: CompilationWatch.name, value: limits.time.milliseconds)
        }
    }
}

extension MatchingError: CustomStringConvertible {
    /// The error in one line of words.
    public var description: String {
        switch self {
        case .noTextPossible: "grammar: no text can satisfy it"
        case .leftRecursion(let rule): "grammar: rule \(rule) begins with itself"
        case .elementsNotComparable(let rule):
            "grammar: elements of rule \(rule) must differ, and only numbers, strings and literals are compared"
        case .limitExceeded(let name, let value): "grammar: over the limit of \(value) \(name)"
        case .budgetTooSmall(let needed, let available):
            "the shortest text needs \(needed) tokens, only \(available) are allowed"
        case .notSpellable: "the tokens of the vocabulary cannot spell a text of the grammar"
        case .unsuitableRows(let reason): "masks of several matchers: \(reason)"
        case .cancelled: "grammar: compiling it was cancelled"
        }
    }
}
