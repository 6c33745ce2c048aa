import Testing
import Trellis
import TrellisDecoding
import TrellisJSON

@Suite struct ConversationWriterTests {
    struct Weather: Tool {
        let name = "weather"
        let description = "The weather in a city"
        var parameters: GenerationSchema {
            GenerationSchema(
                type: GeneratedContent.self,
                properties: [.init(name: "city", description: "The city", type: String.self)])
        }
        var includesSchemaInInstructions: Bool { showsSchema }
        var showsSchema = true

        func call(arguments: GeneratedContent) -> String { "8 degrees" }
    }

    private func prompt(_ text: String) -> Transcript.Entry {
        .prompt(.init(segments: [.text(.init(content: text))]))
    }

    private func response(_ text: String) -> Transcript.Entry {
        .response(.init(assetIDs: [], segments: [.text(.init(content: text))]))
    }

    @Test func aConversationKeepsItsRoles() throws {
        let writer = ConversationWriter(tools: [])
        let entries = [
            Transcript.Entry.instructions(
                .init(segments: [.text(.init(content: "Be brief."))], toolDefinitions: [])),
            prompt("Hi"), response("Hello"), prompt("Bye"),
        ]
        #expect(
            try writer.conversation(for: entries).messages == [
                ChatMessage(role: "system", content: "Be brief."), ChatMessage(role: "user", content: "Hi"),
                ChatMessage(role: "assistant", content: "Hello"), ChatMessage(role: "user", content: "Bye"),
            ])
    }

    @Test func usersAndAssistantsAlternate() throws {
        let writer = ConversationWriter(tools: [])
        let entries = [prompt("Hi"), prompt("There"), response("A"), response("B")]
        #expect(try writer.conversation(for: entries).messages.map(\.role) == ["user", "assistant"])
        #expect(
            try writer.conversation(for: entries, request: "Decide.").messages.map(\.content) == [
                "Hi\n\nThere", "A\n\nB", "Decide.",
            ])
    }

    @Test func callsAndOutputsAreMessages() throws {
        let writer = ConversationWriter(tools: [.init(tool: Weather())])
        let entries = [
            prompt("Malmö?"),
            .toolCalls(
                .init([.init(id: "1", toolName: "weather", arguments: GeneratedContent(properties: ["city": "Malmö"]))])
            ),
            .toolOutput(.init(id: "1", toolName: "weather", segments: [.text(.init(content: "8 degrees"))])),
        ]
        let messages = try writer.conversation(for: entries).messages
        #expect(messages.map(\.role) == ["system", "user", "assistant", "user"])
        #expect(messages[2].content == #"{"tool": "weather", "arguments": {"city": "Malmö"}}"#)
        #expect(messages[3].content == "Result of weather: 8 degrees")
        #expect(messages[0].content.contains("- weather: The weather in a city Arguments: {"))
    }

    @Test func theSchemaOfAToolIsShownOnlyWhenItWantsToBe() throws {
        #expect(try ToolPrompt([.init(tool: Weather())]).text.contains("\"city\""))
        #expect(try !ToolPrompt([.init(tool: Weather(showsSchema: false))]).text.contains("city\""))
        #expect(try ToolPrompt([]).text == "")
    }

    @Test func aPromptShowsTheSchemaOfItsAnswerUnlessToldNotTo() throws {
        let writer = ConversationWriter(tools: [])
        let format = Transcript.ResponseFormat(schema: Weather().parameters)
        func content(_ shows: Bool?) throws -> String {
            let entry = Transcript.Prompt(
                segments: [.text(.init(content: "Where?"))], responseFormat: format,
                contextOptions: ContextOptions(includeSchemaInPrompt: shows))
            return try writer.conversation(for: [.prompt(entry)]).messages[0].content
        }
        #expect(try content(false) == "Where?")
        #expect(try content(nil) == content(true))
        #expect(
            try content(true) == """
                Where?

                Answer in JSON that follows this schema: \
                {"type":"object","properties":{"city":{"type":"string","description":"The city"}},"required":["city"]}
                """)
    }

    @Test func shorteningKeepsPropertiesWhateverTheirNames() throws {
        let schema = try JSONValue(
            parsing: """
                {"title": "T", "type": "object", "properties": {"title": {"type": "string"}, "x-order": {"type": "null"}},
                 "x-order": ["title", "x-order"], "additionalProperties": false, "enum": [{"title": 1}]}
                """)
        #expect(
            schema.shortened.text(.compact) == """
                {"type":"object","properties":{"title":{"type":"string"},"x-order":{"type":"null"}},"enum":[{"title":1}]}
                """)
    }
}

@Suite struct MachineIntegersTests {
    @Test func integersAreBoundedWhereTheSchemaDoesNot() throws {
        let schema = try JSONValue(
            parsing: """
                {"type": "array", "items": {"anyOf": [{"type": "integer", "minimum": 3}, {"type": "integer", "exclusiveMaximum": 9}]},
                 "properties": {"type": {"type": "number"}}, "enum": [{"type": "integer"}]}
                """)
        #expect(
            schema.withMachineIntegers.text(.compact) == """
                {"type":"array","items":{"anyOf":[{"type":"integer","minimum":3,"maximum":9223372036854775807},\
                {"type":"integer","exclusiveMaximum":9,"minimum":-9223372036854775808}]},\
                "properties":{"type":{"type":"number"}},"enum":[{"type":"integer"}]}
                """)
    }
}

@Suite struct ToolCallGrammarTests {

    @Test func definitionsOfToolsDoNotMeet() throws {
        let first = try JSONValue(
            parsing:
                ##"{"type": "object", "properties": {"p": {"$ref": "#/$defs/Part"}}, "$defs": {"Part": {"type": "string"}}}"##
        )
        let second = try JSONValue(
            parsing:
                ##"{"type": "object", "properties": {"p": {"$ref": "#/$defs/Part"}, "q": {"$ref": "#"}}, "$defs": {"Part": {"type": "integer"}}}"##
        )
        let grammar = ToolCallGrammar([
            .init(name: "a", parameters: first), .init(name: "b", parameters: second),
        ])
        let schema = grammar.schema(mayDecline: true)
        #expect(schema["anyOf"]?.arrayValue?.count == 3)
        #expect(schema["$defs"]?["tool0"]?["properties"]?["p"]?["$ref"] == "#/$defs/tool0.Part")
        #expect(schema["$defs"]?["tool0.Part"]?["type"] == "string")
        #expect(schema["$defs"]?["tool1.Part"]?["type"] == "integer")
        #expect(schema["$defs"]?["tool1"]?["properties"]?["q"]?["$ref"] == "#/$defs/tool1")
        #expect(grammar.schema(mayDecline: false)["anyOf"]?.arrayValue?.count == 2)
    }

    @Test func decisionsAreReadBack() throws {
        let arguments = GeneratedContent(properties: ["n": 1])
        let text = ToolCallGrammar.text(name: "a", arguments: arguments)
        let (name, read) = try #require(try ToolCallGrammar.read(text))
        #expect(name == "a")
        #expect(read == arguments)
        #expect(try ToolCallGrammar.read(#"{"tool": null}"#) == nil)
        #expect(throws: GeneratedContent.ParsingError.self) { try ToolCallGrammar.read("hello") }
    }
}
