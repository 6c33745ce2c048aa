public import TrellisGrammars
import TrellisJSON

/// The text of a grammar and how it is read: what a compiler makes a grammar of, and knows it by.
public struct GrammarSource: Sendable {
    private enum Form: Hashable {
        case jsonSchema
        case pattern
        case gbnf
        case lark
    }

    /// What tells sources apart: texts by their bytes, in which members have an order.
    struct Key: Hashable {
        private let form: Form
        private let text: JSONName
        private let options: JSONSchemaOptions
        private let documents: [JSONName: JSONName]
        private let limits: GrammarLimits

        fileprivate init(_ source: GrammarSource) {
            form = source.form
            text = JSONName(source.text)
            var options = source.options
            options.documents = [:]
            self.options = options
            documents = Dictionary(
                source.options.documents.map { (JSONName($0.key), JSONName($0.value.text(.compact))) },
                uniquingKeysWith: { first, _ in first })
            limits = source.limits
        }
    }

    private let form: Form
    private let text: String
    private var options = JSONSchemaOptions()
    private var limits = GrammarLimits()

    private init(_ form: Form, _ text: String) {
        self.form = form
        self.text = text
    }

    /// The text of a JSON Schema.
    public static func jsonSchema(_ text: String, options: JSONSchemaOptions = JSONSchemaOptions()) -> GrammarSource {
        var source = GrammarSource(.jsonSchema, text)
        source.options = options
        return source
    }

    /// A regular expression that the whole text matches.
    public static func pattern(_ regex: String) -> GrammarSource { GrammarSource(.pattern, regex) }

    /// A grammar in llama.cpp's GBNF.
    public static func gbnf(_ text: String, limits: GrammarLimits = GrammarLimits()) -> GrammarSource {
        var source = GrammarSource(.gbnf, text)
        source.limits = limits
        return source
    }

    /// A Lark grammar as llguidance reads it.
    public static func lark(
        _ text: String, schemaOptions: JSONSchemaOptions = JSONSchemaOptions(), limits: GrammarLimits = GrammarLimits()
    ) -> GrammarSource {
        var source = GrammarSource(.lark, text)
        source.options = schemaOptions
        source.limits = limits
        return source
    }

    var key: Key { Key(self) }

    /// What a grammar of the source may cost, to read and to match.
    var costs: GrammarLimits { form == .jsonSchema ? options.limits : limits }

    /// Reads the text.
    ///
    /// Throws `JSONError` or `GrammarError`.
    func grammar() throws -> Grammar {
        switch form {
        case .jsonSchema: try Grammar(jsonSchema: JSONValue(parsing: text), options: options)
        case .pattern: try Grammar(pattern: text)
        case .gbnf: try Grammar(gbnf: text, limits: limits)
        case .lark: try Grammar(lark: text, schemaOptions: options, limits: limits)
        }
    }
}
