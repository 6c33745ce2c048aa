package import TrellisJSON

/// A value that a model generated, or that could have been: a JSON value that keeps order and digits.
///
/// Content is made from Swift values, from JSON text, or from nothing but properties and elements; it is read back as
/// any type that converts from it:
///
///     let content = try GeneratedContent(json: #"{"name": "Mia", "age": 7}"#)
///     try content.value(Int.self, forProperty: "age")    // 7
///     content.jsonString                                 // {"name": "Mia", "age": 7}
///
/// Numbers keep the digits they were written with, so that integers of any width and decimals survive. As in JSON,
/// the order of properties is kept but two contents that differ only in it are equal, and so are two that differ only in
/// their identities or completeness.
public struct GeneratedContent: Sendable {
    /// The identity of the value within its response, when it has one.
    public var id: GenerationID?

    /// Whether the value is whole; false for one that was cut off or is still being generated.
    public let isComplete: Bool

    let form: Form

    /// The value itself, its parts being content again.
    enum Form: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([GeneratedContent])
        case structure(names: [String], values: [String: GeneratedContent])
    }

    init(_ form: Form, id: GenerationID? = nil, isComplete: Bool = true) {
        self.form = form
        self.id = id
        self.isComplete = isComplete
    }
}

extension GeneratedContent {
    /// The value as JSON, with its exact numbers and its order.
    package var value: JSONValue {
        switch form {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .array(let elements): return .array(elements.map(\.value))
        case .structure(let names, let values):
            var object = JSONObject()
            for name in names { object[name] = values[name]?.value }
            return .object(object)
        }
    }

    /// The value as JSON text, its properties in order, with one blank after each colon and comma.
    public var jsonString: String { value.text(.spaced) }
}

extension GeneratedContent: Equatable {
    /// Equal when the values are, whatever their order of properties, identity and completeness.
    public static func == (left: GeneratedContent, right: GeneratedContent) -> Bool {
        switch (left.form, right.form) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.structure(_, let left), .structure(_, let right)): left == right
        default: false
        }
    }
}

extension GeneratedContent: CustomDebugStringConvertible {
    /// The JSON text.
    public var debugDescription: String { jsonString }
}

extension GeneratedContent: Generable {
    /// A schema that every JSON value satisfies.
    public static var generationSchema: GenerationSchema { GenerationSchema(form: .any, type: GeneratedContent.self) }

    /// The content itself.
    public var generatedContent: GeneratedContent { self }

    /// Makes content that is the same as another.
    public init(_ content: GeneratedContent) throws { self = content }
}
