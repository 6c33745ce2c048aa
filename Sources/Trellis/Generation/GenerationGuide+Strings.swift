extension GenerationGuide where Value == String {
    /// The text must be this one.
    public static func constant(_ value: String) -> GenerationGuide<String> { .init(.constant(value)) }

    /// The text must be one of these. No choice at all is an error when the schema is used.
    public static func anyOf(_ values: [String]) -> GenerationGuide<String> { .init(.anyOf(values)) }

    /// The whole text must match a regular expression.
    ///
    /// Any expression works whose language is regular: literals, texts and builders, without back-references. One
    /// with capture transforms or parsers of its own is an error when the schema is used.
    public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
        .init(.pattern(regex.patternText))
    }
}
