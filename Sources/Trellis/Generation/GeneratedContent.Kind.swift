import TrellisJSON

extension GeneratedContent {
    /// The kinds of content, with their values.
    public enum Kind: Sendable {
        /// No value.
        case null
        /// A truth value.
        case bool(Bool)
        /// A number, as the nearest double; `value(_:)` gives the exact one.
        case number(Double)
        /// A text.
        case string(String)
        /// Elements in order.
        case array([GeneratedContent])
        /// Properties by name, and the names in order.
        case structure(properties: [String: GeneratedContent], orderedKeys: [String])
    }

    /// The kind of the content, with its value.
    public var kind: Kind {
        switch form {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let number): .number(number.doubleValue)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements)
        case .structure(let names, let values): .structure(properties: values, orderedKeys: names)
        }
    }

    /// Makes content of a kind.
    ///
    /// - Parameters:
    ///   - kind: The value. Infinities and NaN, which JSON lacks, become null. Properties that the ordered keys leave
    ///     out follow in alphabetical order; ordered keys without a property are left out.
    ///   - id: The identity of the value.
    public init(kind: Kind, id: GenerationID? = nil) {
        switch kind {
        case .null: self.init(.null, id: id)
        case .bool(let value): self.init(.bool(value), id: id)
        case .number(let value): self.init(JSONNumber(value).map { .number($0) } ?? .null, id: id)
        case .string(let text): self.init(.string(text), id: id)
        case .array(let elements):
            self.init(.array(elements), id: id, isComplete: elements.allSatisfy(\.isComplete))
        case .structure(let properties, let orderedKeys):
            var names: [String] = []
            var rest = Set(properties.keys)
            for name in orderedKeys where rest.remove(name) != nil { names.append(name) }
            names += rest.sorted()
            self.init(
                .structure(names: names, values: properties), id: id,
                isComplete: properties.values.allSatisfy(\.isComplete))
        }
    }
}

extension GeneratedContent.Kind: Equatable {
    /// Equal when the values are; the order of properties does not count, as in JSON.
    public static func == (left: GeneratedContent.Kind, right: GeneratedContent.Kind) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.structure(let left, _), .structure(let right, _)): left == right
        default: false
        }
    }
}
