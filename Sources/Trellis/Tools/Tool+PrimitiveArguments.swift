public import Foundation

// Arguments are objects with named properties; a lone value would have no name that a model could give it.

extension Tool where Arguments == String {
    /// Not available: the arguments of a tool are an object.
    @available(
        *, unavailable,
        message:
            "'String' cannot be the arguments of a tool by itself: use a @Generable structure with a property of it"
    )
    public var parameters: GenerationSchema { String.generationSchema }
}

extension Tool where Arguments == Int {
    /// Not available: the arguments of a tool are an object.
    @available(
        *, unavailable,
        message: "'Int' cannot be the arguments of a tool by itself: use a @Generable structure with a property of it"
    )
    public var parameters: GenerationSchema { Int.generationSchema }
}

extension Tool where Arguments == Double {
    /// Not available: the arguments of a tool are an object.
    @available(
        *, unavailable,
        message:
            "'Double' cannot be the arguments of a tool by itself: use a @Generable structure with a property of it"
    )
    public var parameters: GenerationSchema { Double.generationSchema }
}

extension Tool where Arguments == Float {
    /// Not available: the arguments of a tool are an object.
    @available(
        *, unavailable,
        message: "'Float' cannot be the arguments of a tool by itself: use a @Generable structure with a property of it"
    )
    public var parameters: GenerationSchema { Float.generationSchema }
}

extension Tool where Arguments == Decimal {
    /// Not available: the arguments of a tool are an object.
    @available(
        *, unavailable,
        message:
            "'Decimal' cannot be the arguments of a tool by itself: use a @Generable structure with a property of it"
    )
    public var parameters: GenerationSchema { Decimal.generationSchema }
}

extension Tool where Arguments == Bool {
    /// Not available: the arguments of a tool are an object.
    @available(
        *, unavailable,
        message: "'Bool' cannot be the arguments of a tool by itself: use a @Generable structure with a property of it"
    )
    public var parameters: GenerationSchema { Bool.generationSchema }
}
