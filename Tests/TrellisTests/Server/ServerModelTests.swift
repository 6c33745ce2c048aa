import Foundation
import Synchronization
import TestSupport
import Testing
import Trellis
import TrellisJSON

/// A model behind a server, which is one of the test's own: what goes out, what comes back, and everything that goes wrong.
@Suite struct ServerModelTests {
    @Generable struct Pet: Equatable {
        var name: String
        @Guide(.range(0...30)) var age: Int
    }

    struct Weather: Tool {
        let name = "weather"
        let description = "The weather in a city"
        @Generable struct Arguments { @Guide(.anyOf(["Lund", "Oslo"])) var city: String }
        func call(arguments: Arguments) -> String { "8 degrees in \(arguments.city)" }
    }

    private func model(_ server: LoopbackServer, timeout: Duration = .seconds(120)) -> OpenAICompatibleLanguageModel {
        OpenAICompatibleLanguageModel(
            url: server.url, name: "test", key: "k1", headers: ["X-Team": "blue"], timeout: timeout)
    }

    private func session(_ server: LoopbackServer, tools: [any Tool] = []) -> LanguageModelSession {
        let session = LanguageModelSession(model: model(server), tools: tools)
        session.errorNames = .languageModelErrors
        return session
    }

    // MARK: Answers

    @Test func whatTheSessionSaysReachesTheServer() async throws {
        let server = try LoopbackServer(LoopbackServer.answers("Hel", "lo"), LoopbackServer.answers("Bye"))
        let session = LanguageModelSession(model: model(server), instructions: "Be brief.")
        let options = GenerationOptions(
            samplingMode: .random(top: 4, seed: 9), temperature: 0.5, maximumResponseTokens: 20)
        let response = try await session.respond(to: "Hi", options: options)
        #expect(response.content == "Hello")
        #expect(response.usage.input == .init(totalTokenCount: 12, cachedTokenCount: 4))
        #expect(response.usage.output.totalTokenCount == 5)
        try await session.respond(to: "Leave", options: GenerationOptions(samplingMode: .greedy))
        let request = try #require(server.requests.first).lowercased()
        #expect(request.hasPrefix("post /v1/chat/completions "))
        #expect(request.contains("authorization: bearer k1") && request.contains("x-team: blue"))
        let bodies = try server.bodies.map { try JSONValue(parsing: $0) }
        let expected = """
            {"model": "test", "stream": true, "stream_options": {"include_usage": true}, "messages":
            [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
            "max_tokens": 20, "temperature": 0.5, "top_k": 4, "seed": 9}
            """
        #expect(bodies[0] == (try JSONValue(parsing: expected)))
        #expect(
            bodies[1]["messages"] == [
                ["role": "system", "content": "Be brief."], ["role": "user", "content": "Hi"],
                ["role": "assistant", "content": "Hello"], ["role": "user", "content": "Leave"],
            ])
        #expect(bodies[1]["temperature"] == 0)
    }

    @Test func complaint77_piecesShowBeforeTheServerSendsTheNext() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer([
            .send(LoopbackServer.streamHead + LoopbackServer.says("One")), .gate(gate),
            .send(LoopbackServer.says(", two") + LoopbackServer.ends()),
        ])
        var contents: [String] = []
        for try await snapshot in session(server).streamResponse(to: "Count") {
            if contents.isEmpty { gate.open() }
            contents.append(snapshot.content)
        }
        #expect(contents.first == "One" && contents.last == "One, two")
    }

    @Test func aValueIsAskedForBySchemaAndReadWithAnyWhiteSpace() async throws {
        let server = try LoopbackServer(LoopbackServer.answers("{\n  \"age\": 3,", "\n\"name\" : \"B\"", "\n}\n"))
        let pet = try await session(server).respond(to: "A pet", generating: Pet.self)
        #expect(pet.content == Pet(name: "B", age: 3))
        let body = try JSONValue(parsing: try #require(server.bodies.first))
        #expect(body["response_format"]?["type"] == "json_schema")
        let format = try #require(body["response_format"]?["json_schema"])
        #expect(format["name"] == "Pet" && format["strict"] == true)
        #expect(format["schema"]?["properties"]?["age"]?["maximum"] == 30)
        #expect(format["schema"]?["additionalProperties"] == false && format["schema"]?["x-order"] == nil)
    }

    @Test func anAnswerThatBreaksTheSchemaEndsTheRequestAtOnce() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer([
            .send(LoopbackServer.streamHead + LoopbackServer.says(#"{"name": "B", "age": 31"#)), .gate(gate),
            .send(LoopbackServer.says("}") + LoopbackServer.ends()),
        ])
        let session = session(server)
        let error = await #expect(throws: GeneratedContent.ParsingError.self) {
            try await session.respond(to: "A pet", generating: Pet.self)
        }
        gate.open()
        #expect(error?.rawContent == #"{"name": "B", "age": 31"#)
        #expect(error?.debugDescription.contains("byte 22") == true)
        #expect(session.transcript.isEmpty)
    }

    @Test func anAnswerThatEndsTooEarlyIsAnError() async throws {
        let server = try LoopbackServer(LoopbackServer.answers(#"{"name": "B"#, reason: "length"))
        let error = await #expect(throws: GeneratedContent.ParsingError.self) {
            try await session(server).respond(to: "A pet", generating: Pet.self)
        }
        #expect(error?.rawContent == #"{"name": "B"#)
    }

    @Test func textThatIsCutSaysSo() async throws {
        let server = try LoopbackServer(LoopbackServer.answers("One, tw", reason: "length"))
        #expect(try await session(server).respond(to: "Count").isTruncated)
    }

    @Test func thoughtsAreNoPartOfTheAnswer() async throws {
        let thought = LoopbackServer.event(#"{"choices": [{"delta": {"reasoning_content": "Hm"}}]}"#)
        let server = try LoopbackServer([
            .send(LoopbackServer.streamHead + thought + LoopbackServer.says("Yes") + LoopbackServer.ends())
        ])
        let session = session(server)
        #expect(try await session.respond(to: "Well?").content == "Yes")
        guard case .reasoning(let thoughts)? = session.transcript.dropFirst().first else {
            Issue.record("no thoughts")
            return
        }
        #expect(thoughts.segments.map(\.description) == ["Hm"])
    }

    @Test func aReplyThatIsNoStreamIsRead() async throws {
        let server = try LoopbackServer(
            LoopbackServer.replies(
                status: 200, #"{"choices": [{"message": {"content": "Whole"}, "finish_reason": "stop"}]}"#))
        #expect(try await session(server).respond(to: "Go").content == "Whole")
    }

    // MARK: Tools

    private func call(_ arguments: String..., name: String = "weather") -> String {
        arguments.enumerated().map { index, piece in
            let literal = piece.replacing("\"", with: "\\\"")
            let head = index == 0 ? #""id": "c1", "type": "function", "# : ""
            let named = index == 0 ? #""name": "\#(name)", "# : ""
            return LoopbackServer.event(
                #"{"choices": [{"delta": {"tool_calls": [{"index": 0, \#(head)"function": {\#(named)"arguments": "\#(literal)"}}]}}]}"#
            )
        }.joined()
    }

    @Test func toolsAreCalledAndTheirOutputGoesBack() async throws {
        let server = try LoopbackServer(
            [.send(LoopbackServer.streamHead + call(#"{"city""#, #": "Lund"}"#) + LoopbackServer.ends("tool_calls"))],
            LoopbackServer.answers("Cool"))
        let session = session(server, tools: [Weather()])
        #expect(try await session.respond(to: "Weather?").content == "Cool")
        let bodies = try server.bodies.map { try JSONValue(parsing: $0) }
        #expect(bodies[0]["tool_choice"] == "auto")
        #expect(bodies[0]["tools"]?.arrayValue?.first?["function"]?["name"] == "weather")
        let messages = try #require(bodies[1]["messages"]?.arrayValue)
        #expect(messages.suffix(2).first?["tool_calls"]?.arrayValue?.first?["id"] == "c1")
        #expect(
            messages.last == ["role": "tool", "tool_call_id": "c1", "content": "8 degrees in Lund"])
    }

    @Test func argumentsThatBreakTheirSchemaAreAnError() async throws {
        let server = try LoopbackServer([
            .send(LoopbackServer.streamHead + call(#"{"city": "Bergen"}"#) + LoopbackServer.ends("tool_calls"))
        ])
        await #expect(throws: GeneratedContent.ParsingError.self) {
            try await session(server, tools: [Weather()]).respond(to: "Weather?")
        }
    }

    @Test func aToolThatTheSessionDoesNotHaveIsAnError() async throws {
        let server = try LoopbackServer([
            .send(LoopbackServer.streamHead + call("{}", name: "clock") + LoopbackServer.ends("tool_calls"))
        ])
        await #expect(throws: LanguageModelSession.ToolCallingError.unknownTool(name: "clock")) {
            try await session(server, tools: [Weather()]).respond(to: "Time?")
        }
    }

    @Test func callsThatAreRequiredAndMissingAreAnError() async throws {
        let server = try LoopbackServer(LoopbackServer.answers("No need"))
        let options = GenerationOptions(toolCallingMode: .required)
        await #expect(throws: LanguageModelSession.ToolCallingError.callMissing) {
            try await session(server, tools: [Weather()]).respond(to: "Weather?", options: options)
        }
        #expect(try JSONValue(parsing: server.bodies[0])["tool_choice"] == "required")
    }

    @Test func toolsAndASchemaAreAskedForOneAfterTheOther() async throws {
        let server = try LoopbackServer(
            LoopbackServer.answers("No need"), LoopbackServer.answers(#"{"name": "B", "age": 1}"#))
        let response = try await session(server, tools: [Weather()]).respond(to: "A pet", generating: Pet.self)
        #expect(response.content.name == "B" && response.usage.output.totalTokenCount == 10)
        let bodies = try server.bodies.map { try JSONValue(parsing: $0) }
        #expect(bodies[0]["response_format"] == nil && bodies[0]["tools"] != nil)
        #expect(bodies[1]["response_format"] != nil && bodies[1]["tools"] == nil)
    }

    // MARK: Faults

    private func error(_ steps: [LoopbackServer.Step], timeout: Duration = .seconds(120)) async throws -> (any Error)? {
        let server = try LoopbackServer(steps)
        let session = LanguageModelSession(model: model(server, timeout: timeout))
        session.errorNames = .languageModelErrors
        let error = await #expect(throws: (any Error).self) { try await session.respond(to: "Go") }
        #expect(session.transcript.isEmpty && !session.isResponding)
        return error
    }

    @Test func statusesBecomeTypedErrors() async throws {
        typealias Failure = OpenAICompatibleLanguageModel.Error
        let body = #"{"error": {"message": "no", "type": "x"}}"#
        #expect(
            try await error(LoopbackServer.replies(status: 401, body)) as? Failure == .unauthorized(message: "no"))
        #expect(
            try await error(LoopbackServer.replies(status: 500, body)) as? Failure
                == .http(status: 500, message: "no"))
        #expect(
            try await error(LoopbackServer.replies(status: 404, "nothing here")) as? Failure
                == .http(status: 404, message: "nothing here"))
        let limited = try await error(LoopbackServer.replies(status: 429, fields: "Retry-After: 60\r\n", body))
        guard case LanguageModelError.rateLimited(let limit)? = limited else {
            Issue.record("another error: \(String(describing: limited))")
            return
        }
        #expect(try #require(limit.resetDate).timeIntervalSinceNow > 30)
        guard case LanguageModelError.timeout? = try await error(LoopbackServer.replies(status: 504, body)) else {
            Issue.record("not a timeout")
            return
        }
    }

    /// Key and conversation are for the server that was named, not for where it points to.
    @Test func noRedirectionIsFollowed() async throws {
        let other = try LoopbackServer(LoopbackServer.replies(status: 200, "{}"))
        let fields = "Location: \(other.url.absoluteString)/v1/chat/completions\r\n"
        for status in [302, 307] {
            let error = try await error(LoopbackServer.replies(status: status, fields: fields, "elsewhere"))
            guard case OpenAICompatibleLanguageModel.Error.http(status: status, message: _)? = error else {
                Issue.record("another error: \(String(describing: error))")
                continue
            }
        }
        #expect(other.requests.isEmpty)
    }

    @Test func theKeyIsNotPrinted() throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let model = OpenAICompatibleLanguageModel(
            url: url, name: "m", key: "secret-1", headers: ["api-key": "secret-2"])
        var dumped = "\(model)" + String(reflecting: model)
        dump(model, to: &dumped)
        #expect(dumped.contains("127.0.0.1") && !dumped.contains("secret"))
    }

    @Test func anErrorWithinAStreamKeepsItsType() async throws {
        let error = try await error([
            .send(LoopbackServer.streamHead + LoopbackServer.event(#"{"error":{"code":429,"message":"slowly"}}"#))
        ])
        guard case LanguageModelError.rateLimited? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        (#"{"error": {"code": 400, "message": "too long", "type": "exceed_context_size_error", "n_prompt_tokens": 5000, "n_ctx": 4096}}"#),
        (#"{"error": {"message": "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.", "code": "context_length_exceeded"}}"#),
    ])
    func aConversationThatIsTooLongNamesBothSizes(_ body: String) async throws {
        let error = try await error(LoopbackServer.replies(status: 400, body))
        guard case LanguageModelError.contextSizeExceeded(let detail)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(detail.contextSize == 4096 && detail.tokenCount == 5000)
    }

    @Test func brokenRepliesAreErrors() async throws {
        typealias Failure = OpenAICompatibleLanguageModel.Error
        let head = LoopbackServer.streamHead
        let broken: [[LoopbackServer.Step]] = [
            [.send(head + LoopbackServer.says("Hi"))], [.send(head + LoopbackServer.event("{oops"))],
            LoopbackServer.replies(status: 200, "oops"), [.send(head)],
        ]
        for steps in broken {
            let error = try await error(steps)
            guard case .malformedReply? = error as? Failure else {
                Issue.record("another error: \(String(describing: error))")
                continue
            }
        }
        let inside = try await error([
            .send(
                head + LoopbackServer.says("Hi") + LoopbackServer.event(#"{"error": {"message": "gone", "code": 503}}"#)
            )
        ])
        #expect(inside as? Failure == .http(status: 503, message: "gone"))
    }

    @Test func refusalsAndFiltersHaveTheirNames() async throws {
        let refusal = try await error([
            .send(
                LoopbackServer.streamHead + LoopbackServer.event(#"{"choices": [{"delta": {"refusal": "Not that."}}]}"#)
                    + LoopbackServer.ends())
        ])
        guard case LanguageModelError.refusal(let detail)? = refusal else {
            Issue.record("another error: \(String(describing: refusal))")
            return
        }
        #expect(try await detail.explanation.content == "Not that.")
        let filtered = try await error(LoopbackServer.answers("x", reason: "content_filter"))
        guard case LanguageModelError.guardrailViolation? = filtered else {
            Issue.record("another error: \(String(describing: filtered))")
            return
        }
    }

    @Test func aSilentServerIsGivenUp() async throws {
        let gate = LoopbackServer.Gate()
        defer { gate.open() }
        for steps: [LoopbackServer.Step] in [
            [.gate(gate)], [.send(LoopbackServer.streamHead + LoopbackServer.says("x")), .gate(gate)],
        ] {
            let error = try await error(steps, timeout: .milliseconds(300))
            guard case LanguageModelError.timeout? = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
        }
    }

    @Test func aServerThatIsNotThereIsAnError() async throws {
        let url = try LoopbackServer().url
        let session = LanguageModelSession(model: OpenAICompatibleLanguageModel(url: url, name: "x"))
        let error = await #expect(throws: OpenAICompatibleLanguageModel.Error.self) {
            try await session.respond(to: "Go")
        }
        guard case .connectionFailed? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test func cancellingEndsTheConnection() async throws {
        let gate = LoopbackServer.Gate()
        defer { gate.open() }
        let server = try LoopbackServer(
            [.send(LoopbackServer.streamHead + LoopbackServer.says("One")), .gate(gate)],
            LoopbackServer.answers("Again"))
        let session = session(server)
        let (seen, saw) = AsyncStream<Void>.makeStream()
        let task = Task {
            for try await _ in session.streamResponse(to: "Count") { saw.yield() }
        }
        for await _ in seen { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while session.isResponding { await Task.yield() }
        #expect(try await session.respond(to: "Go").content == "Again")
    }

    @Test func imagesAreSentWhereTheModelSees() async throws {
        let server = try LoopbackServer(LoopbackServer.answers("A dog"))
        let model = OpenAICompatibleLanguageModel(
            url: server.url, name: "x", capabilities: LanguageModelCapabilities([.vision]))
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a.png")
            try Data([1, 2, 3]).write(to: file)
            let session = LanguageModelSession(model: model)
            try await session.respond {
                "Look"
                Attachment(imageURL: file)
            }
            let content = try JSONValue(parsing: server.bodies[0])["messages"]?.arrayValue?.last?["content"]
            #expect(content?.arrayValue?.last?["image_url"]?["url"] == "data:image/png;base64,AQID")
            session.errorNames = .languageModelErrors
            let error = await #expect(throws: LanguageModelError.self) {
                try await session.respond { Attachment(imageURL: folder.appendingPathComponent("none.png")) }
            }
            guard case .unsupportedTranscriptContent(let detail)? = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
            #expect(detail.unsupportedContent.count == 1)
        }
    }
}
