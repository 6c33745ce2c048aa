/// A summary of a conversation, which stands in its place as a prompt.
enum ConversationSummary {
    /// What the prompt begins with.
    static let opening = "Summary of what was said before:"

    /// Has a model summarize entries.
    ///
    /// When they are too long to be read at once, the model reads only their latter half, or half of that.
    ///
    /// - Throws: The errors of a session.
    static func write(
        of entries: some Sequence<Transcript.Entry>, by model: any LanguageModel, maximumTokens: Int
    ) async throws -> Transcript.Entry {
        func ask(_ model: some LanguageModel, _ text: String) async throws -> String {
            let session = LanguageModelSession(model: model)
            session.errorNames = .languageModelErrors
            return try await session.respond(
                to: "Summarize this conversation in a few sentences:\n\n\(text)",
                options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: maximumTokens)
            ).content
        }
        var text = entries.map(\.description).joined(separator: "\n")
        while true {
            do {
                let summary = try await ask(model, text)
                return .prompt(.init(segments: [.text(.init(content: "\(opening)\n\(summary)"))]))
            } catch LanguageModelError.contextSizeExceeded where text.count > 1 {
                text = String(text.suffix(text.count / 2))
            }
        }
    }
}

extension Transcript.Entry {
    /// Whether the entry is a summary in the place of what was said.
    var isSummary: Bool {
        if case .prompt(let prompt) = self {
            prompt.segments.text.hasPrefix(ConversationSummary.opening)
        } else {
            false
        }
    }
}
