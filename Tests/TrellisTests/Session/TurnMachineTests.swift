import Testing
import Trellis

@Suite struct TurnMachineTests {
    private func machine(
        _ toolCalling: GenerationOptions.ToolCallingMode.Kind, isValue: Bool = false, limit: Int = 3
    ) -> TurnMachine {
        TurnMachine(isValue: isValue, toolCalling: toolCalling, callLimit: limit)
    }

    private func text(_ text: String) -> GeneratedContent { GeneratedContent(text) }

    private func call(_ name: String, _ city: String) -> TurnMachine.Call {
        TurnMachine.Call(name: name, arguments: GeneratedContent(properties: ["city": city]))
    }

    @Test func withoutToolsTheAnswerComesAtOnce() throws {
        var machine = machine(.disallowed)
        #expect(try machine.handle(.began) == [.answer])
        #expect(try machine.handle(.text("Hi")) == [.show(text("Hi"))])
        #expect(try machine.handle(.text(" you")) == [.show(text("Hi you"))])
        #expect(try machine.handle(.ended) == [.show(text("Hi you")), .finish(text("Hi you"))])
    }

    @Test func anEmptyTextIsStillShown() throws {
        var machine = machine(.disallowed)
        _ = try machine.handle(.began)
        #expect(try machine.handle(.ended) == [.show(text("")), .finish(text(""))])
    }

    @Test func aCallAtEveryCutShowsNothingOfItself() throws {
        let decision = #"{"tool": "weather", "arguments": {"city": "Malmö"}}"#
        for cut in decision.indices {
            var machine = machine(.allowed)
            #expect(try machine.handle(.began) == [.decide(mayDecline: true)])
            #expect(try machine.handle(.text(String(decision[..<cut]))) == [])
            #expect(try machine.handle(.text(String(decision[cut...]))) == [])
            let call = call("weather", "Malmö")
            #expect(try machine.handle(.ended) == [.call(call)])
            #expect(
                try machine.handle(.toolReturned("8 degrees"))
                    == [.recordOutput(call, "8 degrees"), .decide(mayDecline: true)])
            _ = try machine.handle(.text(#"{"tool": null}"#))
            #expect(try machine.handle(.ended) == [.answer])
            #expect(try machine.handle(.text("Cold.")) == [.show(text("Cold."))])
        }
    }

    @Test func aModelThatRepeatsItselfMustAnswer() throws {
        var machine = machine(.allowed)
        _ = try machine.handle(.began)
        _ = try machine.handle(.text(#"{"tool": "weather", "arguments": {"city": "Oslo"}}"#))
        _ = try machine.handle(.ended)
        _ = try machine.handle(.toolReturned(""))
        _ = try machine.handle(.text(#"{"tool": "weather", "arguments": {"city": "Oslo"}}"#))
        #expect(try machine.handle(.ended) == [.answer])
    }

    @Test func theLimitOfCallsEndsInAnAnswer() throws {
        var machine = machine(.allowed, limit: 2)
        var actions = try machine.handle(.began)
        for city in ["A", "B"] {
            #expect(actions.last == .decide(mayDecline: true))
            _ = try machine.handle(.text(#"{"tool": "weather", "arguments": {"city": "\#(city)"}}"#))
            #expect(try machine.handle(.ended) == [.call(call("weather", city))])
            actions = try machine.handle(.toolReturned("ok"))
        }
        #expect(actions.last == .answer)
    }

    @Test func aRequiredCallMayNotBeDeclined() throws {
        var machine = machine(.required)
        #expect(try machine.handle(.began) == [.decide(mayDecline: false)])
        _ = try machine.handle(.text(#"{"tool": "weather", "arguments": {"city": "A"}}"#))
        _ = try machine.handle(.ended)
        #expect(try machine.handle(.toolReturned("ok")).last == .decide(mayDecline: true))
    }

    @Test func aValueIsReadAsJSON() throws {
        var machine = machine(.disallowed, isValue: true)
        _ = try machine.handle(.began)
        #expect(try machine.handle(.text("[1")) == [.show(GeneratedContent([Int]()))])
        #expect(try machine.handle(.text("2, 3")) == [.show(GeneratedContent([12]))])
        _ = try machine.handle(.text("]"))
        #expect(try machine.handle(.ended).last == .finish(GeneratedContent([12, 3])))
    }
}
