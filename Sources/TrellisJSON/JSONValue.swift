/// A JSON value that keeps what the text said: order of members, digits of numbers.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// The member of that name, when the value is an object that has it.
    public subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { return object[name] }
        return nil
    }

    /// The elements, when the value is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { return elements }
        return nil
    }

    /// The members, when the value is an object.
    public var objectValue: JSONObject? {
        if case .object(let object) = self { return object }
        return nil
    }

    /// The text, when the value is a string.
    public var stringValue: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The truth value, when the value is a boolean.
    public var boolValue: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    /// The number, when the value is one.
    public var numberValue: JSONNumber? {
        if case .number(let number) = self { return number }
        return nil
    }

    /// The word JSON Schema uses for the kind of value.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Makes a JSON string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes a JSON boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes a JSON number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// Makes a JSON array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Makes a JSON object; of members with one name the last stays.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }
    /// Makes JSON null.
    public init(nilLiteral: ()) { self = .null }
}
