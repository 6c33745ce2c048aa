package import TrellisJSON

extension GenerationSchema {
    /// The schema in the JSON dialect: properties in declared order, all definitions at the root.
    ///
    /// Linear in the number of types reached; nothing is kept, so that users of many requests keep it themselves.
    ///
    /// - Throws: `SchemaError` or `SchemaFault`, whatever is wrong with the schema.
    package var jsonSchema: JSONValue {
        get throws { try SchemaResolver.resolve(self) }
    }

    /// Makes a schema from its JSON dialect.
    ///
    /// - Parameter value: The schema; objects have their properties in the order that `x-order` gives or, without it,
    ///   in that of the text.
    package init(jsonSchema value: JSONValue) { self.init(form: .json(value.inDeclaredOrder), type: nil) }
}

extension JSONValue {
    /// The schema with the properties of every object in the order that `x-order` says.
    fileprivate var inDeclaredOrder: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.inDeclaredOrder))
        case .object(let object):
            var result = JSONObject()
            for (name, value) in object { result[name] = value.inDeclaredOrder }
            guard let properties = result["properties"]?.objectValue, let order = object["x-order"]?.arrayValue else {
                return .object(result)
            }
            var ordered = JSONObject()
            for name in order.compactMap(\.stringValue) { ordered[name] = properties[name] }
            for (name, value) in properties where ordered[name] == nil { ordered[name] = value }
            result["properties"] = .object(ordered)
            return .object(result)
        default: return self
        }
    }
}
