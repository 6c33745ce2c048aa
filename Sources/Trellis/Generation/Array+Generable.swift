extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
    /// Reads an array; a last element that is not finished and cannot be read yet is left out.
    public init(_ content: GeneratedContent) throws {
        guard case .array(let contents) = content.form else { throw content.mismatch("an array") }
        var elements: [Element] = []
        elements.reserveCapacity(contents.count)
        for (index, element) in contents.enumerated() {
            do {
                elements.append(try Element(element))
            } catch  where index == contents.count - 1 && !element.isComplete && !content.isComplete {
                break
            } catch let error as GeneratedContent.ParsingError {
                throw GeneratedContent.ParsingError(
                    rawContent: error.rawContent, underlyingError: error.underlyingError,
                    debugDescription: "element \(index): \(error.debugDescription)")
            }
        }
        self = elements
    }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
    /// The elements as content.
    public var generatedContent: GeneratedContent {
        let contents = map(\.generatedContent)
        return GeneratedContent(.array(contents), isComplete: contents.allSatisfy(\.isComplete))
    }
}

extension Array: Generable where Element: Generable {
    /// An array of partial elements.
    public typealias PartiallyGenerated = [Element.PartiallyGenerated]

    /// An array of any number of elements.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(
            form: .array(of: .type(Element.self), itemGuides: [], minimum: nil, maximum: nil), type: [Element].self)
    }
}
