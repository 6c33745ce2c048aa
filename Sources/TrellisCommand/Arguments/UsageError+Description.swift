extension UsageError: CustomStringConvertible {
    /// One line that names the word in question and where the help is.
    var description: String { "\(problem.words) (see \(command.fullName) --help)" }
}

extension UsageError.Problem {
    /// The problem, in words.
    fileprivate var words: String {
        switch self {
        case .missingCommand: "a command is missing"
        case .unknownCommand(let word, let similar): "unknown command “\(word)”\(suggestion(similar))"
        case .unknownOption(let word, let similar): "unknown option “\(word)”\(suggestion(similar))"
        case .missingValue(let option, let value): "option --\(option) needs a value: --\(option) \(value)"
        case .unexpectedValue(let option): "option --\(option) takes no value"
        case .repeatedOption(let option): "option --\(option) is given twice"
        case .missingOption(let option, let value): "option --\(option) \(value) is missing"
        case .missingOperand(let name): "\(name) is missing"
        case .unexpectedOperand(let word): "unexpected argument “\(word)”"
        case .badValue(let option, let value, let expected): "option --\(option): “\(value)” is not \(expected)"
        case .standardInputTwice(let first, let second):
            "options --\(first) and --\(second) cannot both read standard input"
        case .exclusive(let first, let second): "options --\(first) and --\(second) exclude each other"
        case .notUTF8(let position): "argument \(position) is not UTF-8"
        }
    }

    private func suggestion(_ similar: String?) -> String {
        similar.map { ": did you mean “\($0)”?" } ?? ""
    }
}
