/// The rules of a grammar text by name, in the order in which the names come up.
struct RuleTable {
    /// A rule, or the mention of one that is not defined yet.
    struct Rule {
        let name: String
        /// The index in the text at which the name comes up first.
        let mention: Int
        var definition: RuleExpression?
    }

    private(set) var rules: [Rule] = []
    private var numbers: [String: Int] = [:]

    /// The number of a rule, whether or not it is defined.
    mutating func number(of name: String, at index: Int) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = rules.count
        rules.append(Rule(name: name, mention: index))
        return rules.count - 1
    }

    /// The number of a rule that came up.
    func number(of name: String) -> Int? { numbers[name] }

    /// Defines a rule; false when it is defined already.
    mutating func define(_ name: String, as definition: RuleExpression, at index: Int) -> Bool {
        let number = number(of: name, at: index)
        guard rules[number].definition == nil else { return false }
        rules[number].definition = definition
        return true
    }
}
