import Testing
import Trellis
import TrellisJSON

/// What a tool has without saying so, and what a call may look like.
@Suite struct ToolTests {
    struct Plain: Tool {
        let description = "Returns the years."
        func call(arguments: Dialect.Age) -> Int { arguments.years }
    }

    struct Everything: Tool {
        let name = "every thing"
        let description = "Returns what it is given."
        let includesSchemaInInstructions = false
        let parameters = GenerationSchema(
            type: Dialect.Age.self, properties: [.init(name: "x", type: String.self)])
        func call(arguments: GeneratedContent) async throws -> [String] {
            [try arguments.value(forProperty: "x"), "!"]
        }
    }

    @available(*, deprecated)
    struct Old: Tool {
        let name = "old"
        let description = "Returns as the betas did."
        func call(arguments: Dialect.Age) async throws -> ToolOutput {
            arguments.years > 0 ? ToolOutput("years") : ToolOutput(arguments.generatedContent)
        }
    }

    private func output<T: Tool>(of tool: T, _ json: String) async throws -> String {
        let arguments = try T.Arguments(GeneratedContent(json: json))
        return Prompt(try await tool.call(arguments: arguments)).text
    }

    @Test func defaultsAreGiven() async throws {
        let tool = Plain()
        #expect(tool.name == "Plain")
        #expect(tool.includesSchemaInInstructions)
        #expect(try tool.parameters.jsonSchema == Dialect.Age.generationSchema.jsonSchema)
        #expect(try await output(of: tool, #"{"years": 3, "months": 1}"#) == "3")
    }

    @Test func everythingCanBeSaid() async throws {
        let tool: any Tool = Everything()
        #expect(tool.name == "every thing")
        #expect(!tool.includesSchemaInInstructions)
        #expect(try tool.parameters.jsonSchema["required"] == ["x"])
        #expect(try await output(of: Everything(), #"{"x": "hm"}"#) == "hm\n!")
        let definition = Transcript.ToolDefinition(tool: Everything())
        #expect(definition.name == "every thing" && definition.description == "Returns what it is given.")
    }

    @available(*, deprecated)
    @Test func oldOutputsWork() async throws {
        #expect(try await output(of: Old(), #"{"years": 3, "months": 1}"#) == "years")
        #expect(try await output(of: Old(), #"{"years": 0, "months": 1}"#) == #"{"years": 0, "months": 1}"#)
    }
}
