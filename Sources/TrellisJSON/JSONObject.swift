/// The members of a JSON object in the order of the text, each name once.
public struct JSONObject: Sendable, Hashable {
    /// The names in order.
    public private(set) var names: [String] = []
    private var values: [String: JSONValue] = [:]

    /// Makes an object without members.
    public init() {}

    /// The number of members.
    public var count: Int { names.count }

    /// Whether there are no members.
    public var isEmpty: Bool { names.isEmpty }

    /// The value of the member; setting a new name appends it, setting nil removes it.
    public subscript(name: String) -> JSONValue? {
        get { values[name] }
        set {
            if let newValue {
                if values.updateValue(newValue, forKey: name) == nil { names.append(name) }
            } else if values.removeValue(forKey: name) != nil {
                names.removeAll { $0 == name }
            }
        }
    }

    /// Equal when the same names have equal values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool { left.values == right.values }

    /// Hashes the members without their order.
    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension JSONObject: Sequence {
    /// Iterates over names and values in order.
    public func makeIterator() -> some IteratorProtocol<(name: String, value: JSONValue)> {
        names.lazy.compactMap { name in values[name].map { (name: name, value: $0) } }.makeIterator()
    }
}
