import TrellisJSON

/// JSON values as numbers: equal values have one number, however they are written.
///
/// Numbers are equal when their mathematical values are, strings when their scalars are, objects whatever the order of their
/// members.
struct ValueTable {
    /// The number of a value.
    typealias Value = Int32

    /// A value that isn't known.
    static let unknown: Value = 0

    private enum Key: Hashable {
        case unknown
        case null
        case bool(Bool)
        case number(isNegative: Bool, digits: String, exponent: Int)
        case string([UInt8])
        case array([Value])
        /// Names and values, sorted by the name.
        case object([Value])
    }

    private var keys: [Key] = [.unknown]
    private var numbers: [Key: Value] = [:]
    /// The scalars as they are written.
    private var scalars: [Value: JSONValue] = [:]

    /// About the size of the table in bytes, the texts themselves not counted: they were written before they got here.
    var bytes: Int { keys.count * 256 }

    private mutating func intern(_ key: Key) -> Value {
        if let known = numbers[key] { return known }
        let number = Value(keys.count)
        keys.append(key)
        numbers[key] = number
        return number
    }

    /// The number of a value that is no array or object; unknown for those.
    mutating func scalar(_ value: JSONValue) -> Value {
        let key: Key
        switch value {
        case .null: key = .null
        case .bool(let isTrue): key = .bool(isTrue)
        case .number(let number):
            let (isNegative, digits, exponent) = number.decimal
            key = .number(isNegative: isNegative && digits != "0", digits: digits, exponent: exponent)
        case .string(let text): key = .string(Array(text.utf8))
        case .array, .object: return Self.unknown
        }
        let number = intern(key)
        if scalars[number] == nil { scalars[number] = value }
        return number
    }

    /// The number of the value that a text is; unknown when it is none, or an array or object.
    mutating func scalar(_ text: [UInt8]) -> Value {
        (try? JSONValue(parsing: text)).map { scalar($0) } ?? Self.unknown
    }

    /// The value with a number, when it is no array or object.
    func scalar(_ number: Value) -> JSONValue? { scalars[number] }
}

/// Sets of values: each is another set and one value more, so that a long list takes no more than its last set.
struct ValueSets {
    /// The number of a set.
    typealias Number = Int32

    /// The empty set.
    static let empty: Number = 0

    private var sets: [(parent: Number, value: ValueTable.Value, count: Int)] = [(0, ValueTable.unknown, 0)]
    private var numbers: [UInt64: Number] = [:]

    /// About the size of the table in bytes.
    var bytes: Int { sets.count * 48 }

    /// The number of values in a set.
    func count(_ set: Number) -> Int { sets[Int(set)].count }

    /// Whether a set has a value.
    func contains(_ set: Number, _ value: ValueTable.Value) -> Bool {
        var set = set
        while set != Self.empty {
            if sets[Int(set)].value == value { return true }
            set = sets[Int(set)].parent
        }
        return false
    }

    /// The set with a value more.
    mutating func inserting(_ value: ValueTable.Value, into set: Number) -> Number {
        if contains(set, value) { return set }
        let key = UInt64(UInt32(bitPattern: set)) << 32 | UInt64(UInt32(bitPattern: value))
        if let known = numbers[key] { return known }
        sets.append((set, value, count(set) + 1))
        numbers[key] = Number(sets.count - 1)
        return Number(sets.count - 1)
    }

    /// The values of a set, the first ones first.
    func values(_ set: Number) -> [ValueTable.Value] {
        var result: [ValueTable.Value] = []
        var set = set
        while set != Self.empty {
            result.append(sets[Int(set)].value)
            set = sets[Int(set)].parent
        }
        return result.reversed()
    }
}
