import Testing
import TrellisJSON

@Suite struct PartialJSONTests {
    static let documents = [
        #"{"name": "Ada \"L\" \u00e9\ud83d\ude00 ok", "age": -12.5e+3, "tags": ["x", "", [true, false], {}], "last": null}"#,
        "[\"日本語😀\", 0, 10, [[[]]], {\"a\": {\"b\": {\"c\": \"d\"}}}]  ", "\"\\n\\u0041\\\\\"", "  true", "\u{FEFF}[1]",
        "{\"a\":[{\"b\":1,\"c\":[2,3]},{\"b\":4}],\"e\u{301}\":\"x\",\"\u{E9}\":\"y\"}",
    ]

    /// Whether a value is a start of another: strings and containers may grow at their end, all else is equal.
    static func isStart(_ early: JSONValue, of late: JSONValue) -> Bool {
        switch (early, late) {
        case (.string(let early), .string(let late)): return late.unicodeScalars.starts(with: early.unicodeScalars)
        case (.array(let early), .array(let late)):
            guard early.count <= late.count else { return false }
            return zip(early, late).enumerated().allSatisfy { index, pair in
                index + 1 < early.count ? pair.0 == pair.1 : isStart(pair.0, of: pair.1)
            }
        case (.object(let early), .object(let late)):
            guard early.count <= late.count else { return false }
            return zip(early, late).enumerated().allSatisfy { index, pair in
                JSONName(pair.0.name) == JSONName(pair.1.name)
                    && (index + 1 < early.count
                        ? pair.0.value == pair.1.value : isStart(pair.0.value, of: pair.1.value))
            }
        default: return early == late
        }
    }

    /// The paths of all parts of a value.
    static func paths(in value: JSONValue) -> [[PartialJSON.Step]] {
        var parts: [(PartialJSON.Step, JSONValue)] = []
        if let elements = value.arrayValue { parts = elements.enumerated().map { (.element($0), $1) } }
        if let object = value.objectValue { parts = object.map { (.member(JSONName($0)), $1) } }
        return [[]] + parts.flatMap { step, part in paths(in: part).map { [step] + $0 } }
    }

    static func part(of value: JSONValue, at path: [PartialJSON.Step]) -> JSONValue? {
        path.reduce(value) { value, step in
            switch step {
            case .member(let name): value?[name.text]
            case .element(let index): value?.arrayValue.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            }
        }
    }

    @Test(arguments: documents) func `every prefix shows a start of the value`(document: String) throws {
        let whole = try JSONValue(parsing: document)
        var reader = PartialJSON()
        var last: JSONValue?
        for byte in document.utf8 {
            try reader.append([byte])
            let value = reader.value
            if let last {
                let value = try #require(value)
                #expect(Self.isStart(last, of: value), "\(last) \(value)")
            }
            if let value {
                #expect(Self.isStart(value, of: whole), "\(value)")
                for path in Self.paths(in: value) where reader.isComplete(at: path) {
                    #expect(Self.part(of: value, at: path) == Self.part(of: whole, at: path), "\(path) in \(value)")
                }
            }
            last = value
        }
        #expect(try reader.finish() == whole)
        #expect(reader.isComplete && reader.openPath == nil && reader.value == whole)
    }

    @Test(arguments: documents, 1...9) func `the pieces do not matter`(document: String, size: Int) throws {
        let bytes = Array(document.utf8)
        var reader = PartialJSON()
        for start in stride(from: 0, to: bytes.count, by: size) {
            try reader.append(Array(bytes[start..<min(start + size, bytes.count)]))
            // What pieces show is what their text at once shows.
            var other = PartialJSON()
            try other.append(Array(bytes[..<min(start + size, bytes.count)]))
            #expect(reader.value == other.value && reader.openPath == other.openPath)
        }
        #expect(try reader.finish() == JSONValue(parsing: document))
    }

    @Test(
        arguments: [
            ("", nil), (" ", nil), ("12", nil), ("12 ", 12), ("tru", nil), ("\"", ""), ("\"a\\", "a"),
            ("\"a\\u00", "a"),
            (#""a\ud83d"#, "a"), (#""a\ud83d\ude"#, "a"), (#""a\ud83d\ude00"#, "a😀"), ("[", []), ("[1", []),
            ("[1,", [1]),
            ("[1,\"x", [1, "x"]), ("{\"a", [:]), ("{\"a\"", [:]), ("{\"a\":", [:]), ("{\"a\":1", [:]),
            ("{\"a\":1}", ["a": 1]),
            ("{\"a\":[{\"b\":\"c", ["a": [["b": "c"]]]), ("{\"a\":nul", [:]),
        ] as [(String, JSONValue?)])
    func `what is not certain is left out`(text: String, value: JSONValue?) throws {
        #expect(try PartialJSON(text).value == value)
    }

    @Test(
        arguments: [
            ("", []), ("[", []), ("[1", [.element(0)]), ("[1,", []), ("[1, \"x", [.element(1)]), ("{\"a", []),
            ("{\"a\":", []),
            ("{\"a\":[{\"b\":\"c", [.member("a"), .element(0), .member("b")]), ("{\"a\":[1],", []), ("[]", nil),
            ("{\"a\":[]", []), ("{\"a\":[", [.member("a")]),
        ] as [(String, [PartialJSON.Step]?)])
    func `the open path leads to the unfinished value`(text: String, path: [PartialJSON.Step]?) throws {
        #expect(try PartialJSON(text).openPath == path)
    }

    @Test func `cut characters are left out`() throws {
        var reader = PartialJSON()
        try reader.append([0x22, 0x61, 0xF0, 0x9F, 0x98])
        #expect(reader.value == "a")
        try reader.append([0x80])
        #expect(reader.value == "a😀")
        #expect(throws: JSONError(.invalidUTF8, at: 1)) { try reader.append([0xFF]) }
    }

    @Test func `an unfinished text has no whole value`() throws {
        var reader = try PartialJSON("{\"a\":")
        #expect(throws: JSONError(.unexpectedEnd, at: 5)) { try reader.finish() }
        var number = try PartialJSON("12")
        #expect(try number.finish() == 12)
        #expect(throws: JSONError(.textAfterValue, at: 3)) { try PartialJSON("[] x") }
    }
}
