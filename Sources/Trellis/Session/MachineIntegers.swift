package import TrellisJSON

extension JSONValue {
    /// The schema with the bounds of 64-bit integers where it leaves integers unbounded.
    ///
    /// Answers are decoded under it: a small model that runs on in digits would write a number that no Swift integer holds. The
    /// schema that a prompt shows stays as it is.
    package var withMachineIntegers: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.withMachineIntegers))
        case .object(let object):
            var result = JSONObject()
            for (name, value) in object {
                switch name {
                case "enum", "const": result[name] = value
                case "properties", "$defs":
                    // The names inside are those of properties and types, not keywords.
                    var members = JSONObject()
                    for (name, value) in value.objectValue ?? JSONObject() { members[name] = value.withMachineIntegers }
                    result[name] = .object(members)
                default: result[name] = value.withMachineIntegers
                }
            }
            if result["type"] == "integer" {
                if result["minimum"] == nil, result["exclusiveMinimum"] == nil {
                    result["minimum"] = .number(JSONNumber(Int64.min))
                }
                if result["maximum"] == nil, result["exclusiveMaximum"] == nil {
                    result["maximum"] = .number(JSONNumber(Int64.max))
                }
            }
            return .object(result)
        default: return self
        }
    }
}
