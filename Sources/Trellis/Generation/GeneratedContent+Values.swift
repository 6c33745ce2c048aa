import TrellisJSON

extension GeneratedContent {
    /// Reads the content as a value.
    ///
    /// - Parameter type: The type to read.
    /// - Throws: What the initialiser of the type throws, in general `ParsingError`.
    public func value<Value: ConvertibleFromGeneratedContent>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(self)
    }

    /// Reads a property that must be there.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - property: The name of the property.
    /// - Throws: `ParsingError` when the content is not a structure, lacks the property, or has another kind of value
    ///   there.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value.Type = Value.self, forProperty property: String
    ) throws -> Value {
        guard case .structure(_, let values) = form else { throw mismatch("a structure with “\(property)”") }
        guard let content = values[property] else {
            throw ParsingError(rawContent: jsonString, debugDescription: "no property “\(property)”")
        }
        return try content.read(asProperty: property)
    }

    /// Reads a property that may be missing or null.
    ///
    /// A property that is still being generated is nil as long as its type cannot be read from what is there.
    ///
    /// - Parameters:
    ///   - type: The type to read.
    ///   - property: The name of the property.
    /// - Throws: `ParsingError` when the content is not a structure or has another kind of value there.
    public func value<Value: ConvertibleFromGeneratedContent>(
        _ type: Value?.Type = Value?.self, forProperty property: String
    ) throws -> Value? {
        guard case .structure(_, let values) = form else {
            if case .null = form, !isComplete { return nil }
            throw mismatch("a structure with “\(property)”")
        }
        guard let content = values[property] else { return nil }
        if case .null = content.form { return nil }
        do {
            return try content.read(asProperty: property)
        } catch  where !content.isComplete {
            return nil
        }
    }

    private func read<Value: ConvertibleFromGeneratedContent>(asProperty property: String) throws -> Value {
        do {
            return try Value(self)
        } catch let error as ParsingError {
            throw ParsingError(
                rawContent: error.rawContent, underlyingError: error.underlyingError,
                debugDescription: "property “\(property)”: \(error.debugDescription)")
        }
    }

    /// The error for content that is not what a type expects.
    func mismatch(_ expected: String) -> ParsingError {
        ParsingError(
            rawContent: jsonString,
            debugDescription: isComplete
                ? "expected \(expected), found \(kindName)" : "expected \(expected), found an unfinished value")
    }

    private var kindName: String {
        switch form {
        case .null: "null"
        case .bool: "a boolean"
        case .number(let number): "the number \(number.text)"
        case .string: "a string"
        case .array: "an array"
        case .structure: "a structure"
        }
    }
}
