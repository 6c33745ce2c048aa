extension Grammar {
    /// The grammar of the texts that a grammar in llama.cpp's GBNF accepts: what its rule `root` says.
    ///
    /// Rules may recur in any way, on their left too, and be ambiguous. There is nothing between the parts of a rule but
    /// what the rule says. Symbols of tokens (`<think>`, `<[1000]>`) are refused: special tokens are no text.
    ///
    /// Throws `GrammarError` with line and column: not well-formed, a rule that is used and not defined or defined twice,
    /// a token symbol, a limit. The cost grows with the size of the text, not with its counts.
    public init(gbnf text: String, limits: GrammarLimits = GrammarLimits()) throws(GrammarError) {
        var parser = try GBNFParser(text, limits: limits)
        self = try parser.grammar()
    }
}
