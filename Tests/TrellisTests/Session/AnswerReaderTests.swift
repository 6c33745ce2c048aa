import Testing
import Trellis

@Suite struct AnswerReaderTests {
    static let value = #"{"title": "é😀\n\u00e9", "count": 12, "items": [{"a": true}, {"a": null}], "last": -1.5e3}"#

    @Test func everySnapshotOfAValueIsAStartOfTheNext() throws {
        let characters = Self.value.map { String($0) }
        for cut in 1...7 {
            var reader = AnswerReader(isValue: true)
            var last: GeneratedContent?
            for start in stride(from: 0, to: characters.count, by: cut) {
                let piece = characters[start..<min(start + cut, characters.count)].joined()
                guard let content = try reader.take(piece) else { continue }
                #expect(content != last, "a snapshot shows nothing new")
                if let last { #expect(isStart(last, of: content), "\(last.jsonString) and \(content.jsonString)") }
                #expect(!content.jsonString.contains("\u{FFFD}"))
                last = content
            }
            let whole = try reader.finish()
            #expect(whole == (try GeneratedContent(json: Self.value)))
            #expect(whole.isComplete)
            #expect(isStart(try #require(last), of: whole))
        }
    }

    @Test func aTextIsShownAsItIs() throws {
        var reader = AnswerReader(isValue: false)
        #expect(try reader.take("Hel")?.value(String.self) == "Hel")
        let second = try #require(try reader.take("lo {"))
        #expect(try second.value(String.self) == "Hello {")
        #expect(!second.isComplete)
        let whole = try reader.finish()
        #expect(whole.isComplete)
        #expect(whole.id == second.id)
    }

    @Test func identitiesAreThoseOfTheResponse() throws {
        var reader = AnswerReader(isValue: true)
        let first = try #require(try reader.take(#"{"items": [{"a": true"#))
        _ = try reader.take(#"}, {"a": false}]}"#)
        let whole = try reader.finish()
        #expect(first.id != nil)
        #expect(whole.id == first.id)
        let firstItems = try first.value([GeneratedContent].self, forProperty: "items")
        let wholeItems = try whole.value([GeneratedContent].self, forProperty: "items")
        #expect(firstItems[0].id == wholeItems[0].id)
        #expect(wholeItems[0].id != wholeItems[1].id)
    }

    @Test func aValueThatIsCutOrBrokenSaysWhatThereWas() throws {
        var cut = AnswerReader(isValue: true)
        _ = try cut.take(#"{"a": "#)
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try cut.finish() }
        #expect(error?.rawContent == #"{"a": "#)
        var broken = AnswerReader(isValue: true)
        #expect(throws: GeneratedContent.ParsingError.self) { try broken.take("{]") }
    }

    /// Whether strings and containers only grew and all else stayed.
    private func isStart(_ earlier: GeneratedContent, of later: GeneratedContent) -> Bool {
        switch (earlier.kind, later.kind) {
        case (.string(let earlier), .string(let later)): later.unicodeScalars.starts(with: earlier.unicodeScalars)
        case (.array(let earlier), .array(let later)):
            earlier.count <= later.count && zip(earlier, later).allSatisfy { isStart($0, of: $1) }
        case (.structure(let earlier, let earlierNames), .structure(let later, let laterNames)):
            laterNames.starts(with: earlierNames)
                && earlierNames.allSatisfy { name in
                    guard let before = earlier[name], let after = later[name] else { return false }
                    return isStart(before, of: after)
                }
        default: earlier == later
        }
    }
}
