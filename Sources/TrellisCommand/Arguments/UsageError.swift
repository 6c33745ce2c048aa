/// A command line that can't be understood.
struct UsageError: Error {
    /// The command that was being read.
    let command: CommandDescription
    /// What is wrong.
    let problem: Problem

    /// The ways in which a command line can be wrong.
    enum Problem: Equatable {
        case missingCommand
        case unknownCommand(String, similar: String?)
        case unknownOption(String, similar: String?)
        case missingValue(option: String, value: String)
        case unexpectedValue(option: String)
        case repeatedOption(String)
        case missingOption(String, value: String)
        case missingOperand(String)
        case unexpectedOperand(String)
        case badValue(option: String, value: String, expected: String)
        /// Two options that both want to read standard input.
        case standardInputTwice(String, String)
        /// Two options of which only one can be had.
        case exclusive(String, String)
        /// A word that isn't UTF-8, by its position.
        case notUTF8(position: Int)
    }

    /// Makes an error of a command.
    init(_ command: CommandDescription, _ problem: Problem) {
        self.command = command
        self.problem = problem
    }
}
