import TrellisDecoding
import TrellisTokenization

extension ModelFile {
    /// The number of tokens of a text by itself.
    nonisolated(nonsending) func tokenCount(of text: String) async throws -> Int {
        try await load().tokenizer.encode(text, parsesSpecial: false).count
    }

    /// The number of tokens that the descriptions of tools add to the instructions.
    nonisolated(nonsending) func tokenCount(of tools: [any Tool]) async throws -> Int {
        try await tokenCount(of: ToolPrompt(tools.map { try SessionTool($0).definition }).text)
    }

    /// The number of tokens that a schema adds to a prompt that shows it.
    nonisolated(nonsending) func tokenCount(of schema: GenerationSchema) async throws -> Int {
        try await tokenCount(of: SchemaPrompt(try schema.jsonSchema).text)
    }

    /// The number of tokens of a transcript as the model reads it.
    nonisolated(nonsending) func tokenCount(
        of entries: some Collection<Transcript.Entry>, instructions: String?
    ) async throws -> Int {
        let writer = ConversationWriter(useCaseInstructions: instructions, tools: [])
        return try await load().encode(try writer.messages(for: Array(entries))).count
    }
}
