internal import TrellisJSON

extension TemplateInterpreter {
    /// Whether a value passes the test of that name.
    func passes(_ name: String, _ value: TemplateValue, _ call: TemplateCall) throws(TemplateError) -> Bool {
        if let comparison = TemplateInterpreter.comparisons[name] {
            guard let other = try bind(["other"], call, of: name)[0] else {
                throw .invalidArguments(of: "the test \(name)", "takes a value", line: line)
            }
            return try holds(value, comparison, other)
        }
        switch name {
        case "divisibleby":
            let divisor = try bind(["num"], call, of: name)[0] ?? .none
            return try !apply(.remainder, value, divisor).isTrue
        case "sameas": return try isSame(value, bind(["other"], call, of: name)[0] ?? .none)
        default: break
        }
        guard let result = try passes(name, value) else { throw .unknownTest(name, line: line) }
        _ = try bind([], call, of: name)
        return result
    }

    private static let comparisons: [String: TemplateComparison] = [
        "eq": .equal, "equalto": .equal, "==": .equal, "ne": .notEqual, "!=": .notEqual, "lt": .less, "lessthan": .less,
        "<": .less, "le": .lessOrEqual, "<=": .lessOrEqual, "gt": .greater, "greaterthan": .greater, ">": .greater,
        "ge": .greaterOrEqual, ">=": .greaterOrEqual, "in": .isIn,
    ]

    /// Whether a value passes a test without arguments; nil for a test that is not known.
    private func passes(_ name: String, _ value: TemplateValue) throws(TemplateError) -> Bool? {
        switch (name, value) {
        case ("defined", _): return !value.isUndefined
        case ("undefined", _): return value.isUndefined
        case ("none", .none), ("boolean", .bool), ("true", .bool(true)), ("false", .bool(false)), ("string", .string),
            ("mapping", .dictionary), ("float", .float), ("integer", .integer), ("integer", .bigInteger),
            ("callable", .macro), ("callable", .function), ("callable", .method):
            return true
        case ("none", _), ("boolean", _), ("true", _), ("false", _), ("string", _), ("mapping", _), ("float", _),
            ("integer", _), ("callable", _):
            return false
        case ("number", _): return value.doubleValue != nil
        // Nothing has a length to Python, so that it is a sequence too.
        case ("sequence", .undefined), ("sequence", .string), ("sequence", .list), ("sequence", .tuple),
            ("sequence", .dictionary),
            ("sequence", .view(.range, _)):
            return true
        case ("sequence", _): return false
        case ("iterable", .undefined), ("iterable", .string), ("iterable", .list), ("iterable", .tuple),
            ("iterable", .dictionary), ("iterable", .view), ("iterable", .generator):
            return true
        case ("iterable", _): return false
        case ("odd", _): return try remainder(value, 2) == 1
        case ("even", _): return try remainder(value, 2) == 0
        case ("lower", _): return TemplateInterpreter.isAll(try text(of: value), "islower")
        case ("upper", _): return TemplateInterpreter.isAll(try text(of: value), "isupper")
        default: return nil
        }
    }

    private func remainder(_ value: TemplateValue, _ divisor: Int) throws(TemplateError) -> Double {
        try apply(.remainder, value, .integer(divisor)).doubleValue ?? .nan
    }

    /// Whether two values are one: for numbers, texts and the like, of one kind and equal.
    private func isSame(_ left: TemplateValue, _ right: TemplateValue) throws(TemplateError) -> Bool {
        switch (left, right) {
        case (.list, .list), (.tuple, .tuple), (.dictionary, .dictionary), (.view, .view):
            throw unsupported("whether two values of kind \(left.typeName) are one cannot be told")
        default: left.typeName == right.typeName ? try areEqual(left, right) : false
        }
    }
}
