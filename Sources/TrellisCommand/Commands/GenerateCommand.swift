import Trellis
import TrellisDecoding
import TrellisGrammars
import TrellisJSON
import TrellisModelFiles

/// The command that makes values of a schema.
struct GenerateCommand {
    private let schemaPath: String
    private let prompt: String
    private let model: String
    private let sampling: SamplingArguments
    private let count: Int
    private let streams: Bool
    private let showsStatistics: Bool

    /// Reads the options.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        schemaPath = try arguments.requiredText("schema")
        prompt = try arguments.requiredText("prompt")
        model = arguments.text("model") ?? ModelCatalog.defaultModel.name
        sampling = try SamplingArguments(arguments)
        count = try arguments.integer("count", in: 1...1_000_000) ?? 1
        streams = arguments.has("stream")
        showsStatistics = arguments.has("statistics")
        if schemaPath == "-", prompt == "-" {
            throw UsageError(arguments.command, .standardInputTwice("schema", "prompt"))
        }
        if streams, arguments.text("count") != nil {
            throw UsageError(arguments.command, .exclusive("stream", "count"))
        }
    }

    /// Makes the values and writes them.
    func run() throws {
        let source = InputText.name(of: schemaPath)
        let schema = try InputText.readSchema(schemaPath)
        let rules = try schemaGrammar(schema, .strict, source)
        rules.report(for: source)
        let prompt = try InputText.readPrompt(prompt)
        let model = try LoadedModel(url: ModelStore.standard.locate(model))
        let grammar = try model.compile(rules)
        let text = prompt + "\n\n" + SchemaPrompt(schema).text
        var report = StatisticsReport()
        for index in 0..<count {
            let request = DecodingRequest(
                prompt: .messages([ChatMessage(role: "user", content: text)]), answer: .grammar(grammar),
                sampling: try sampling.options(answer: index), limit: sampling.limit(else: .context))
            let writer = ValueWriter(grammar, streams: streams)
            Interruption.onInterrupt { writer.completeEarly() }
            let result = try model.decode(request) { writer.append($0) }
            try writer.finish()
            report.add(result.statistics)
        }
        if showsStatistics { StandardError.write(report.text) }
    }
}
