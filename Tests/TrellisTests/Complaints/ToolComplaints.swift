import Foundation
import Synchronization
import TestSupport
import Testing
import Trellis

/// What users complain about: tools. The numbers are those of the list of complaints.
@Suite struct ToolComplaints {
    struct Plan: Tool {
        let name = "plan"
        let description = "Plans a route"
        @Generable struct Arguments {
            @Guide(.count(1...2)) var stops: [Stop]
            @Guide(.range(1...99)) var seats: Int
            @Generable struct Stop { @Guide(.anyOf(["Lund", "Oslo"])) var city: String }
        }
        final class Counter: Sendable {
            private let count = Mutex(0)
            var value: Int { count.withLock { $0 } }
            func add() { count.withLock { $0 += 1 } }
        }
        let counter = Counter()
        func call(arguments: Arguments) -> String {
            counter.add()
            return arguments.stops.map(\.city).joined(separator: " ")
        }
    }

    struct Clock: Tool {
        let name = "clock"
        let description = "The time"
        var includesSchemaInInstructions = true
        @Generable struct Arguments { @Guide(description: "A zone") var zone: String? }
        func call(arguments: Arguments) throws -> String {
            if arguments.zone == "moon" { throw ToolCallRefusal(reason: "not up there") }
            return "noon"
        }
    }

    @Test func complaint53_54_56_57_nestedArgumentsNamesIdentitiesAndTheCap() async throws {
        try await Noise.withModel { model in
            let plan = Plan()
            for seed in 0..<6 {
                let session = LanguageModelSession(model: model, tools: [plan, Clock()])
                session.maximumToolCallRounds = 1
                session.transcriptErrorHandlingPolicy = .preserveTranscript
                var options = Noise.options(seed)
                options.toolCallingMode = .required
                await #expect(throws: LanguageModelSession.ToolCallingError.roundLimitReached(limit: 1)) {
                    try await session.respond(to: "Go", options: options)
                }
                let calls = session.transcript.flatMap { entry -> [Transcript.ToolCall] in
                    if case .toolCalls(let calls) = entry { Array(calls) } else { [] }
                }
                let outputs = session.transcript.compactMap { entry -> String? in
                    if case .toolOutput(let output) = entry { output.toolCallID } else { nil }
                }
                #expect(
                    !calls.isEmpty && calls.allSatisfy { ["plan", "clock"].contains($0.toolName) && !$0.id.isEmpty })
                #expect(outputs == calls.map(\.id))
            }
            #expect(plan.counter.value > 0)
        }
    }

    @Test func complaint59_oneCallIsRefusedWithoutEndingTheTurn() async throws {
        let model = ScriptedModel(
            ScriptedModel.calls(("clock", #"{"zone": "moon"}"#), ("clock", "{}")), ScriptedModel.says("Done"))
        let session = LanguageModelSession(model: model, tools: [Clock()])
        #expect(try await session.respond(to: "Go").content == "Done")
        let outputs = session.transcript.compactMap { entry -> String? in
            if case .toolOutput(let output) = entry { output.segments.map(\.description).joined() } else { nil }
        }
        #expect(outputs == ["not up there", "noon"])
    }

    @Test func complaint60_aModelThatRepeatsItselfIsMadeToAnswer() async throws {
        let call = ScriptedModel.calls(("clock", "{}"))
        let model = ScriptedModel(call, call, ScriptedModel.says("Noon"))
        let session = LanguageModelSession(model: model, tools: [Clock()], instructions: "Call the sundial.")
        #expect(try await session.respond(to: "Time?").content == "Noon")
        #expect(model.script.requests.count == 3)
        #expect(model.script.requests.last?.generationOptions.toolCallingMode == .disallowed)
    }

    @Test func complaint61_descriptionAndSchemaHaveOneSource() async throws {
        let model = ScriptedModel(ScriptedModel.says("a"))
        let session = LanguageModelSession(model: model, tools: [Clock()])
        try await session.respond(to: "Go")
        guard case .instructions(let instructions)? = session.transcript.first else {
            Issue.record("no instructions")
            return
        }
        #expect(model.script.requests.first?.enabledToolDefinitions == instructions.toolDefinitions)
    }

    @Test func complaint63_aSchemaIsLeftOutOfTheInstructionsWhereTheToolSaysSo() async throws {
        try await Noise.withModel { model in
            var quiet = Clock()
            quiet.includesSchemaInInstructions = false
            let shown = try await model.tokenCount(for: [Clock()] as [any Tool])
            let hidden = try await model.tokenCount(for: [quiet] as [any Tool])
            #expect(hidden < shown && hidden > 0)
        }
    }
}
