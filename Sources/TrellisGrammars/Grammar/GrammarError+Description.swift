extension GrammarError: CustomStringConvertible {
    /// The error in one line of words.
    public var description: String {
        switch self {
        case .malformed(let pointer, let expected): "\(place(pointer)): expected \(expected)"
        case .unknownType(let pointer, let name): "\(place(pointer)): unknown type “\(name)”"
        case .unresolvedReference(let pointer, let reference): "\(place(pointer)): “\(reference)” leads nowhere"
        case .unsupported(let pointer, let keyword, let reason):
            "\(place(pointer)): “\(keyword)” cannot be enforced: \(reason)"
        case .unsatisfiable(let pointer, let reason): "\(place(pointer)): no value is possible: \(reason)"
        case .invalidPattern(let pattern, let offset, let reason):
            "pattern “\(pattern)”, character \(offset): \(reason)"
        case .undefinedNode(let name): "grammar: “\(name)” is not defined"
        case .limitExceeded(let pointer, let limit, let value): "\(place(pointer)): over the limit of \(value) \(limit)"
        case .malformedText(let place, let expected): "grammar, \(place): expected \(expected)"
        case .unsupportedText(let place, let construct, let reason):
            "grammar, \(place): \(construct) cannot be enforced: \(reason)"
        case .undefinedRule(let place, let name): "grammar, \(place): rule “\(name)” is not defined"
        case .repeatedRule(let place, let name): "grammar, \(place): rule “\(name)” is defined twice"
        case .inText(let place, let error): "grammar, \(place): \(error)"
        case .textLimitExceeded(let place, let limit, let value):
            "grammar, \(place): over the limit of \(value) \(limit)"
        case .cancelled: "making the grammar was cancelled"
        }
    }

    private func place(_ pointer: String) -> String { pointer.isEmpty ? "schema" : "schema at \(pointer)" }
}
