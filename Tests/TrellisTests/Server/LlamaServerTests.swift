import Foundation
import Testing
import Trellis

/// The address of a real server, when there is one.
private let serverURL = ProcessInfo.processInfo.environment["TRELLIS_TEST_SERVER"].flatMap { URL(string: $0) }

/// A real server: llama-server, at the address in `TRELLIS_TEST_SERVER`. `Scripts/test_llama_server.py` starts one and runs these.
@Suite(.enabled(if: serverURL != nil, "TRELLIS_TEST_SERVER names no server"), .serialized)
struct LlamaServerTests {
    @Generable struct Pet {
        @Guide(description: "A name") var name: String
        @Guide(.range(0...30)) var age: Int
        var kind: Kind
        @Guide(.count(1...3)) var toys: [String]
        var owner: String?
    }

    @Generable enum Kind: String { case cat, dog, catfish }

    @Generable struct Code { @Guide(.pattern(/[A-Z]{3}-[0-9]{2}|none/)) var code: String }

    /// llama.cpp takes any text for a pattern with this escape, with a warning in its log.
    @Generable struct EscapedCode { @Guide(.pattern(/[A-Z]{3}-\d{2}/)) var code: String }

    struct Weather: Tool {
        let name = "weather"
        let description = "The weather in a city"
        @Generable struct Arguments { var city: String }
        func call(arguments: Arguments) -> String { "8 degrees" }
    }

    private func session(tools: [any Tool] = [], instructions: String? = nil) throws -> LanguageModelSession {
        let model = OpenAICompatibleLanguageModel(url: try #require(serverURL), name: "default")
        return LanguageModelSession(model: model, tools: tools, instructions: instructions)
    }

    private func options(_ seed: UInt64, _ maximum: Int = 200) -> GenerationOptions {
        GenerationOptions(
            samplingMode: .random(probabilityThreshold: 0.95, seed: seed), temperature: 0.8,
            maximumResponseTokens: maximum)
    }

    @Test func textStreams() async throws {
        let session = try session(instructions: "You are friendly.")
        var snapshots: [String] = []
        for try await snapshot in session.streamResponse(to: "Say hello.", options: options(1, 30)) {
            snapshots.append(snapshot.content)
        }
        #expect(snapshots.count > 1)
        #expect(zip(snapshots, snapshots.dropFirst()).allSatisfy { $1.hasPrefix($0) })
        #expect(session.usage.input.totalTokenCount > 5 && session.usage.output.totalTokenCount > 1)
    }

    @Test func valuesSatisfyTheirSchema() async throws {
        for seed in 1...5 {
            let pet = try await session().respond(
                to: "Describe a pet.", generating: Pet.self, options: options(UInt64(seed))
            ).content
            #expect((0...30).contains(pet.age) && (1...3).contains(pet.toys.count))
            let code = try await session().respond(
                to: "A code.", generating: Code.self, options: options(UInt64(seed), 40)
            ).content.code
            #expect(code.wholeMatch(of: /[A-Z]{3}-[0-9]{2}|none/) != nil)
        }
    }

    @Test func whatTheServerDoesNotEnforceIsAnErrorAndNoValue() async throws {
        var errors = 0
        for seed in 1...5 {
            do {
                let code = try await session().respond(
                    to: "A code.", generating: EscapedCode.self, options: options(UInt64(seed), 40)
                ).content.code
                #expect(code.wholeMatch(of: /[A-Z]{3}-\d{2}/) != nil)
            } catch LanguageModelSession.GenerationError.decodingFailure(let context) {
                #expect(context.debugDescription.contains("breaks its schema"))
                errors += 1
            }
        }
        #expect(errors > 0)
    }

    @Test func aSecondTurnReadsOnlyWhatIsNew() async throws {
        let session = try session(instructions: String(repeating: "You like short answers. ", count: 20))
        try await session.respond(to: "Hello.", options: options(1, 8))
        let second = try await session.respond(to: "And now?", options: options(1, 8))
        #expect(second.usage.input.cachedTokenCount > second.usage.input.totalTokenCount / 2)
    }

    @Test func aConversationThatIsTooLongNamesBothSizes() async throws {
        let session = try session()
        session.errorNames = .languageModelErrors
        let error = await #expect(throws: LanguageModelError.self) {
            try await session.respond(to: String(repeating: "word ", count: 6000))
        }
        guard case .contextSizeExceeded(let detail)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(detail.contextSize > 0 && detail.tokenCount > detail.contextSize)
    }

    @Test func toolsAreOfferedAndTheTurnEnds() async throws {
        let session = try session(tools: [Weather()])
        session.maximumToolCallRounds = 1
        let response = try await session.respond(to: "What is the weather in Oslo?", options: options(3, 60))
        #expect(session.transcript.last.map { if case .response = $0 { true } else { false } } == true)
        #expect(response.usage.output.totalTokenCount > 0)
    }

    @Test func givingUpFreesTheSession() async throws {
        let session = try session()
        for try await _ in session.streamResponse(to: "Count to a thousand.", options: options(1, 400)) { break }
        while session.isResponding { await Task.yield() }
        #expect(try await session.respond(to: "Hello.", options: options(1, 5)).content.isEmpty == false)
    }
}
