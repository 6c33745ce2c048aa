import TrellisJSON

extension GenerationSchema: Codable {
    /// Reads a schema from its JSON dialect.
    ///
    /// - Throws: `DecodingError` when it is not a JSON object or refers to a definition that it does not have.
    public init(from decoder: any Decoder) throws {
        try self.init(checking: try CodableJSON(from: decoder).value, at: decoder.codingPath)
    }

    /// Makes a schema from its JSON dialect when all its references lead somewhere.
    init(checking value: JSONValue, at path: [any CodingKey]) throws {
        guard case .object = value else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path, debugDescription: "a schema is an object, not \(value.typeName)"))
        }
        let definitions = value["$defs"]?.objectValue
        for reference in value.references where reference.hasPrefix("#/$defs/") {
            let name = JSONPointer.unescape(String(reference.dropFirst("#/$defs/".count).prefix { $0 != "/" }))
            guard definitions?[name] != nil else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: path,
                        debugDescription: "the schema refers to “\(name)”, which “$defs” does not have"))
            }
        }
        self.init(jsonSchema: value)
    }

    /// Writes the schema in its JSON dialect; `x-order` carries the order of properties.
    ///
    /// - Throws: What is wrong with the schema, and what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try CodableJSON(try jsonSchema).encode(to: encoder) }
}

extension GenerationSchema: CustomDebugStringConvertible {
    /// The JSON dialect as text, or what is wrong with the schema.
    public var debugDescription: String {
        do { return try jsonSchema.text(.pretty) } catch { return "\(error)" }
    }
}
