import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// The command that shows the grammar of a schema and says what of the schema can't be enforced.
struct SchemaCommand {
    private let path: String
    private let explains: Bool
    private let drawsAutomaton: Bool

    /// Reads the operand and the options.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        path = try arguments.operand(0)
        explains = arguments.has("explain")
        drawsAutomaton = arguments.has("dot")
        if explains, drawsAutomaton { throw UsageError(arguments.command, .exclusive("explain", "dot")) }
    }

    /// Prints what can be enforced, reports what can't, and fails when that is something.
    func run() throws(CommandError) {
        let schema = try InputText.readSchema(path)
        let source = InputText.name(of: path)
        let grammar = try schemaGrammar(schema, .lenient, source)
        if drawsAutomaton {
            let outline = try outline(of: grammar, source)
            try StandardOutput.write(AutomatonText(outline).text)
            if !outline.isWhole {
                StandardError.report("\(source): only the first \(AutomatonText.stateLimit) states are written")
            }
        } else if explains {
            let freedom = FreedomText(try compile(grammar, source))
            try StandardOutput.write("\(GrammarText(grammar).text)\n\(freedom.text)\n\(warnings(of: grammar))")
        } else {
            try StandardOutput.write(GrammarText(grammar).text)
        }
        grammar.report(for: source)
        do {
            _ = try schemaGrammar(schema, .strict, source)
        } catch  where !grammar.warnings.isEmpty {
            // The warnings have said what it is.
            throw .notEnforced(source: source)
        }
    }

    private func warnings(of grammar: Grammar) -> String {
        grammar.warnings.isEmpty
            ? "warnings: none, all of the schema is enforced\n"
            : "warnings:\n" + grammar.warnings.map { "  \($0.place): \($0.message)\n" }.joined()
    }

    /// Compiles a grammar for tokens of one byte each.
    private func compile(_ grammar: Grammar, _ source: String) throws(CommandError) -> CompiledGrammar {
        let bytes = (UInt8.min...UInt8.max).map { [$0] }
        let vocabulary = Vocabulary(tokens: bytes + [[]], special: [], endTokens: [TokenID(bytes.count)])
        do {
            return try CompiledGrammar(grammar, for: MatchingVocabulary(vocabulary))
        } catch {
            throw .badSchema(source: source, reason: "\(error)")
        }
    }

    private func outline(of grammar: Grammar, _ source: String) throws(CommandError) -> AutomatonOutline {
        let compiled = try compile(grammar, source)
        do {
            return try AutomatonOutline(compiled, limit: AutomatonText.stateLimit)
        } catch {
            throw .badSchema(source: source, reason: "\(error)")
        }
    }
}

/// Makes the grammar of a schema; an error names where the schema came from.
func schemaGrammar(
    _ schema: JSONValue, _ strictness: JSONSchemaOptions.Strictness, _ source: String
) throws(CommandError) -> Grammar {
    do {
        return try Grammar(jsonSchema: schema, options: JSONSchemaOptions(strictness: strictness))
    } catch {
        throw .badSchema(source: source, reason: "\(error)")
    }
}

extension Grammar {
    /// Reports what a grammar leaves open, a line each.
    func report(for source: String) {
        for warning in warnings { StandardError.report("\(source): \(warning.place): \(warning.message)") }
    }
}

extension GrammarWarning {
    /// The place in words.
    fileprivate var place: String { pointer.isEmpty ? "schema" : "schema at \(pointer)" }
}
