extension Pattern {
    /// The texts that a regular expression matches from start to end.
    ///
    /// The syntax is ECMA-262's with the `u` flag, and the forms in which Swift prints a regex. Throws
    /// `GrammarError.invalidPattern` for what is not well-formed or not regular, and `limitExceeded`.
    public init(matching regex: String, limits: GrammarLimits = GrammarLimits()) throws(GrammarError) {
        self = try RegexCompiler.wholeText(regex, limits)
    }

    /// The texts in which a regular expression matches somewhere, as `pattern` of JSON Schema is meant.
    ///
    /// Throws as the whole-text initializer does.
    public init(findingIn regex: String, limits: GrammarLimits = GrammarLimits()) throws(GrammarError) {
        self = try RegexCompiler.anywhere(regex, limits)
    }
}

extension Grammar {
    /// The grammar of the plain texts that a regular expression matches from start to end.
    ///
    /// Throws `GrammarError`: not well-formed, not regular (back-references), over a limit, or matching no text at all.
    public init(pattern: String, limits: GrammarLimits = GrammarLimits()) throws(GrammarError) {
        let questions = PatternQuestions(limits, CompilationWatch(limits))
        let language = try Pattern(matching: pattern, limits: limits)
        guard try !questions.isEmpty(language) else {
            throw .unsatisfiable(pointer: "", reason: "the pattern matches no text")
        }
        var builder = GrammarBuilder()
        let root = builder.lexeme(language, as: .plain)
        self = try builder.build(root: root, layout: .compact)
    }
}
