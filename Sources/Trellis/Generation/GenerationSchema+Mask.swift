package import TrellisJSON

extension GenerationSchema {
    /// The schema that generation is bound to: the JSON dialect in terms of JSON Schema proper.
    ///
    /// It differs from the dialect in two things that the dialect takes for granted. A pattern is of the whole text, where
    /// JSON Schema searches for it. And the numbers of Swift types are bounded by what the types hold, so that every
    /// generated value can be read.
    ///
    /// - Throws: `SchemaError` or `SchemaFault`, whatever is wrong with the schema.
    package var maskSchema: JSONValue {
        get throws { try SchemaResolver.resolve(self, boundsNumbers: true).withAnchoredPatterns }
    }

    /// The same without the bounds of Swift's types, for engines that don't know such large numbers.
    var unboundedMaskSchema: JSONValue {
        get throws { try SchemaResolver.resolve(self, boundsNumbers: false).withAnchoredPatterns }
    }
}

extension JSONValue {
    /// The schema with its patterns, and those of the schemas inside it, bound to both ends of the text.
    fileprivate var withAnchoredPatterns: JSONValue {
        guard case .object(let object) = self else { return self }
        var result = JSONObject()
        for (keyword, value) in object {
            switch (keyword, value) {
            case ("pattern", .string(let pattern)): result[keyword] = .string("^(?:\(pattern))$")
            case ("const", _), ("enum", _), ("default", _), ("examples", _): result[keyword] = value
            case ("properties", .object(let schemas)), ("$defs", .object(let schemas)):
                var anchored = JSONObject()
                for (name, schema) in schemas { anchored[name] = schema.withAnchoredPatterns }
                result[keyword] = .object(anchored)
            case (_, .array(let schemas)): result[keyword] = .array(schemas.map(\.withAnchoredPatterns))
            default: result[keyword] = value.withAnchoredPatterns
            }
        }
        return .object(result)
    }
}
