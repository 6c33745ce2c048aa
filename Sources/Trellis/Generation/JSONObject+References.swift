import TrellisJSON

extension JSONObject {
    /// The object with its references replaced, at any depth; those for which nothing is returned stay.
    func rewritingReferences(_ replacement: (String) -> String?) -> JSONObject {
        var result = JSONObject()
        for (name, value) in self {
            if name == "$ref", let reference = value.stringValue {
                result[name] = .string(replacement(reference) ?? reference)
            } else {
                result[name] = value.rewritingReferences(replacement)
            }
        }
        return result
    }
}

extension JSONValue {
    /// Whether the schema has a reference to its own root.
    var refersToItself: Bool { references.contains("#") }

    /// The references in the schema.
    var references: [String] {
        switch self {
        case .object(let object):
            object.flatMap { name, value in
                if name == "$ref", let reference = value.stringValue { return [reference] }
                return value.references
            }
        case .array(let elements): elements.flatMap(\.references)
        default: []
        }
    }

    fileprivate func rewritingReferences(_ replacement: (String) -> String?) -> JSONValue {
        switch self {
        case .object(let object): .object(object.rewritingReferences(replacement))
        case .array(let elements): .array(elements.map { $0.rewritingReferences(replacement) })
        default: self
        }
    }
}
