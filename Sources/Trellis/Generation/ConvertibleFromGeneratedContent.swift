/// A type that can be made from generated content.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
    /// Makes a value from generated content.
    ///
    /// - Throws: `GeneratedContent.ParsingError` when the content does not have the form of the type.
    init(_ content: GeneratedContent) throws
}
