import Testing
import Trellis

/// A transcript is an array of entries, and its history all but the instructions.
@Suite struct TranscriptCollectionTests {
    private static func prompt(_ text: String) -> Transcript.Entry {
        .prompt(.init(id: text, segments: [.text(.init(id: text, content: text))]))
    }
    private static let instructions = Transcript.Entry.instructions(
        .init(id: "i", segments: [], toolDefinitions: []))

    @Test func entriesAreElements() {
        var transcript = Transcript(entries: [Self.prompt("a"), Self.prompt("b")])
        transcript.append(Self.prompt("c"))
        transcript[0] = Self.prompt("d")
        transcript.remove(at: 1)
        #expect(transcript.map(\.id) == ["d", "c"])
        #expect(transcript == Transcript(entries: [Self.prompt("d"), Self.prompt("c")]))
        #expect(transcript.last?.description == "(Prompt) c")
        #expect(Transcript().isEmpty)
    }

    @Test func historyLeavesInstructions() {
        var transcript = Transcript(entries: [Self.instructions, Self.prompt("a"), Self.prompt("b")])
        #expect(transcript.history.map(\.id) == ["a", "b"])
        transcript.history = transcript.history.suffix(1)
        #expect(transcript.map(\.id) == ["i", "b"])
        transcript.history.append(Self.prompt("c"))
        #expect(transcript.map(\.id) == ["i", "b", "c"])
        var bare = Transcript(entries: [Self.prompt("a")])
        bare.history = []
        #expect(bare.isEmpty)
    }

    @Test func formsCompareByMeaning() {
        let left = Transcript.ResponseFormat(type: Dialect.Age.self)
        #expect(left == Transcript.ResponseFormat(schema: Dialect.Age.generationSchema))
        #expect(left != Transcript.ResponseFormat(type: Dialect.Cat.self))
        #expect(left.name == "Age")
    }
}
