import Testing
import Trellis
import TrellisJSON

/// Content of text that has not all arrived.
@Suite struct PartialContentTests {
    @Test func beginningsHaveWhatIsCertain() throws {
        func text(_ beginning: String) throws -> String {
            let content = try GeneratedContent(json: beginning)
            return content.jsonString + (content.isComplete ? "" : " …")
        }
        #expect(try text(#"{"a": 1, "b": [1, 2"#) == #"{"a": 1, "b": [1]} …"#)
        #expect(try text(#"{"a": "x\u00e"#) == #"{"a": "x"} …"#)
        #expect(try text(#"{"a": tru"#) == "{} …")
        #expect(try text(#"{"a": 1}"#) == #"{"a": 1}"#)
        #expect(try text(#""abc"#) == #""abc" …"#)
        #expect(try text("[[") == "[[]] …")
        #expect(try text("12") == "12")
        for nothing in ["", "  ", "-", "nul"] {
            #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: nothing) }
        }
        for broken in ["{]", "[1,]", "x", "\"\u{1}", "{\"a\" 1"] {
            #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: broken) }
        }
    }

    @Test func onlyTheOpenPartsAreIncomplete() throws {
        let content = try GeneratedContent(json: #"{"a": "done", "b": {"c": [1], "d": ["x", "y"#)
        let a: GeneratedContent = try content.value(forProperty: "a")
        let b: GeneratedContent = try content.value(forProperty: "b")
        let c: GeneratedContent = try b.value(forProperty: "c")
        let d: [GeneratedContent] = try b.value(forProperty: "d")
        #expect([content, a, b, c, d[0], d[1]].map(\.isComplete) == [false, true, false, true, true, false])
        #expect(try content.value(String?.self, forProperty: "e") == nil)
    }

    struct Colour: SchemaOnly, Equatable {
        static let names = ["red", "reddish"]
        static let generationSchema = GenerationSchema(type: Self.self, anyOf: names)
        var name = ""

        init() {}

        init(_ content: GeneratedContent) throws {
            name = try content.value()
            guard Colour.names.contains(name), content.isComplete else {
                throw GeneratedContent.ParsingError(rawContent: name, debugDescription: "no colour")
            }
        }
    }

    @Test func whatCannotBeReadYetIsLeftOut() throws {
        let content = try GeneratedContent(json: #"{"done": "red", "list": ["red", "redd"#)
        #expect(try content.value(Colour?.self, forProperty: "done")?.name == "red")
        #expect(try content.value([Colour]?.self, forProperty: "list")?.map(\.name) == ["red"])
        #expect(throws: GeneratedContent.ParsingError.self) {
            try GeneratedContent(json: #"{"list": ["blue", "red"]}"#).value([Colour]?.self, forProperty: "list")
        }
        #expect(throws: GeneratedContent.ParsingError.self) {
            try GeneratedContent(json: #"{"list": ["blue", "red"], "x"#).value([Colour]?.self, forProperty: "list")
        }
        let open = try GeneratedContent(json: #"{"open": "re"#)
        #expect(try open.value(Colour?.self, forProperty: "open") == nil)
        #expect(throws: GeneratedContent.ParsingError.self) { try open.value(Colour.self, forProperty: "open") }
    }

    /// Every prefix of a document gives content of which each snapshot is a start of the next.
    @Test func snapshotsGrow() throws {
        let text = #"{"title": "Über \"x\"", "n": [1, -2.5e3, true], "deep": {"list": [{"a": null}, {"a": "é👍"}]}}"#
        var partial = PartialJSON()
        var previous: GeneratedContent?
        for byte in text.utf8 {
            try partial.append([byte])
            guard let content = GeneratedContent(partial) else { continue }
            if let previous { #expect(previous.isStart(of: content)) }
            previous = content
        }
        #expect(try previous == GeneratedContent(json: text))
        #expect(previous?.isComplete == true)
    }

    @Test func identitiesAreStable() throws {
        var identities = GenerationIdentities()
        func snapshot(_ text: String) throws -> GeneratedContent {
            try GeneratedContent(json: text).identified(by: &identities)
        }
        let first = try snapshot(#"{"items": [{"a": 1}, {"#)
        let second = try snapshot(#"{"items": [{"a": 1, "b": 2}, {"a": 2}], "x": 1}"#)
        let ids = try [first, second].map { content in
            [content.id] + (try content.value([GeneratedContent].self, forProperty: "items")).map(\.id)
        }
        #expect(ids[0] == ids[1])
        #expect(Set(ids[0]).count == 3 && !ids[0].contains(nil))
        var others = GenerationIdentities()
        #expect(try GeneratedContent(json: "{}").identified(by: &others).id != first.id)
    }
}

extension GeneratedContent {
    /// Whether the content may become another as more text arrives.
    fileprivate func isStart(of later: GeneratedContent) -> Bool {
        if isComplete { return self == later }
        switch (kind, later.kind) {
        case (.string(let text), .string(let other)): return other.utf8.starts(with: text.utf8)
        case (.array(let elements), .array(let others)):
            return elements.count <= others.count && zip(elements, others).allSatisfy { $0.isStart(of: $1) }
        case (.structure(let properties, let keys), .structure(let others, let otherKeys)):
            return otherKeys.starts(with: keys)
                && keys.allSatisfy { key in
                    guard let value = properties[key], let other = others[key] else { return false }
                    return value.isStart(of: other)
                }
        default: return false
        }
    }
}
