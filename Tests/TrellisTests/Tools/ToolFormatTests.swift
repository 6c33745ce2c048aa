import Foundation
import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisDecoding
import TrellisTokenization

/// Calls of tools in the formats of the families of models, by models of noise.
@Suite struct ToolFormatTests {
    struct Weather: Tool {
        let name = "weather"
        let description = "The weather in a city"
        let calls = CallLog()
        @Generable struct Arguments { @Guide(.anyOf(["Malmö", "Lund"])) var city: String }
        func call(arguments: Arguments) -> String {
            calls.add(arguments.city)
            return "8 degrees in \(arguments.city)"
        }
    }

    final class CallLog: Sendable {
        private let cities = Mutex<[String]>([])
        var all: [String] { cities.withLock { $0 } }
        func add(_ city: String) { cities.withLock { $0.append(city) } }
    }

    private func withModel(_ family: ToyFamily, _ body: (URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try await body(
                ToyModel.write(to: folder, template: family.template, moreSpecial: family.special))
        }
    }

    private func options(_ seed: UInt64, _ mode: GenerationOptions.ToolCallingMode?) -> GenerationOptions {
        GenerationOptions(
            samplingMode: .random(probabilityThreshold: 1, seed: seed), temperature: 1,
            maximumResponseTokens: mode == .required ? 140 : 40,
            toolCallingMode: mode)
    }

    @Test(arguments: ToyFamily.all)
    func callsAreValidAndTheNextRoundShowsThem(_ family: ToyFamily) async throws {
        try await withModel(family) { url in
            #expect(try LoadedModel(url: url).replyFormat.callsTools)
            for seed in 0..<3 as Range<UInt64> {
                let tool = Weather()
                let session = LanguageModelSession(model: TrellisLanguageModel(contentsOf: url), tools: [tool])
                session.maximumToolCallRounds = 2
                session.transcriptErrorHandlingPolicy = .preserveTranscript
                await #expect(throws: LanguageModelSession.ToolCallingError.roundLimitReached(limit: 2)) {
                    try await session.respond(to: "Cold?", options: options(seed, .required))
                }
                #expect(tool.calls.all.count >= 2)
                #expect(Set(tool.calls.all).isSubset(of: ["Malmö", "Lund"]))
                var ids: [String] = []
                var answered: [String] = []
                for entry in session.transcript {
                    if case .toolCalls(let calls) = entry { ids += calls.map(\.id) }
                    if case .toolOutput(let output) = entry { answered.append(output.id) }
                }
                #expect(ids == answered && Set(ids).count == ids.count)
                // The conversation can go on, with all of that in view.
                session.transcriptErrorHandlingPolicy = nil
                let answer = try await session.respond(to: "So?", options: options(seed, .disallowed))
                #expect(!answer.content.contains(family.mark))
            }
        }
    }

    @Test(arguments: ToyFamily.all)
    func answersHoldNothingOfCalls(_ family: ToyFamily) async throws {
        try await withModel(family) { url in
            for seed in 0..<6 as Range<UInt64> {
                let session = LanguageModelSession(
                    model: TrellisLanguageModel(contentsOf: url), tools: [Weather()], instructions: "Help.")
                session.maximumToolCallRounds = 1
                let stream = session.streamResponse(to: "Cold?", options: options(seed, nil))
                for try await snapshot in stream { #expect(!snapshot.content.contains(family.mark)) }
                let content = try await stream.collect().content
                for mark in family.special { #expect(!content.contains(mark), "\(content)") }
                let value = try await session.respond(
                    to: "How many?", generating: [Int].self, options: options(seed, nil))
                #expect(value.rawContent.jsonString.hasPrefix("["))
            }
        }
    }

    @Test(arguments: ToyFamily.all)
    func whatTheModelThinksIsReasoning(_ family: ToyFamily) async throws {
        try await withModel(family) { url in
            let model = TrellisLanguageModel(contentsOf: url)
            let thinks = family.name == "Qwen 3" || family.name == "Gemma 4" || family.name == "Harmony"
            #expect(model.capabilities.contains(.reasoning) == thinks)
            let session = LanguageModelSession(model: model)
            let context = ContextOptions(reasoningLevel: .custom("none"))
            guard thinks else {
                await #expect(throws: LanguageModelError.self) {
                    try await session.respond(to: "Hi", options: options(1, nil), contextOptions: context)
                }
                return
            }
            var thoughts = 0
            for seed in 0..<12 as Range<UInt64> {
                let session = LanguageModelSession(model: model)
                let answer = try await session.respond(to: "Hi", options: options(seed, nil), contextOptions: context)
                for case .reasoning(let reasoning) in answer.transcriptEntries {
                    thoughts += 1
                    #expect(!answer.content.contains(reasoning.segments.text) || reasoning.segments.text.count < 3)
                }
            }
            // Where a thought is one of two ways to begin, noise takes it at times; where it's one of hundreds, hardly ever.
            #expect(family.name != "Harmony" || thoughts > 0)
        }
    }

    @Test func promptsShowToolsAsTheTemplateDoes() throws {
        let weather = Transcript.ToolDefinition(tool: Weather())
        for family in ToyFamily.all {
            try withTemporaryFolder { folder in
                let url = try ToyModel.write(to: folder, template: family.template, moreSpecial: family.special)
                let model = try LoadedModel(url: url)
                let writer = ConversationWriter(tools: [weather], style: .format(model.replyFormat))
                let calls: [Transcript.ToolCall] = [
                    .init(
                        id: "first-call", toolName: "weather", arguments: GeneratedContent(properties: ["city": "Lund"])
                    ),
                    .init(
                        id: "second-call", toolName: "weather",
                        arguments: GeneratedContent(properties: ["city": "Malmö"])),
                ]
                let outputs = calls.map {
                    Transcript.Entry.toolOutput(
                        .init(id: $0.id, toolName: "weather", segments: [.text(.init(content: "8 <|im_end|> degrees"))])
                    )
                }
                let prompt = Transcript.Entry.prompt(.init(segments: [.text(.init(content: "Cold?"))]))
                let conversation = try writer.conversation(for: [prompt, .toolCalls(.init(calls))] + outputs)
                #expect(conversation.tools.count == 1)
                let tokens = try model.encode(conversation)
                let text = String(
                    decoding: tokens.flatMap { Array(model.tokenizer.vocabulary.bytes(of: $0)) }, as: UTF8.self)
                let count = text.components(separatedBy: family.mark).count - 1
                #expect(count == (family.name == "Mistral" ? 1 : 2), "\(family.name): \(text)")
                #expect(text.contains("Lund") && text.contains("Malmö") && text.contains("8 <|im_end|> degrees"))
                // What a tool returned can't end its message.
                let end = tokens.filter { model.tokenizer.vocabulary.endTokens.contains($0) }
                #expect(end.count == text.components(separatedBy: "<|im_end|>").count - 1 - 2, "\(family.name)")
            }
        }
    }
}
