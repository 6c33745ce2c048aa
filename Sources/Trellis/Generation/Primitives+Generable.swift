public import Foundation
import TrellisJSON

extension Bool: Generable {
    /// A boolean.
    public static var generationSchema: GenerationSchema { GenerationSchema(form: .boolean, type: Bool.self) }

    /// Reads a boolean.
    public init(_ content: GeneratedContent) throws {
        guard case .bool(let value) = content.form else { throw content.mismatch("a boolean") }
        self = value
    }

    /// The value as content.
    public var generatedContent: GeneratedContent { GeneratedContent(.bool(self)) }
}

extension String: Generable {
    /// A text.
    public static var generationSchema: GenerationSchema { GenerationSchema(form: .string, type: String.self) }

    /// Reads a text; one that is not finished gives what there is of it.
    public init(_ content: GeneratedContent) throws {
        guard case .string(let text) = content.form else { throw content.mismatch("a string") }
        self = text
    }

    /// The text as content.
    public var generatedContent: GeneratedContent { GeneratedContent(.string(self)) }

    /// The text itself, without quotes.
    public var instructionsRepresentation: Instructions { return Instructions(text: self) }

    /// The text itself, without quotes.
    public var promptRepresentation: Prompt { return Prompt(text: self) }
}

extension Int: Generable {
    /// A whole number.
    public static var generationSchema: GenerationSchema { GenerationSchema(form: .integer, type: Int.self) }

    /// Reads a whole number exactly; one that is unfinished, has a fraction or is out of range is an error.
    public init(_ content: GeneratedContent) throws {
        guard case .number(let number) = content.form, content.isComplete, let value = number.integerValue else {
            throw content.mismatch("an integer of \(Int.bitWidth) bits")
        }
        self = value
    }

    /// The number as content.
    public var generatedContent: GeneratedContent { GeneratedContent(.number(JSONNumber(self))) }
}

extension Double: Generable {
    /// A number.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(form: .double, type: Double.self)
    }

    /// Reads the nearest double; an unfinished number or one beyond the range is an error.
    public init(_ content: GeneratedContent) throws {
        guard case .number(let number) = content.form, content.isComplete, let value = Double(number.text),
            value.isFinite
        else { throw content.mismatch("a number within the range of Double") }
        self = value
    }

    /// The number as content; infinities and NaN, which JSON lacks, become null.
    public var generatedContent: GeneratedContent {
        GeneratedContent(JSONNumber(self).map { .number($0) } ?? .null)
    }
}

extension Float: Generable {
    /// A number.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(form: .float, type: Float.self)
    }

    /// Reads the nearest float; an unfinished number or one beyond the range is an error.
    public init(_ content: GeneratedContent) throws {
        guard case .number(let number) = content.form, content.isComplete, let value = Float(number.text),
            value.isFinite
        else { throw content.mismatch("a number within the range of Float") }
        self = value
    }

    /// The number as content, with the digits that read back as it; infinities and NaN become null.
    public var generatedContent: GeneratedContent {
        GeneratedContent(JSONNumber(shortest: self).map { .number($0) } ?? .null)
    }
}

extension Decimal: Generable {
    /// A number.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(form: .decimal, type: Decimal.self)
    }

    /// Reads a decimal: exact up to 38 digits, the nearest one beyond; an unfinished number is an error.
    public init(_ content: GeneratedContent) throws {
        guard case .number(let number) = content.form, content.isComplete, let value = Decimal(number) else {
            throw content.mismatch("a number within the range of Decimal")
        }
        self = value
    }

    /// The number as content, with all its digits; NaN becomes null.
    public var generatedContent: GeneratedContent {
        GeneratedContent(isNaN ? .null : JSONNumber(description).map { .number($0) } ?? .null)
    }
}

extension Never: Generable {
    /// A schema that no value satisfies; using it is an error.
    public static var generationSchema: GenerationSchema {
        GenerationSchema(type: Never.self, anyOf: [String]())
    }

    /// Always throws.
    public init(_ content: GeneratedContent) throws { throw content.mismatch("no value") }

    /// Never evaluated.
    public var generatedContent: GeneratedContent { GeneratedContent(.null) }
}
