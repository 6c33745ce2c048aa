internal import Foundation
internal import TrellisJSON

extension TemplateInterpreter {
    // MARK: Arithmetic

    func apply(
        _ symbol: TemplateOperator, _ left: TemplateValue, _ right: TemplateValue
    ) throws(TemplateError) -> TemplateValue {
        if case .undefined(let what) = left { throw undefined(what) }
        if case .undefined(let what) = right { throw undefined(what) }
        switch (symbol, left, right) {
        case (.add, .string(let left), .string(let right)): return try make(left + right)
        case (.add, .list(let left), .list(let right)): return .list(try make(left.items + right.items))
        case (.add, .tuple(let left), .tuple(let right)): return .tuple(try make(left.items + right.items))
        case (.multiply, .string, _), (.multiply, .list, _), (.multiply, .tuple, _):
            if let count = right.integerValue { return try repeated(left, count) }
        case (.multiply, _, .string), (.multiply, _, .list), (.multiply, _, .tuple):
            if let count = left.integerValue { return try repeated(right, count) }
        case (.remainder, .string(let format), _): return try formatted(format, right)
        default: break
        }
        if let left = left.integerValue, let right = right.integerValue {
            return try apply(symbol, left, right)
        }
        if case .bigInteger = left { throw unsupported("an integer beyond 64 bits cannot be reckoned with") }
        if case .bigInteger = right { throw unsupported("an integer beyond 64 bits cannot be reckoned with") }
        guard let leftNumber = left.doubleValue, let rightNumber = right.doubleValue else {
            throw unsupported("“\(symbol.rawValue)” is not defined for \(left.typeName) and \(right.typeName)")
        }
        return try apply(symbol, leftNumber, rightNumber)
    }

    private func apply(_ symbol: TemplateOperator, _ left: Int, _ right: Int) throws(TemplateError) -> TemplateValue {
        let result: (partialValue: Int, overflow: Bool)
        switch symbol {
        case .add: result = left.addingReportingOverflow(right)
        case .subtract: result = left.subtractingReportingOverflow(right)
        case .multiply: result = left.multipliedReportingOverflow(by: right)
        case .power where right < 0:
            guard left != 0 else { throw unsupported("division by zero") }
            return try apply(symbol, Double(left), Double(right))
        case .power: result = power(left, right)
        case .floorDivide, .remainder:
            guard right != 0 else { throw unsupported("division by zero") }
            let quotient = left.dividedReportingOverflow(by: right)
            if symbol == .remainder, quotient.overflow { return .integer(0) }
            let remainder = quotient.overflow ? 0 : left % right
            // Python rounds down, so that a remainder has the sign of the divisor.
            let isRounded = remainder != 0 && (remainder < 0) != (right < 0)
            if symbol == .remainder { return .integer(isRounded ? remainder + right : remainder) }
            result = (isRounded ? quotient.partialValue - 1 : quotient.partialValue, quotient.overflow)
        case .divide: return try apply(symbol, Double(left), Double(right))
        }
        guard !result.overflow else { throw unsupported("the result of “\(symbol.rawValue)” is beyond 64 bits") }
        return .integer(result.partialValue)
    }

    private func power(_ base: Int, _ exponent: Int) -> (partialValue: Int, overflow: Bool) {
        if exponent == 0 || base == 1 { return (1, false) }
        if base == 0 { return (0, false) }
        if base == -1 { return (exponent % 2 == 0 ? 1 : -1, false) }
        var result = (partialValue: 1, overflow: false)
        // Any other base overflows within 64 rounds.
        for _ in 0..<min(exponent, 64) where !result.overflow {
            result = result.partialValue.multipliedReportingOverflow(by: base)
        }
        return result
    }

    private func apply(
        _ symbol: TemplateOperator, _ left: Double, _ right: Double
    ) throws(TemplateError) -> TemplateValue {
        switch symbol {
        case .add: return .float(left + right)
        case .subtract: return .float(left - right)
        case .multiply: return .float(left * right)
        case .power: return .float(pow(left, right))
        case .divide, .floorDivide, .remainder:
            guard right != 0 else { throw unsupported("division by zero") }
            if symbol == .divide { return .float(left / right) }
            if symbol == .floorDivide { return .float((left / right).rounded(.down)) }
            let remainder = fmod(left, right)
            return .float(remainder != 0 && (remainder < 0) != (right < 0) ? remainder + right : remainder)
        }
    }

    private func repeated(_ value: TemplateValue, _ count: Int) throws(TemplateError) -> TemplateValue {
        let count = max(count, 0)
        switch value {
        case .string(let text):
            let (size, overflow) = text.utf8.count.multipliedReportingOverflow(by: count)
            try handle(overflow ? .max : size)
            return .string(String(repeating: text, count: count))
        case .list(let list), .tuple(let list):
            let (size, overflow) = list.items.count.multipliedReportingOverflow(by: count)
            try step(overflow ? .max : size)
            let items = TemplateList(Array(repeatElement(list.items, count: count).joined()))
            if case .tuple = value { return .tuple(items) }
            return .list(items)
        default: throw unsupported("a \(value.typeName) cannot be repeated")
        }
    }

    func negative(_ value: TemplateValue) throws(TemplateError) -> TemplateValue {
        if case .float(let number) = value { return .float(-number) }
        guard value.integerValue != nil else { return try unary("-", value) }
        return try apply(.subtract, .integer(0), value)
    }

    func positive(_ value: TemplateValue) throws(TemplateError) -> TemplateValue {
        if case .float = value { return value }
        guard let number = value.integerValue else { return try unary("+", value) }
        return .integer(number)
    }

    private func unary(_ symbol: String, _ value: TemplateValue) throws(TemplateError) -> TemplateValue {
        if case .undefined(let what) = value { throw undefined(what) }
        throw unsupported("“\(symbol)” is not defined for \(value.typeName)")
    }

    // MARK: Comparison

    func holds(
        _ left: TemplateValue, _ symbol: TemplateComparison, _ right: TemplateValue
    ) throws(TemplateError) -> Bool {
        switch symbol {
        case .equal: try areEqual(left, right)
        case .notEqual: !(try areEqual(left, right))
        case .less: try order(left, right, symbol) { $0 < $1 }
        case .lessOrEqual: try order(left, right, symbol) { $0 <= $1 }
        case .greater: try order(left, right, symbol) { $0 > $1 }
        case .greaterOrEqual: try order(left, right, symbol) { $0 >= $1 }
        case .isIn: try contains(right, left)
        case .isNotIn: !(try contains(right, left))
        }
    }

    /// Whether two values are equal; numbers of all kinds are by value.
    func areEqual(_ left: TemplateValue, _ right: TemplateValue) throws(TemplateError) -> Bool {
        try step()
        switch (left, right) {
        case (.undefined, .undefined), (.none, .none): return true
        case (.string(let left), .string(let right)):
            try handle(min(left.utf8.count, right.utf8.count))
            return JSONName(left) == JSONName(right)
        case (.list(let left), .list(let right)), (.tuple(let left), .tuple(let right)),
            (.view(.range, let left), .view(.range, let right)):
            return try areEqual(left.items, right.items)
        case (.dictionary(let left), .dictionary(let right)):
            guard left.count == right.count else { return false }
            for (key, value) in zip(left.keys, left.values) {
                guard let key = TemplateKey(key), let other = right[key], try areEqual(value, other) else {
                    return false
                }
            }
            return true
        case (.namespace(let left), .namespace(let right)): return left === right
        case (.macro(let left), .macro(let right)): return left === right
        case (.loop(let left), .loop(let right)): return left === right
        case (.generator(let left), .generator(let right)): return left === right
        case (.bigInteger(let left), .bigInteger(let right)): return left == right
        case (.function(let left), .function(let right)): return left == right
        default:
            if let left = left.integerValue, let right = right.integerValue { return left == right }
            guard let leftNumber = left.doubleValue, let rightNumber = right.doubleValue else { return false }
            // An integer and a float are compared exactly: not every integer is a double.
            if let whole = left.integerValue { return Int(exactly: rightNumber) == whole }
            if let whole = right.integerValue { return Int(exactly: leftNumber) == whole }
            return leftNumber == rightNumber
        }
    }

    private func areEqual(_ left: [TemplateValue], _ right: [TemplateValue]) throws(TemplateError) -> Bool {
        guard left.count == right.count else { return false }
        for (left, right) in zip(left, right) where !(try areEqual(left, right)) { return false }
        return true
    }

    /// Whether a comparison of a value with another, as signs of a difference, holds.
    private func order(
        _ left: TemplateValue, _ right: TemplateValue, _ symbol: TemplateComparison, _ holds: (Int, Int) -> Bool
    ) throws(TemplateError) -> Bool {
        guard let difference = try difference(left, right) else {
            if let left = left.doubleValue, let right = right.doubleValue, left.isNaN || right.isNaN { return false }
            if case .undefined(let what) = left { throw undefined(what) }
            if case .undefined(let what) = right { throw undefined(what) }
            throw unsupported("“\(symbol.rawValue)” is not defined for \(left.typeName) and \(right.typeName)")
        }
        return holds(difference, 0)
    }

    /// Minus one, zero or one as the first value is less, equal or greater; nil when they have no order.
    func difference(_ left: TemplateValue, _ right: TemplateValue) throws(TemplateError) -> Int? {
        try step()
        switch (left, right) {
        case (.string(let left), .string(let right)):
            try handle(min(left.utf8.count, right.utf8.count))
            // UTF-8 orders as code points do.
            if left.utf8.lexicographicallyPrecedes(right.utf8) { return -1 }
            return right.utf8.lexicographicallyPrecedes(left.utf8) ? 1 : 0
        case (.list(let left), .list(let right)), (.tuple(let left), .tuple(let right)):
            for (left, right) in zip(left.items, right.items) where !(try areEqual(left, right)) {
                return try difference(left, right)
            }
            return (left.items.count - right.items.count).signum()
        default:
            if let left = left.integerValue, let right = right.integerValue {
                return left < right ? -1 : left > right ? 1 : 0
            }
            guard let left = left.doubleValue, let right = right.doubleValue, !left.isNaN, !right.isNaN else {
                return nil
            }
            return left < right ? -1 : left > right ? 1 : 0
        }
    }

    /// Whether a value holds another: a text a part, a dictionary a key, else an item.
    func contains(_ container: TemplateValue, _ value: TemplateValue) throws(TemplateError) -> Bool {
        switch container {
        case .string(let text):
            if case .undefined(let what) = value { throw undefined(what) }
            guard case .string(let part) = value else {
                throw unsupported("a str can hold a str only, not a \(value.typeName)")
            }
            try handle(text.utf8.count)
            return try find(Array(part.utf8), in: Array(text.utf8), from: 0) != nil
        case .dictionary(let dictionary):
            guard let key = TemplateKey(value) else { throw unsupported("a \(value.typeName) cannot be a key") }
            return dictionary[key] != nil
        default:
            for item in try items(of: container) where try areEqual(item, value) { return true }
            return false
        }
    }
}
