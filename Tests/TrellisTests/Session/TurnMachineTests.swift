import Testing
import Trellis

@Suite struct TurnMachineTests {
    private typealias Event = LanguageModelExecutorGenerationChannel.Event

    private func text(_ text: String) -> Event { .response(action: .appendText(text, tokenCount: 1)) }

    private func call(_ id: String, _ city: String) -> Event {
        .toolCalls(
            action: .toolCall(
                id: id, name: "weather", action: .appendArguments(#"{"city": "\#(city)"}"#, tokenCount: 1)))
    }

    private func output(_ id: String) -> Transcript.ToolOutput {
        .init(id: id, toolName: "weather", segments: [.text(.init(content: "8 degrees"))])
    }

    private func roles(_ machine: TurnMachine) -> [String] {
        machine.entries.map { String($0.description.prefix { $0 != ")" }.dropFirst()) }
    }

    @Test func aTextIsShownAsItGrows() throws {
        var machine = TurnMachine(schemaName: nil, roundLimit: 3)
        #expect(machine.begin() == .generate(mayCall: true))
        #expect(try machine.take(text("Hi")) == GeneratedContent("Hi"))
        #expect(try machine.take(text(" you")) == GeneratedContent("Hi you"))
        #expect(try machine.endGeneration() == .finish(GeneratedContent("Hi you")))
        #expect(roles(machine) == ["Response"])
    }

    @Test func anAnswerOfNothingIsAnEmptyText() throws {
        var machine = TurnMachine(schemaName: nil, roundLimit: 3)
        _ = machine.begin()
        #expect(try machine.endGeneration() == .finish(GeneratedContent("")))
    }

    @Test func callsShowNothingAndAreFollowedByAnotherGeneration() throws {
        var machine = TurnMachine(schemaName: nil, roundLimit: 3)
        _ = machine.begin()
        #expect(try machine.take(call("1", "Oslo")) == nil)
        #expect(try machine.take(call("2", "Lund")) == nil)
        guard case .call(let calls) = try machine.endGeneration() else {
            Issue.record("no calls")
            return
        }
        #expect(calls.map(\.id) == ["1", "2"])
        #expect(machine.toolsReturned([output("1"), output("2")]) == .generate(mayCall: true))
        #expect(try machine.take(text("Cold.")) == GeneratedContent("Cold."))
        #expect(try machine.endGeneration() == .finish(GeneratedContent("Cold.")))
        #expect(roles(machine) == ["Tool Calls", "Tool Output", "Tool Output", "Response"])
    }

    @Test func whatIsSaidBeforeACallStays() throws {
        var machine = TurnMachine(schemaName: nil, roundLimit: 3)
        _ = machine.begin()
        #expect(try machine.take(text("Let me look.")) == GeneratedContent("Let me look."))
        #expect(try machine.take(call("1", "Oslo")) == nil)
        _ = try machine.endGeneration()
        _ = machine.toolsReturned([output("1")])
        #expect(try machine.take(text("Co")) == GeneratedContent("Let me look.\n\nCo"))
        #expect(try machine.take(text("ld.")) == GeneratedContent("Let me look.\n\nCold."))
        #expect(try machine.endGeneration() == .finish(GeneratedContent("Let me look.\n\nCold.")))
        #expect(roles(machine) == ["Response", "Tool Calls", "Tool Output", "Response"])
    }

    @Test func aModelThatRepeatsItselfMustAnswer() throws {
        var machine = TurnMachine(schemaName: nil, roundLimit: 9)
        _ = machine.begin()
        _ = try machine.take(call("1", "Oslo"))
        _ = try machine.endGeneration()
        _ = machine.toolsReturned([output("1")])
        _ = try machine.take(call("2", "Oslo"))
        #expect(try machine.endGeneration() == .generate(mayCall: false))
        #expect(roles(machine) == ["Tool Calls", "Tool Output"])
        #expect(throws: LanguageModelSession.ToolCallingError.callNotAllowed(name: "weather")) {
            try machine.take(call("3", "Rome"))
        }
    }

    @Test func aModelThatMustCallMayRepeatItself() throws {
        var machine = TurnMachine(schemaName: nil, roundLimit: 9)
        _ = machine.begin()
        for id in ["1", "2", "3"] {
            _ = try machine.take(call(id, "Oslo"))
            guard case .call(let calls) = try machine.endGeneration(mustCall: true) else {
                Issue.record("no call")
                return
            }
            #expect(calls.map(\.id) == [id])
            #expect(machine.toolsReturned([output(id)]) == .generate(mayCall: true))
        }
    }

    @Test func theLimitOfRoundsEndsInAnAnswer() throws {
        var machine = TurnMachine(schemaName: nil, roundLimit: 2)
        var step = machine.begin()
        for city in ["A", "B"] {
            #expect(step == .generate(mayCall: true))
            _ = try machine.take(call(city, city))
            _ = try machine.endGeneration()
            step = machine.toolsReturned([output(city)])
        }
        #expect(step == .generate(mayCall: false))
        var none = TurnMachine(schemaName: nil, roundLimit: 0)
        #expect(none.begin() == .generate(mayCall: false))
    }

    @Test func aCallThatTheCallerRulesOutIsAnError() throws {
        var machine = TurnMachine(schemaName: nil, roundLimit: 3)
        #expect(machine.begin() == .generate(mayCall: true))
        #expect(throws: LanguageModelSession.ToolCallingError.self) {
            try machine.take(call("A", "A"), mayCall: false)
        }
    }

    @Test func aValueIsReadAsJSON() throws {
        var machine = TurnMachine(schemaName: "Numbers", roundLimit: 3)
        _ = machine.begin()
        #expect(try machine.take(text("[1")) == GeneratedContent([Int]()))
        #expect(try machine.take(text("2, 3")) == GeneratedContent([12]))
        #expect(
            try machine.take(.response(action: .replaceTextSegment("[4, ", tokenCount: 1))) == GeneratedContent([4]))
        _ = try machine.take(text("5]"))
        #expect(try machine.endGeneration() == .finish(GeneratedContent([4, 5])))
        guard case .response(let response)? = machine.entries.last,
            case .structure(let segment)? = response.segments.first
        else {
            Issue.record("no value in the transcript")
            return
        }
        #expect(segment.schemaName == "Numbers" && response.segments.count == 1)
    }

    @Test func tokensAddUp() throws {
        var machine = TurnMachine(schemaName: nil, roundLimit: 3)
        _ = machine.begin()
        _ = try machine.take(call("1", "Oslo"))
        _ = try machine.endGeneration()
        _ = machine.toolsReturned([output("1")])
        _ = try machine.take(text("a"))
        _ = try machine.take(
            .response(
                action: .updateUsage(
                    input: .init(totalTokenCount: .max, cachedTokenCount: 0),
                    output: .init(totalTokenCount: 4, reasoningTokenCount: 0))))
        #expect(machine.usage.output.totalTokenCount == 5)
        #expect(machine.usage.totalTokenCount == .max)
    }
}
