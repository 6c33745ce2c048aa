/// A command with the values that were given for it, still as text.
struct ParsedArguments {
    /// The command.
    let command: CommandDescription
    private var options: [String: String] = [:]
    private var operands: [String] = []

    /// Starts without values.
    init(command: CommandDescription) {
        self.command = command
    }

    /// Keeps a value that stands alone.
    mutating func add(operand: String) throws(UsageError) {
        guard operands.count < command.operands.count else {
            throw UsageError(command, .unexpectedOperand(operand))
        }
        operands.append(operand)
    }

    /// Keeps an option.
    mutating func add(option name: String, value: String) throws(UsageError) {
        guard options.updateValue(value, forKey: name) == nil else {
            throw UsageError(command, .repeatedOption(name))
        }
    }

    /// Checks that nothing required is absent.
    func checkCompleteness() throws(UsageError) {
        for option in command.options where option.isRequired && options[option.name] == nil {
            throw UsageError(command, .missingOption(option.name, value: option.value ?? ""))
        }
        if operands.count < command.operands.count {
            throw UsageError(command, .missingOperand(command.operands[operands.count].name))
        }
    }

    /// Whether a flag was given.
    func has(_ flag: String) -> Bool { options[flag] != nil }

    /// Gives the text of an option.
    func text(_ name: String) -> String? { options[name] }

    /// Gives the text of an option that the command requires.
    func requiredText(_ name: String) throws(UsageError) -> String {
        guard let text = options[name] else { throw UsageError(command, .missingOption(name, value: "")) }
        return text
    }

    /// Gives the value that stands alone at a position, which the command requires.
    func operand(_ index: Int) throws(UsageError) -> String {
        guard operands.indices.contains(index) else {
            throw UsageError(
                command, .missingOperand(command.operands.indices.contains(index) ? command.operands[index].name : ""))
        }
        return operands[index]
    }

    /// Gives the whole number of an option.
    func integer<Value: FixedWidthInteger>(_ name: String, in range: ClosedRange<Value>) throws(UsageError) -> Value? {
        guard let text = options[name] else { return nil }
        guard let number = Value(text), range.contains(number) else {
            let most = range.upperBound == .max ? "" : " to \(range.upperBound)"
            throw UsageError(
                command,
                .badValue(option: name, value: text, expected: "a whole number from \(range.lowerBound)\(most)"))
        }
        return number
    }

    /// Gives the number of an option; what is expected is said in words when it is something else.
    func number(_ name: String, in range: ClosedRange<Double>, expected: String) throws(UsageError) -> Double? {
        guard let text = options[name] else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw UsageError(command, .badValue(option: name, value: text, expected: expected))
        }
        return number
    }
}
