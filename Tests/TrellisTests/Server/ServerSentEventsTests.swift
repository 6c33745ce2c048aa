import Testing
import Trellis

@Suite struct ServerSentEventsTests {
    private func events(_ text: String, step: Int) throws -> [String] {
        var parser = ServerSentEvents()
        var events: [String] = []
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            events += try parser.take(bytes.prefix(step))
            bytes = bytes.dropFirst(step)
        }
        return events
    }

    @Test(arguments: [
        ("data: a\n\ndata: b\n\n", ["a", "b"]), ("data: a\r\n\r\ndata:b\r\n\r\n", ["a", "b"]),
        ("data: a\rdata: b\r\r", ["a\nb"]), (": note\nevent: x\ndata: a\nid: 1\n\n", ["a"]),
        ("data\n\n", [""]), ("\n\ndata: unfinished", []), ("\u{FEFF}data:  two\n\n", [" two"]),
        ("database: no\ndata: å\n\n", ["å"]),
    ])
    func eventsAreReadHoweverTheyAreCut(_ text: String, _ expected: [String]) throws {
        for step in [1, 2, 3, 7, 100] { #expect(try events(text, step: step) == expected) }
    }

    @Test func anEndlessEventIsAnError() {
        var parser = ServerSentEvents()
        let piece = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
        #expect(throws: ServerSentEvents.TooLong.self) {
            for _ in 0..<17 { _ = try parser.take(piece) }
        }
    }
}
