import Foundation
import Trellis
import TrellisDecoding
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisModelFiles
import TrellisTokenization

/// The command that makes a value of a schema, and a page that shows what the grammar did at each token.
struct TraceCommand {
    private let schemaPath: String
    private let prompt: String
    private let model: String
    private let sampling: SamplingArguments

    /// Reads the options.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        schemaPath = try arguments.requiredText("schema")
        prompt = try arguments.requiredText("prompt")
        model = arguments.text("model") ?? ModelCatalog.defaultModel.name
        sampling = try SamplingArguments(arguments)
        if schemaPath == "-", prompt == "-" {
            throw UsageError(arguments.command, .standardInputTwice("schema", "prompt"))
        }
    }

    /// Makes the value and writes the page.
    func run() throws {
        let source = InputText.name(of: schemaPath)
        let schema = try InputText.readSchema(schemaPath)
        let rules = try schemaGrammar(schema, .strict, source)
        rules.report(for: source)
        let prompt = try InputText.readPrompt(prompt)
        let model = try LoadedModel(url: ModelStore.standard.locate(model))
        let grammar = try model.compile(rules)
        let request = DecodingRequest(
            prompt: .messages([ChatMessage(role: "user", content: prompt + "\n\n" + SchemaPrompt(schema).text)]),
            answer: .grammar(grammar), sampling: try sampling.options(answer: 0), limit: sampling.limit(else: .context))
        var tokens: [DecodedToken] = []
        var text = ""
        _ = try model.decode(request, observer: { tokens.append($0) }, emit: { text += $0 })
        if let offset = try grammar.firstMismatch(in: text.utf8) { throw CommandError.invalidOutput(offset: offset) }
        let page = TracePage(
            facts: [
                ("Model", model.name), ("Schema", source), ("Prompt", prompt), ("Sampling", sampling.summary),
            ], tokens: tokens, vocabulary: model.tokenizer.vocabulary)
        try StandardOutput.write(page.html)
    }
}
