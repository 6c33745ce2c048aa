import TrellisDecoding
import TrellisModelFiles

/// The command that talks with a model, a line of input a message.
struct ChatCommand {
    /// The greatest number of tokens in an answer when none is given.
    static let defaultMaximumTokens = 512

    private let instructions: String?
    private let model: String
    private let sampling: SamplingArguments
    private let showsStatistics: Bool

    /// Reads the options.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        instructions = arguments.text("instructions")
        model = arguments.text("model") ?? ModelCatalog.defaultModel.name
        sampling = try SamplingArguments(arguments)
        showsStatistics = arguments.has("statistics")
    }

    /// Talks until the input ends.
    func run() throws {
        let model = try LoadedModel(url: ModelStore.standard.locate(model))
        var messages = instructions.map { [ChatMessage(role: "system", content: $0)] } ?? []
        var report = StatisticsReport()
        var lines = InputLines()
        var answers = 0
        while let line = try lines.next() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            messages.append(ChatMessage(role: "user", content: line))
            var answer = ""
            var failure: CommandError?
            let request = DecodingRequest(
                prompt: .messages(messages), sampling: try sampling.options(answer: answers),
                limit: sampling.limit(else: .atMost(Self.defaultMaximumTokens)))
            let result = try model.decode(request) { piece in
                answer += piece
                do throws(CommandError) {
                    if failure == nil { try StandardOutput.write(piece) }
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            try StandardOutput.write("\n")
            messages.append(ChatMessage(role: "assistant", content: answer))
            report.add(result.statistics)
            answers += 1
        }
        if showsStatistics { StandardError.write(report.text) }
    }
}
