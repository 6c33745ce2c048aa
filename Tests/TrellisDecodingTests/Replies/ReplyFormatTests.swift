import Foundation
import TestSupport
import Testing
import TrellisDecoding
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

@Suite struct ReplyFormatTests {
    static let weather = try? JSONValue(
        parsing: """
            {"type": "object", "properties": {
               "city": {"type": "string", "maxLength": 12}, "days": {"type": "integer", "minimum": 1, "maximum": 9},
               "unit": {"enum": ["C", "F", true]}, "places": {"type": "array", "items": {"$ref": "#/$defs/Place"}, "maxItems": 2}},
             "required": ["city"], "x-order": ["city", "days", "unit", "places"], "additionalProperties": false,
             "$defs": {"Place": {"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "null"}},
               "required": [], "additionalProperties": false}}}
            """)
    static let clock: JSONValue = ["type": "object", "properties": [:], "additionalProperties": false]
    static let value: JSONValue = [
        "type": "object", "properties": ["name": ["enum": ["weather", "x"]], "n": ["type": "integer", "maximum": 9]],
        "required": ["name", "n"], "additionalProperties": false,
    ]

    private func request(_ calling: ReplyRequest.Calling, schema: JSONValue? = nil) throws -> ReplyRequest {
        ReplyRequest(
            tools: [
                .init(name: "weather", parameters: try #require(Self.weather)),
                .init(name: "clock", parameters: Self.clock),
            ], calling: calling, schema: schema)
    }

    /// A text with the bytes of special tokens in the place of their names.
    private func bytes(_ text: String, _ family: ReplyFamily) -> [UInt8] { family.tags.bytes(of: text) }

    @Test(arguments: ReplyFamily.all)
    func publishedExamplesAreRepliesAndAreRead(_ family: ReplyFamily) throws {
        let request = try request(.allowed)
        #expect(try family.compile(request).matches(bytes(family.example, family)))
        for cut in [1, 2, 3, 7, 1000] {
            #expect(try family.read(family.example, request, cut: cut) == family.events, "in pieces of \(cut)")
        }
    }

    @Test(arguments: ReplyFamily.all)
    func whatIsNoReplyIsRefused(_ family: ReplyFamily) throws {
        let grammar = try family.compile(try request(.allowed))
        let faults = [
            ("weather", "wether"), ("\"city\"", "\"town\""), ("city:", "town:"), ("days\": 3", "days\": 33"),
            ("days:3", "days:33"),
        ]
        for (right, wrong) in faults where family.example.contains(right) {
            let text = family.example.replacingOccurrences(of: right, with: wrong)
            // Where calls have no mark, what is no call is an answer; a call that has begun has to be one.
            let begins = family.format.calls?.mark.isEmpty == true && right == "weather"
            #expect(try grammar.matches(bytes(text, family)) == begins, "\(text)")
        }
        for index in family.example.indices.dropFirst() {
            let text = String(family.example[..<index])
            guard try grammar.matches(bytes(text, family)) else { continue }
            // What is whole says whole things.
            let events = try family.read(text, try request(.allowed), cut: 1)
            #expect(!events.contains(.call(name: "", arguments: [:])), "\(text)")
        }
    }

    @Test(arguments: ReplyFamily.all)
    func modesRuleOutCallsOrAnswers(_ family: ReplyFamily) throws {
        let must = try family.compile(try request(.required))
        let mustNot = try family.compile(try request(.disallowed))
        let answer = family.format.answerOpen + "Hello"
        #expect(try !must.matches(bytes(answer, family)))
        #expect(try mustNot.matches(bytes(answer, family)))
        let marked = family.format.calls?.mark.isEmpty == false
        if marked { #expect(try !mustNot.matches(bytes(family.example, family)) || family.special.isEmpty) }
        let withoutText = family.example.replacingOccurrences(of: "I'll look.\n", with: "")
            .replacingOccurrences(of: "Right.", with: "")
        #expect(try must.matches(bytes(withoutText, family)))
    }

    @Test(arguments: ReplyFamily.all)
    func anAnswerMayBeAValue(_ family: ReplyFamily) throws {
        let request = try request(.allowed, schema: Self.value)
        let grammar = try family.compile(request)
        // It begins as a call does where calls have no mark.
        for json in [#"{"name": "weather", "n": 3}"#, #"{"name": "x", "n": 3}"#] {
            let json = family.format.layout == .compact ? json.replacingOccurrences(of: " ", with: "") : json
            let text = family.format.answerOpen + json
            #expect(try grammar.matches(bytes(text, family)))
            #expect(try family.read(text, request, cut: 1) == [.answer(json)])
        }
        #expect(try !grammar.matches(bytes(family.format.answerOpen + "Hello", family)))
    }

    @Test(arguments: ReplyFamily.all)
    func everyReplyOfTheGrammarIsReadWhole(_ family: ReplyFamily) throws {
        let tools = ["weather": SchemaValidator(try #require(Self.weather)), "clock": SchemaValidator(Self.clock)]
        var random = RandomSequence(seed: 7)
        for calling in [ReplyRequest.Calling.allowed, .required] {
            let request = try request(calling)
            let grammar = try family.compile(request)
            for _ in 0..<12 {
                let text = try randomReply(grammar, family, &random)
                let events = try family.read(text, request, cut: 1)
                #expect(try family.read(text, request, cut: 5) == events)
                var calls = 0
                for case .call(let name, let arguments) in events {
                    calls += 1
                    #expect(try tools[name]?.isValid(arguments) == true, "\(name) \(arguments.text()) in \(text)")
                }
                #expect(calling == .allowed || calls > 0, "\(text)")
            }
        }
    }

    /// A reply of random tokens, completed when it gets long.
    private func randomReply(
        _ grammar: CompiledGrammar, _ family: ReplyFamily, _ random: inout RandomSequence
    ) throws -> String {
        let vocabulary = family.vocabulary
        var matcher = Matcher(grammar)
        var tokens: [TokenID] = []
        while tokens.count < 150 {
            let mask = matcher.mask
            let allowed = (0..<vocabulary.count).filter { mask[$0 / 32] >> UInt32($0 % 32) & 1 == 1 }
            let marks = allowed.filter { $0 >= 256 }
            let plain = allowed.filter { (32..<127).contains($0) }
            let pool = !marks.isEmpty && random.nextUnit() < 0.2 ? marks : plain.isEmpty ? allowed : plain
            let token = TokenID(try #require(pool.isEmpty ? nil : pool[Int(random.nextUnit() * Double(pool.count))]))
            let isAccepted = matcher.accept(token)
            #expect(isAccepted)
            if matcher.isFinished { break }
            tokens.append(token)
        }
        if !matcher.isFinished { tokens += try #require(matcher.shortestCompletion) }
        return String(decoding: tokens.flatMap { vocabulary.bytes(of: $0) }, as: UTF8.self)
    }

    @Test func textThatOnlyBeginsLikeACallIsText() throws {
        let llama = try #require(ReplyFamily.all.first { $0.name == "Llama 3" })
        let request = try request(.allowed)
        let text = #"{"name": "someone"}"#
        #expect(try llama.compile(request).matches(bytes(text, llama)))
        #expect(try llama.read(text, request, cut: 1) == [.answer(text)])
        let hermes = try #require(ReplyFamily.all.first)
        #expect(try hermes.read("a < b <tool", request, cut: 1) == [.answer("a < b <tool")])
        #expect(try !(hermes.compile(request).matches(bytes("a <tool_call> b", hermes))))
    }

    @Test func aReplyMayBeginWithinAThought() throws {
        let qwen = try #require(ReplyFamily.all.first { $0.name == "Qwen 3" })
        var request = try request(.disallowed)
        request.isThinking = true
        let text = "Hm.\n</think>\n\nYes"
        let grammar = try qwen.compile(request)
        #expect(try grammar.matches(bytes(text, qwen)))
        #expect(try !grammar.matches(bytes("Hm.", qwen)))
        #expect(try qwen.read(text, request, cut: 1) == [.thought("Hm."), .answer("Yes")])
    }

    @Test func notationsOfGemmaRefuseOpenObjects() throws {
        let gemma = try #require(ReplyFamily.all.first { $0.name == "Gemma 4" })
        let open = ReplyRequest(tools: [.init(name: "t", parameters: ["type": "object"])])
        #expect(throws: GrammarError.self) { try gemma.compile(open) }
    }

    // MARK: The models' own templates

    static let folder = Checkout.shared?.appending(path: "data/chat-templates")

    static let published = [
        ("NousResearch-Hermes-3-Llama-3.1-8B-tool_use", ReplyFormat.hermes), ("Qwen-Qwen2.5-7B-Instruct", .hermes),
        ("Qwen-Qwen3-0.6B", .hermes), ("ibm-granite-granite-4.0", .hermes),
        ("meta-llama-Llama-3.1-8B-Instruct", .llama),
        ("meta-llama-Llama-3.2-3B-Instruct", .llama), ("mistralai-Mistral-Nemo-Instruct-2407", .mistral),
        ("google-gemma-4-31B-it", .gemma4), ("openai-gpt-oss-120b", .harmony),
    ]

    @Test(
        .enabled(if: folder != nil, "needs the chat templates in the shared data beside the checkout"),
        arguments: published)
    func callsThatATemplateShowsAreCallsOfItsFormat(_ name: String, _ family: ReplyFormat) throws {
        let source = try String(contentsOf: try #require(Self.folder).appending(path: "\(name).jinja"), encoding: .utf8)
        let template = try ChatTemplate(source)
        let format = ReplyFormat(source: source, template: template)
        #expect(format.calls == family.calls)
        let request = try request(.allowed)
        let arguments: JSONValue = ["city": "Zürich", "days": 3]
        let call = ChatMessage.ToolCall(id: "abcdefghi", name: "weather", arguments: arguments)
        var conversation = Conversation([
            ChatMessage(role: "user", content: "?"), ChatMessage(role: "assistant", content: "", toolCalls: [call]),
            ChatMessage(role: "tool", content: "RETURNED", toolCallID: "abcdefghi", name: "weather"),
        ])
        conversation.tools = [
            [
                "type": "function",
                "function": ["name": "weather", "description": "w", "parameters": try #require(Self.weather)],
            ]
        ]
        var variables = conversation.variables
        for name in ["bos_token", "eos_token"] { variables[name] = "" }
        let text = try template.render(.object(variables))
        #expect(text.contains("RETURNED"))
        // Harmony shows a call in another order of its parts than the model writes it.
        if format.calls == ReplyFormat.harmony.calls { return }
        let mark = try #require(format.calls).mark
        let shown = mark.isEmpty ? #"{"name": "weather", "parameters""# : mark
        let rest = String(text[try #require(text.range(of: shown, options: .backwards)).lowerBound...])
        var reader = ReplyReader(format, request)
        let events = try reader.take(rest)
        #expect(events == [.call(name: "weather", arguments: arguments)], "\(rest)")
        let model = ReplyFamily(name: name, format: format, special: [], end: "<end>", example: "", events: [])
        var matcher = Matcher(try model.compile(request))
        var isCall = false
        for byte in rest.utf8 {
            guard matcher.accept(bytes: [byte]) else { break }
            isCall = isCall || matcher.isComplete && byte != UInt8(ascii: "[")
        }
        #expect(isCall, "\(rest)")
    }
}
