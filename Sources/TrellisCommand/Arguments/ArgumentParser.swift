/// The step from the words of the command line to a command and its values.
///
/// It knows nothing of what the values mean. Options may come anywhere after the words that choose the command, as
/// `--name value` or `--name=value`; after `--` everything stands alone.
struct ArgumentParser {
    /// What the words ask for.
    enum Request {
        /// Run a command.
        case run(CommandDescription.Action, ParsedArguments)
        /// Show the help of a command.
        case help(CommandDescription)
        /// Show the version.
        case version
    }

    /// The program with all its commands.
    let program: CommandDescription

    /// Parses the words after the name of the program.
    func parse(_ words: [String]) throws(UsageError) -> Request {
        // Asking for help must work in a line that is wrong otherwise.
        let asked = words.prefix { $0 != "--" }
        let (command, rest) = choose(words)
        if asked.contains("--help") || asked.contains("-h") { return .help(command) }
        if asked.contains("--version") { return .version }
        guard let action = command.action else {
            guard let word = rest.first else { throw UsageError(command, .missingCommand) }
            throw UsageError(
                command, word.hasPrefix("-") ? .unknownOption(word, similar: nil) : unknownCommand(word, in: command))
        }
        return .run(action, try values(of: command, rest))
    }

    /// Follows the leading words down to a command.
    private func choose(_ words: [String]) -> (CommandDescription, ArraySlice<String>) {
        var command = program
        var rest = words[...]
        while let word = rest.first, let next = command.subcommands.first(where: { $0.name == word }) {
            command = next
            rest.removeFirst()
        }
        return (command, rest)
    }

    /// Sorts the words after a command into options and operands.
    private func values(of command: CommandDescription, _ words: ArraySlice<String>) throws(UsageError)
        -> ParsedArguments
    {
        var parsed = ParsedArguments(command: command)
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                for operand in rest { try parsed.add(operand: operand) }
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                try parsed.add(operand: word)
                continue
            }
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.options.first(where: { "--" + $0.name == halves[0] }) else {
                throw UsageError(command, unknownOption(halves[0], in: command))
            }
            var value = halves.count == 2 ? halves[1] : nil
            if option.value == nil {
                guard value == nil else { throw UsageError(command, .unexpectedValue(option: option.name)) }
            } else if value == nil {
                // A word with two dashes is the next option: a forgotten value is likelier than one that looks so.
                guard let next = rest.first, !next.hasPrefix("--") else {
                    throw UsageError(command, .missingValue(option: option.name, value: option.value ?? ""))
                }
                value = next
                rest.removeFirst()
            }
            try parsed.add(option: option.name, value: value ?? "")
        }
        try parsed.checkCompleteness()
        return parsed
    }

    private func unknownOption(_ word: String, in command: CommandDescription) -> UsageError.Problem {
        .unknownOption(word, similar: closest(to: word, among: command.options.map { "--" + $0.name }))
    }

    private func unknownCommand(_ word: String, in command: CommandDescription) -> UsageError.Problem {
        .unknownCommand(word, similar: closest(to: word, among: command.subcommands.map(\.name)))
    }

    /// Finds the candidate that a word may be a slip of: at most two letters added, left out or changed.
    private func closest(to word: String, among candidates: [String]) -> String? {
        guard word.count <= 40 else { return nil }
        return candidates.map { ($0, editDistance(Array(word), Array($0))) }.filter { $0.1 <= 2 }
            .min { $0.1 < $1.1 }?.0
    }

    /// Counts the least number of letters to add, leave out or change between two words.
    private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
        var row = Array(0...second.count)
        for (i, a) in first.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in second.enumerated() {
                let best = min(diagonal + (a == b ? 0 : 1), row[j] + 1, row[j + 1] + 1)
                diagonal = row[j + 1]
                row[j + 1] = best
            }
        }
        return row[second.count]
    }
}
