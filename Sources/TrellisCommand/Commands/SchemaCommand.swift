import TrellisGrammars
import TrellisJSON

/// The command that prints the grammar of a schema and says what of the schema can't be enforced.
struct SchemaCommand {
    private let path: String

    /// Reads the operand.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        path = try arguments.operand(0)
    }

    /// Prints what can be enforced, reports what can't, and fails when that is something.
    func run() throws(CommandError) {
        let schema = try InputText.readSchema(path)
        let source = InputText.name(of: path)
        let grammar = try schemaGrammar(schema, .lenient, source)
        try StandardOutput.write(GrammarText(grammar).text)
        grammar.report(for: source)
        do {
            _ = try schemaGrammar(schema, .strict, source)
        } catch  where !grammar.warnings.isEmpty {
            // The warnings have said what it is.
            throw .notEnforced(source: source)
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
        for warning in warnings {
            let place = warning.pointer.isEmpty ? "schema" : "schema at \(warning.pointer)"
            StandardError.report("\(source): \(place): \(warning.message)")
        }
    }
}
