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
    private let looksUp: Bool
    private let draft: String?

    /// Reads the options.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        schemaPath = try arguments.requiredText("schema")
        prompt = try arguments.requiredText("prompt")
        model = arguments.text("model") ?? ModelCatalog.defaultModel.name
        sampling = try SamplingArguments(arguments)
        count = try arguments.integer("count", in: 1...1_000_000) ?? 1
        streams = arguments.has("stream")
        showsStatistics = arguments.has("statistics")
        looksUp = arguments.has("lookup")
        draft = arguments.text("draft")
        if schemaPath == "-", prompt == "-" {
            throw UsageError(arguments.command, .standardInputTwice("schema", "prompt"))
        }
        if streams, arguments.text("count") != nil {
            throw UsageError(arguments.command, .exclusive("stream", "count"))
        }
        if looksUp, draft != nil { throw UsageError(arguments.command, .exclusive("lookup", "draft")) }
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
        let speculation = try speculation()
        let text = prompt + "\n\n" + SchemaPrompt(schema).text
        var report = StatisticsReport()
        for index in 0..<count {
            let request = DecodingRequest(
                prompt: .messages([ChatMessage(role: "user", content: text)]), answer: .grammar(grammar),
                sampling: try sampling.options(answer: index), limit: sampling.limit(else: .context),
                speculation: speculation)
            let writer = ValueWriter(grammar, streams: streams)
            Interruption.onInterrupt { writer.completeEarly() }
            let result = try model.decode(request) { writer.append($0) }
            try writer.finish()
            report.add(result.statistics)
        }
        if showsStatistics { StandardError.write(report.text) }
    }

    /// What guesses tokens.
    private func speculation() throws -> DecodingRequest.Speculation {
        guard let draft else { return looksUp ? .lookup : .none }
        return .model(try LoadedModel(url: ModelStore.standard.locate(draft)))
    }
}
