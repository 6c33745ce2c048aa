package import TrellisJSON

extension GeneratedContent {
    /// Makes a structure from its properties, in their order.
    ///
    /// - Parameters:
    ///   - properties: Names and values; of several values of one name the last stays, at the place of the first.
    ///   - id: The identity of the structure.
    public init(properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>, id: GenerationID? = nil) {
        self.init(
            properties: properties.map { ($0.key, $0.value) }, id: id,
            uniquingKeysWith: { (_, last: GeneratedContent) in last })
    }

    /// Makes a structure from a sequence of properties, in their order.
    ///
    /// - Parameters:
    ///   - properties: Names and values.
    ///   - id: The identity of the structure.
    ///   - combine: Makes one value out of the present and the next one of the same name.
    /// - Throws: What `combine` throws.
    public init<S: Sequence>(
        properties: S, id: GenerationID? = nil,
        uniquingKeysWith combine: (GeneratedContent, GeneratedContent) throws -> some ConvertibleToGeneratedContent
    ) rethrows where S.Element == (String, any ConvertibleToGeneratedContent) {
        var names: [String] = []
        var values: [String: GeneratedContent] = [:]
        for (name, value) in properties {
            let content = value.generatedContent
            if let present = values[name] {
                values[name] = try combine(present, content).generatedContent
            } else {
                names.append(name)
                values[name] = content
            }
        }
        self.init(
            .structure(names: names, values: values), id: id, isComplete: values.values.allSatisfy(\.isComplete))
    }

    /// Makes an array from its elements.
    ///
    /// - Parameters:
    ///   - elements: The elements, which may differ in type.
    ///   - id: The identity of the array.
    public init<S: Sequence>(elements: S, id: GenerationID? = nil)
    where S.Element == any ConvertibleToGeneratedContent {
        let contents = elements.map(\.generatedContent)
        self.init(.array(contents), id: id, isComplete: contents.allSatisfy(\.isComplete))
    }

    /// Makes content from a value.
    public init(_ value: some ConvertibleToGeneratedContent) { self = value.generatedContent }

    /// Makes content from a value and gives it an identity.
    public init(_ value: some ConvertibleToGeneratedContent, id: GenerationID) {
        self = value.generatedContent
        self.id = id
    }

    /// Makes content from JSON text, also from the beginning of one.
    ///
    /// Of text that ends too early the content has what is certain and is marked as not complete.
    ///
    /// - Parameter json: One JSON value or the beginning of one.
    /// - Throws: `ParsingError` when the text is not JSON, or ends before anything of its value is certain.
    public init(json: String) throws {
        do {
            let partial = try PartialJSON(json)
            // Finishing ends a number that stands last, which in the beginning of a text may go on.
            var whole = partial
            if let value = try? whole.finish() {
                self.init(value: value)
            } else if let content = GeneratedContent(partial) {
                self = content
            } else {
                self.init(value: try JSONValue(parsing: json))
            }
        } catch {
            throw ParsingError(rawContent: json, underlyingError: error, debugDescription: "\(error)")
        }
    }

    /// Makes content from JSON text that is still arriving; nil while nothing of its value is certain.
    ///
    /// The parts that are not finished are marked as not complete.
    package init?(_ partial: PartialJSON) {
        guard let value = partial.value else { return nil }
        self.init(value: value)
        if let path = partial.openPath { self = unfinished(along: path[...]) }
    }

    /// The same content with the values along a path marked as not complete.
    private func unfinished(along path: ArraySlice<PartialJSON.Step>) -> GeneratedContent {
        var newForm = form
        switch (form, path.first) {
        case (.array(var elements), .element(let index)) where elements.indices.contains(index):
            elements[index] = elements[index].unfinished(along: path.dropFirst())
            newForm = .array(elements)
        case (.structure(let names, var values), .member(let name)):
            values[name.text] = values[name.text]?.unfinished(along: path.dropFirst())
            newForm = .structure(names: names, values: values)
        default: break
        }
        return GeneratedContent(newForm, id: id, isComplete: false)
    }

    /// Makes content from a JSON value.
    package init(value: JSONValue) {
        switch value {
        case .null: self.init(.null)
        case .bool(let value): self.init(.bool(value))
        case .number(let number): self.init(.number(number))
        case .string(let text): self.init(.string(text))
        case .array(let elements): self.init(.array(elements.map { GeneratedContent(value: $0) }))
        case .object(let object):
            var values: [String: GeneratedContent] = [:]
            for (name, value) in object { values[name] = GeneratedContent(value: value) }
            self.init(.structure(names: object.names, values: values))
        }
    }

    /// The same content with the identities of its response at all its places.
    package func identified(by identities: inout GenerationIdentities) -> GeneratedContent {
        let newForm: Form
        switch form {
        case .array(let elements):
            newForm = .array(
                elements.enumerated().map { index, element in
                    identities.withElement(index) { element.identified(by: &$0) }
                })
        case .structure(let names, let values):
            var newValues: [String: GeneratedContent] = [:]
            for (name, value) in values {
                newValues[name] = identities.withMember(name) { value.identified(by: &$0) }
            }
            newForm = .structure(names: names, values: newValues)
        default: newForm = form
        }
        return GeneratedContent(newForm, id: identities.id, isComplete: isComplete)
    }
}
