import Foundation
import Testing
import Trellis
import TrellisJSON

/// Transcripts keep everything on the way to JSON and back.
@Suite struct TranscriptJSONTests {
    /// A transcript that has each kind of entry, segment and option.
    static let everything = Transcript(entries: [
        .instructions(
            .init(
                id: "1", segments: [.text(.init(id: "a", content: "Be brief."))],
                toolDefinitions: [
                    .init(name: "age", description: "Tells an age.", parameters: Dialect.Age.generationSchema)
                ])),
        .prompt(
            .init(
                id: "2", metadata: ["screen": "main", "attempt": 2, "tags": ["x", "y"]],
                segments: [.text(.init(id: "b", content: "How old?"))],
                options: GenerationOptions(
                    samplingMode: .random(top: 3, seed: .max), temperature: 0.25, maximumResponseTokens: 100,
                    toolCallingMode: .required),
                responseFormat: .init(type: Dialect.Age.self),
                contextOptions: ContextOptions(includeSchemaInPrompt: false, reasoningLevel: .custom("extreme")))),
        .reasoning(
            .init(id: "3", segments: [.text(.init(id: "c", content: "Hm."))], signature: Data([1, 2, 255]))),
        .toolCalls(
            .init(
                id: "4",
                [
                    .init(id: "call", toolName: "age", arguments: GeneratedContent(properties: ["years": 1])),
                    .init(
                        id: "other", metadata: ["why": true], toolName: "age",
                        arguments: GeneratedContent(properties: [:])),
                ])),
        .toolOutput(.init(id: "call", toolName: "age", segments: [.text(.init(id: "d", content: "7"))])),
        .response(
            .init(
                id: "5", assetIDs: ["model"],
                segments: [
                    .structure(
                        .init(
                            id: "e", schemaName: "Age", content: Dialect.Age(years: 7, months: 1).generatedContent))
                ])),
        .response(.init(id: "6", segments: [])),
    ])

    @Test(arguments: ["test_transcript", "test_transcript_full"])
    func fixtureRoundTrip(_ name: String) throws {
        guard let text = try SchemaDialectTests.fixture("\(name).json") else { return }
        let transcript = try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
        let written = String(decoding: try JSONEncoder().encode(transcript), as: UTF8.self)
        #expect(try JSONValue(parsing: written) == JSONValue(parsing: text))
        #expect(try JSONDecoder().decode(Transcript.self, from: Data(written.utf8)) == transcript)
        #expect(try transcript.json() == JSONValue(parsing: text))
    }

    @Test func fixtureIsRead() throws {
        guard let text = try SchemaDialectTests.fixture("test_transcript_full.json") else { return }
        let transcript = try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
        #expect(transcript.count == 5)
        guard case .toolCalls(let calls) = transcript[2], case .toolOutput(let output) = transcript[3] else {
            Issue.record("expected a call and its output")
            return
        }
        #expect(calls.map(\.toolName) == ["searchBreadDatabaseTool"])
        #expect(try calls[0].arguments.value(Int.self, forProperty: "limit") == 1)
        #expect(output.id == calls[0].id)
        guard case .response(let response) = transcript[4], case .structure(let value) = response.segments[0] else {
            Issue.record("expected a structured response")
            return
        }
        #expect(value.schemaName == "Recipe")
        #expect(response.assetIDs.count == 3)
    }

    @Test func everythingRoundTrips() throws {
        let data = try JSONEncoder().encode(TranscriptJSONTests.everything)
        #expect(try JSONDecoder().decode(Transcript.self, from: data) == TranscriptJSONTests.everything)
        #expect(try Transcript(json: TranscriptJSONTests.everything.json()) == TranscriptJSONTests.everything)
    }

    @Test func orderIsKeptInOwnJSON() throws {
        let content = try GeneratedContent(json: #"{"z": 1, "a": {"y": 2, "b": 12345678901234567890123}}"#)
        let transcript = Transcript(entries: [
            .response(.init(segments: [.structure(.init(schemaName: "X", content: content))]))
        ])
        let read = try Transcript(json: JSONValue(parsing: transcript.json().text()))
        guard case .response(let response) = read[0], case .structure(let segment) = response.segments[0] else {
            Issue.record("expected a structured response")
            return
        }
        #expect(segment.content.jsonString == content.jsonString)
    }

    @Test(arguments: [
        (#"[]"#, ""), (#"{"type": "Other", "transcript": {"entries": []}}"#, "type"),
        (#"{"version": 2, "transcript": {"entries": []}}"#, "version"), (#"{"transcript": {}}"#, "transcript"),
        (#"{"transcript": {"entries": [{"id": "1", "role": "king"}]}}"#, "transcript.entries.Index 0.role"),
        (#"{"transcript": {"entries": [{"id": 1, "role": "user"}]}}"#, "transcript.entries.Index 0.id"),
        (
            #"{"transcript": {"entries": [{"id": "1", "role": "response", "contents": [{"id": "", "type": "x"}]}]}}"#,
            "transcript.entries.Index 0.contents.Index 0.type"
        ),
        (
            #"{"transcript": {"entries": [{"id": "1", "role": "response", "toolCalls": [{"arguments": "["}]}]}}"#,
            "transcript.entries.Index 0.toolCalls.Index 0"
        ),
        (
            ##"{"transcript": {"entries": [{"id": "1", "role": "instructions", "contents": [], "tools": [{"type": "function", "function": {"name": "", "description": "", "parameters": {"$ref": "#/$defs/X"}}}]}]}}"##,
            "transcript.entries.Index 0.tools.Index 0.function.parameters"
        ),
    ])
    func faultsNameThePlace(_ text: String, _ path: String) throws {
        do {
            _ = try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
            Issue.record("expected an error")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
        }
    }
}
