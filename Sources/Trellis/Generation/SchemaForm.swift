import TrellisJSON

/// The form of a schema before its references are followed.
indirect enum SchemaForm: Sendable {
    case any
    case null
    case boolean
    case integer
    case double
    case float
    case decimal
    case string
    case choices(name: String, description: String?, [String])
    case object(Object)
    case union(name: String, description: String?, [SchemaReference])
    case array(of: SchemaReference, itemGuides: [Guide], minimum: Int?, maximum: Int?)
    /// What a reference stands for, with guides.
    case guided(SchemaReference, [Guide])
    /// A finished schema in the JSON dialect.
    case json(JSONValue)

    /// An object with declared properties.
    struct Object: Sendable {
        let name: String
        /// The name to use when another definition has the first one; nil when that is an error.
        var alternativeName: String?
        let description: String?
        let representsNilExplicitly: Bool
        let properties: [Property]
    }

    /// A property of an object.
    struct Property: Sendable {
        let name: String
        let description: String?
        let value: SchemaReference
        let guides: [Guide]
        let isOptional: Bool
    }

    /// The name that the form was given.
    var name: String? {
        switch self {
        case .choices(let name, _, _), .union(let name, _, _): name
        case .object(let object): object.name
        case .json(let value): value["title"]?.stringValue
        default: nil
        }
    }

    /// The greatest magnitude that the type of a number can hold; nil for other forms.
    var numberLimit: JSONNumber? {
        switch self {
        case .double: JSONNumber("1.7976931348623157e308")
        case .float: JSONNumber("3.4028235e38")
        case .decimal: JSONNumber("1e127")
        default: nil
        }
    }

    /// The name of a form that has none of its own.
    var kindName: String {
        switch self {
        case .null: "Null"
        case .boolean: "Bool"
        case .integer: "Int"
        case .double: "Double"
        case .float: "Float"
        case .decimal: "Decimal"
        case .string: "String"
        case .array: "Array"
        case .json(let value): value["type"]?.stringValue ?? "Schema"
        default: "Schema"
        }
    }
}

/// What a schema says about the type of a part: the type, the form, or only a name.
enum SchemaReference: Sendable {
    case type(any Generable.Type)
    case guidedType(any Generable.Type, [Guide])
    case form(SchemaForm)
    case name(String)
}
