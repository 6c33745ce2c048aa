extension Grammar {
    /// The grammar of the texts that a Lark grammar accepts, in the form that llguidance reads.
    ///
    /// Rules (lower case) may recur in any way and be ambiguous; terminals (upper case, literals, regular expressions) are
    /// regular. A text is accepted when it can be cut into terminals in any way that the rules allow, with any number of
    /// `%ignore`d texts after each terminal. There is no lexer that takes the longest terminal first: what llguidance
    /// accepts is accepted, and so is a text that needs a shorter cut.
    ///
    /// Supported: `%import common…`, `%ignore`, `%json`, `%regex` with substrings, `%llguidance` options, counts as
    /// `{m,n}` and `~m..n`, ranges, `&` and `~` of terminals, the attributes `lazy` and `suffix`. Syntax trees and captures
    /// say nothing about texts and are read over. Regular expressions have Unicode classes, and `.` stands for anything but `\n`.
    ///
    /// Throws `GrammarError` with line and column for everything else: special tokens, `stop`, `max_tokens`,
    /// `temperature`, priorities, templates, parameters, other grammars; names without a definition; conditions in regular
    /// expressions; limits.
    ///
    /// - Parameters:
    ///   - schemaOptions: how `%json` is read; their layout is that of all its JSON.
    ///   - limits: hold for the whole text, its schemas included.
    public init(
        lark text: String, schemaOptions: JSONSchemaOptions = JSONSchemaOptions(),
        limits: GrammarLimits = GrammarLimits()
    ) throws(GrammarError) {
        var schemaOptions = schemaOptions
        schemaOptions.limits = limits
        self = try LarkCompiler.grammar(of: text, schemaOptions: schemaOptions, limits: limits)
    }
}
