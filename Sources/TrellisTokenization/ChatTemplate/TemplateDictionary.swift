internal import TrellisJSON

/// A value that can be a key, equal as Python compares keys: `1`, `1.0` and `true` are one key.
enum TemplateKey: Hashable {
    case none
    case integer(Int)
    case bigInteger(JSONNumber)
    case float(Double)
    case string(JSONName)
    case tuple([TemplateKey])

    /// The key that a value is; nil for values that can't be keys.
    init?(_ value: TemplateValue) {
        switch value {
        case .none: self = .none
        case .bool(let value): self = .integer(value ? 1 : 0)
        case .integer(let value): self = .integer(value)
        case .bigInteger(let number): self = .bigInteger(number)
        case .float(let value): self = Int(exactly: value).map(TemplateKey.integer) ?? .float(value)
        case .string(let text): self = .string(JSONName(text))
        case .tuple(let list):
            var keys: [TemplateKey] = []
            for item in list.items {
                guard let key = TemplateKey(item) else { return nil }
                keys.append(key)
            }
            self = .tuple(keys)
        default: return nil
        }
    }
}

/// Members in the order in which their keys came.
struct TemplateDictionary {
    private(set) var keys: [TemplateValue] = []
    private(set) var values: [TemplateValue] = []
    private var positions: [TemplateKey: Int] = [:]
    private(set) var depth = 1

    var count: Int { keys.count }

    subscript(key: TemplateKey) -> TemplateValue? { positions[key].map { values[$0] } }

    subscript(name: String) -> TemplateValue? { self[.string(JSONName(name))] }

    /// Sets the member of a key; a new key goes to the end.
    mutating func set(_ key: TemplateKey, _ original: TemplateValue, _ value: TemplateValue) {
        depth = max(depth, value.depth + 1, original.depth + 1)
        if let position = positions[key] {
            values[position] = value
        } else {
            positions[key] = keys.count
            keys.append(original)
            values.append(value)
        }
    }

    /// Keys and values as pairs.
    var items: [TemplateValue] {
        zip(keys, values).map { .tuple(TemplateList([$0, $1])) }
    }
}
