extension Optional where Wrapped: Generable {
    /// The partial form of the wrapped type.
    public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension Optional: ConvertibleToGeneratedContent where Wrapped: ConvertibleToGeneratedContent {
    /// The wrapped value as content; null when there is none.
    public var generatedContent: GeneratedContent {
        self?.generatedContent ?? GeneratedContent(.null)
    }
}
