import Testing
import Trellis

/// Prompts and instructions are the lines of what they are made of.
@Suite struct PromptTests {
    @Test func buildersJoinLines() {
        let names = ["Ada", "Bo"]
        let isPolite = true
        let extra: String? = nil
        let prompt = Prompt {
            "First"
            Prompt("Second")
            if isPolite { "Please" } else { "Now" }
            if names.isEmpty { "Nobody" }
            for name in names { "Hello \(name)" }
            extra
            names
            [Prompt("a"), Prompt("b")]
            Dialect.Age(years: 1, months: 2)
            3
        }
        #expect(
            prompt.text
                == """
                First
                Second
                Please
                Hello Ada
                Hello Bo
                Ada
                Bo
                a
                b
                {"years": 1, "months": 2}
                3
                """)
    }

    @Test func instructionsAreBuiltAlike() throws {
        func lines(_ fails: Bool) throws -> Instructions {
            try Instructions {
                "Be brief."
                if fails { try failing() }
                Instructions("Be kind.")
            }
        }
        #expect(try lines(false).text == "Be brief.\nBe kind.")
        #expect(throws: Failure.self) { try lines(true) }
        #expect(Instructions("x").text == "x")
        #expect(Instructions(Dialect.Age(years: 1, months: 2)).text == #"{"years": 1, "months": 2}"#)
    }

    private struct Failure: Error {}
    private func failing() throws -> String { throw Failure() }

    @Test func valuesAreShownAsTheyAre() {
        #expect(Prompt("a \"b\"").text == "a \"b\"")
        #expect(Prompt(["a", "b"]).text == "a\nb")
        #expect(Prompt(true).text == "true")
        #expect(Prompt(GeneratedContent(properties: ["x": "y"])).text == #"{"x": "y"}"#)
        #expect(Prompt(String?.none).text == "")
        #expect(Prompt {}.text == "")
    }
}
