extension Pattern {
    /// The texts that a regular expression matches from start to end.
    ///
    /// The syntax is ECMA-262's with the `u` flag, and the forms in which Swift prints a regex. Throws
    /// `GrammarError.invalidPattern` for what is not well-formed or not regular, and `limitExceeded`.
    public init(matching regex: String) throws(GrammarError) { self = try RegexCompiler.wholeText(regex) }

    /// The texts in which a regular expression matches somewhere, as `pattern` of JSON Schema is meant.
    ///
    /// Throws as the whole-text initializer does.
    public init(findingIn regex: String) throws(GrammarError) { self = try RegexCompiler.anywhere(regex) }
}

extension Grammar {
    /// The grammar of the plain texts that a regular expression matches from start to end.
    ///
    /// Throws `GrammarError`: not well-formed, not regular (back-references), over a limit, or matching no text at all.
    public init(pattern: String) throws(GrammarError) {
        let language = try Pattern(matching: pattern)
        let questions = PatternQuestions(limit: JSONSchemaOptions.Limits().patternStates)
        guard try !questions.isEmpty(language) else {
            throw .unsatisfiable(pointer: "", reason: "the pattern matches no text")
        }
        var builder = GrammarBuilder()
        let root = builder.lexeme(language, as: .plain)
        self = try builder.build(root: root, layout: .compact)
    }
}
