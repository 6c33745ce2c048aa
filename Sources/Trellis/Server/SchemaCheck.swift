import TrellisDecoding
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// The check of a text from elsewhere against a schema, piece by piece as it arrives.
struct SchemaCheck {
    /// The tokens of the check: all bytes.
    private static let vocabulary = MatchingVocabulary(
        Vocabulary(tokens: (UInt8.min...UInt8.max).map { [$0] }, special: [], endTokens: []))
    private static let grammars = BoundedCache<JSONName, CompiledGrammar>(limit: 64)

    private var matcher: Matcher
    private let subject: String
    private var text = ""
    /// Whether white space has ended the value.
    private var isOver = false

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - schema: The schema, in terms of JSON Schema proper. The order of properties is free, and white space stands where JSON
    ///     has it.
    ///   - subject: What is checked, for the words of an error.
    /// - Throws: `GrammarError` or `MatchingError`, naming the part of the schema.
    init(_ schema: JSONValue, subject: String) throws {
        let options = JSONSchemaOptions(layout: .flexible(limit: 1024), propertyOrder: .any)
        matcher = Matcher(
            try Self.grammars.value(for: JSONName(schema.text(.compact))) {
                try CompiledGrammar(Grammar(jsonSchema: schema, options: options), for: Self.vocabulary)
            })
        self.subject = subject
    }

    /// Takes the next piece.
    ///
    /// - Throws: `GeneratedContent.ParsingError` when no value of the schema goes on like that.
    mutating func take(_ piece: String) throws {
        let start = text.utf8.count
        text += piece
        var bytes = Array(piece.utf8)[...]
        // White space around the value is none of the grammar's business.
        if start == 0 || isOver { bytes = bytes.drop(while: Self.isSpace) }
        if bytes.isEmpty {
            if start == 0 { text = "" }
            return
        }
        if !isOver {
            if matcher.accept(bytes: bytes) { return }
            bytes = bytes.drop { matcher.accept(bytes: CollectionOfOne($0)) }
            isOver = matcher.isComplete && bytes.allSatisfy(Self.isSpace)
            if isOver { return }
        }
        throw GeneratedContent.ParsingError(
            rawContent: text,
            debugDescription: "\(subject) breaks its schema at byte \(start + bytes.startIndex)")
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// Ends the text.
    ///
    /// - Throws: `GeneratedContent.ParsingError` when it's no whole value.
    func finish() throws {
        guard !matcher.isComplete else { return }
        throw GeneratedContent.ParsingError(
            rawContent: text, debugDescription: "\(subject) ends before it's a whole value")
    }
}
