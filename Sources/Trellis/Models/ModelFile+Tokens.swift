import TrellisDecoding
import TrellisTokenization

extension ModelFile {
    /// The number of tokens of a text by itself.
    nonisolated(nonsending) func tokenCount(of text: String) async throws -> Int {
        try await load().tokenizer.encode(text, parsesSpecial: false).count
    }

    /// The number of tokens that tools add to a conversation, in the way in which the model is shown them.
    nonisolated(nonsending) func tokenCount(of tools: [any Tool]) async throws -> Int {
        guard !tools.isEmpty else { return 0 }
        let model = try await load()
        func count(_ tools: [Transcript.ToolDefinition]) throws -> Int {
            let writer = ConversationWriter(tools: tools, style: .format(model.replyFormat))
            let entries: [Transcript.Entry] = [
                .instructions(.init(segments: [.text(.init(content: "-"))], toolDefinitions: [])),
                .prompt(.init(segments: [.text(.init(content: "-"))])),
            ]
            return try model.encode(try writer.conversation(for: entries)).count
        }
        return try count(tools.map { try SessionTool($0).definition }) - count([])
    }

    /// The number of tokens that a schema adds to a prompt that shows it.
    nonisolated(nonsending) func tokenCount(of schema: GenerationSchema) async throws -> Int {
        try await tokenCount(of: SchemaPrompt(try schema.jsonSchema).text)
    }

    /// The number of tokens of a transcript as the model reads it.
    nonisolated(nonsending) func tokenCount(
        of entries: some Collection<Transcript.Entry>, instructions: String?
    ) async throws -> Int {
        let model = try await load()
        let entries = Array(entries)
        let writer = ConversationWriter(
            useCaseInstructions: instructions, tools: Transcript(entries: entries).toolDefinitions,
            style: .format(model.replyFormat))
        return try model.encode(try writer.conversation(for: entries)).count
    }
}
