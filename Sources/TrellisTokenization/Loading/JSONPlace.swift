import TrellisJSON

/// A value inside a JSON document with its JSON pointer, so that errors name the place.
struct JSONPlace {
    /// The value; null stands for a member that is absent.
    let value: JSONValue
    /// The JSON pointer.
    let pointer: String

    /// A member of an object; null when it is absent or the value is no object.
    subscript(name: String) -> JSONPlace {
        JSONPlace(value: value[name] ?? .null, pointer: "\(pointer)/\(name)")
    }

    /// Whether the value is null or absent.
    var isNull: Bool { value == .null }

    /// The text.
    func string() throws(TokenizerError) -> String {
        guard let text = value.stringValue else { throw wrongType("a string") }
        return text
    }

    /// The truth value, or a default when it is absent.
    func bool(default: Bool) throws(TokenizerError) -> Bool {
        if isNull { return `default` }
        guard let value = value.boolValue else { throw wrongType("a boolean") }
        return value
    }

    /// The integer.
    func integer() throws(TokenizerError) -> Int {
        guard let number = value.numberValue?.integerValue else { throw wrongType("an integer") }
        return number
    }

    /// The elements.
    func elements() throws(TokenizerError) -> [JSONPlace] {
        guard let elements = value.arrayValue else { throw wrongType("an array") }
        return elements.enumerated().map { JSONPlace(value: $0.element, pointer: "\(pointer)/\($0.offset)") }
    }

    /// The kind that the value says it is.
    func type() throws(TokenizerError) -> String { try self["type"].string() }

    /// The error that the value has the wrong type, or is missing.
    func wrongType(_ expected: String) -> TokenizerError {
        isNull ? .missing(place: pointer) : .wrongType(place: pointer, expected: expected)
    }

    /// The error that the kind of the value is not supported.
    func unsupported(_ name: String) -> TokenizerError { .unsupported(place: pointer, name: name) }
}
