import Foundation
import Testing
import TestSupport
import TrellisJSON

@Suite struct JSONReaderTests {
    @Test(arguments: [
        ("null", "null"), ("true", "true"), ("false", "false"), ("0", "0"), ("-0", "-0"), ("10", "10"), ("-7", "-7"),
        ("0.25", "0.25"), ("1e5", "1e5"), ("1E+5", "1E+5"), ("-1.5e-10", "-1.5e-10"), ("\"\"", "\"\""),
        (#""a\"\\\/\b\f\n\r\t""#, #""a\"\\/\b\f\n\r\t""#), (#""\u0041\u00e9\uD83D\uDE00""#, "\"Aé😀\""),
        (#""\u0000\u001F""#, #""\u0000\u001f""#), ("\"\u{7F}\u{2028}\"", "\"\u{7F}\u{2028}\""), ("[]", "[]"),
        ("[ ]", "[]"), ("{}", "{}"), ("{\n}", "{}"), (" [1 ,\t2\r\n, [ 3 ] ] ", "[1,2,[3]]"),
        ("{ \"a\" : 1 , \"\" : { } }", #"{"a":1,"":{}}"#), ("\u{FEFF}[1]", "[1]"), ("\u{FEFF} 1", "1"),
    ])
    func `every production is read`(text: String, compact: String) throws {
        #expect(try JSONValue(parsing: text).text(.compact) == compact)
    }

    @Test(arguments: [
        ("", JSONError(.unexpectedEnd, at: 0)), (" ", JSONError(.unexpectedEnd, at: 1)),
        ("\u{FEFF}", JSONError(.unexpectedEnd, at: 3)), ("[1", JSONError(.unexpectedEnd, at: 2)),
        ("[1,", JSONError(.unexpectedEnd, at: 3)), ("{\"a\"", JSONError(.unexpectedEnd, at: 4)),
        ("{\"a\":", JSONError(.unexpectedEnd, at: 5)), ("\"a", JSONError(.unexpectedEnd, at: 2)),
        ("\"\\", JSONError(.unexpectedEnd, at: 2)), ("\"\\u00", JSONError(.unexpectedEnd, at: 5)),
        ("tru", JSONError(.unexpectedEnd, at: 3)), ("trux", JSONError(.unexpectedByte(0x78), at: 3)),
        ("[,]", JSONError(.unexpectedByte(0x2C), at: 1)), ("[1,]", JSONError(.unexpectedByte(0x5D), at: 3)),
        ("[1}", JSONError(.unexpectedByte(0x7D), at: 2)), ("{\"a\":1]", JSONError(.unexpectedByte(0x5D), at: 6)),
        ("{,}", JSONError(.unexpectedByte(0x2C), at: 1)), ("{\"a\":1,}", JSONError(.unexpectedByte(0x7D), at: 7)),
        ("{1:2}", JSONError(.unexpectedByte(0x31), at: 1)), ("{\"a\" 1}", JSONError(.unexpectedByte(0x31), at: 5)),
        ("'a'", JSONError(.unexpectedByte(0x27), at: 0)), ("+1", JSONError(.unexpectedByte(0x2B), at: 0)),
        ("NaN", JSONError(.unexpectedByte(0x4E), at: 0)), ("[1 2]", JSONError(.unexpectedByte(0x32), at: 3)),
        ("[01]", JSONError(.invalidNumber, at: 1)), ("-", JSONError(.invalidNumber, at: 0)),
        ("[1.]", JSONError(.invalidNumber, at: 1)), ("[ 1e+ ]", JSONError(.invalidNumber, at: 2)),
        ("--1", JSONError(.invalidNumber, at: 0)), ("1.2.3", JSONError(.invalidNumber, at: 0)),
        (#"["a\x"]"#, JSONError(.invalidEscape, at: 3)), (#""\u12g4""#, JSONError(.invalidEscape, at: 1)),
        (#""\uD800""#, JSONError(.loneSurrogate, at: 1)), (#""a\uDC00""#, JSONError(.loneSurrogate, at: 2)),
        (#""\uD800\n""#, JSONError(.loneSurrogate, at: 1)), (#""\uD800A""#, JSONError(.loneSurrogate, at: 1)),
        (#""\uD800\uD800""#, JSONError(.loneSurrogate, at: 1)), ("\"a\nb\"", JSONError(.controlCharacter, at: 2)),
        ("1 1", JSONError(.textAfterValue, at: 2)), ("[]]", JSONError(.textAfterValue, at: 2)),
        (#"{"a":1,"\u0061":2}"#, JSONError(.duplicateName("a"), at: 7)),
    ])
    func `each error has its kind and place`(text: String, error: JSONError) {
        #expect(throws: error) { try JSONValue(parsing: text) }
        // The error is the same when the text comes byte by byte.
        #expect(throws: error) {
            var reader = PartialJSON()
            for byte in text.utf8 { try reader.append([byte]) }
            _ = try reader.finish()
        }
    }

    @Test(
        arguments: [
            [0x22, 0x80, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
        ] as [[UInt8]])
    func `strings must be UTF-8`(bytes: [UInt8]) {
        #expect(throws: JSONError(.invalidUTF8, at: 1)) { try JSONValue(parsing: bytes) }
        #expect(throws: JSONError(.invalidUTF8, at: 1)) {
            var reader = PartialJSON()
            for byte in bytes { try reader.append([byte]) }
        }
    }

    @Test func `bytes outside strings must be JSON`() {
        #expect(throws: JSONError(.unexpectedByte(0xC3), at: 0)) { try JSONValue(parsing: [0xC3, 0xA9]) }
        #expect(throws: JSONError(.unexpectedByte(0x20), at: 1)) { try JSONValue(parsing: [0xEF, 0x20]) }
    }

    @Test func `depth is limited`() throws {
        #expect(throws: JSONError(.tooDeep(limit: 2), at: 2)) { try JSONValue(parsing: "[[[]]]", depthLimit: 2) }
        #expect(try JSONValue(parsing: "[[1]]", depthLimit: 2) == [[1]])
        let hostile = String(repeating: "[", count: 1_000_000)
        #expect(throws: JSONError(.tooDeep(limit: 128), at: 128)) { try JSONValue(parsing: hostile) }
    }

    @Test func `a value as deep as the default limit fits a small stack`() async throws {
        let open = String(repeating: #"{"a":["#, count: 64)
        let text = open + String(repeating: "]}", count: 64)
        // Half a mebibyte is what a thread other than the main one gets on Apple systems.
        let agree = await withCheckedContinuation { continuation in
            let thread = Thread {
                let value = try? JSONValue(parsing: text)
                let other = try? JSONValue(parsing: text)
                let same = value != nil && value == other && value.hashValue == other.hashValue
                continuation.resume(returning: same && value?.text(.compact) == text)
            }
            thread.stackSize = 1 << 19
            thread.start()
        }
        #expect(agree)
    }

    @Test func `random documents read as Python reads them`() throws {
        let file = Checkout.root.appending(path: "Tests/TrellisJSONTests/Fixtures/python-json.json")
        let rows = try #require(JSONValue(parsing: [UInt8](Data(contentsOf: file))).arrayValue)
        #expect(rows.count == 300)
        for row in rows {
            let text = try #require(row["text"]?.stringValue)
            if let compact = row["compact"]?.stringValue {
                let value = try JSONValue(parsing: text)
                #expect(value.text(.compact).unicodeScalars.elementsEqual(compact.unicodeScalars), "\(text)")
                #expect(try JSONValue(parsing: value.text(.pretty)) == value)
            } else {
                #expect(throws: JSONError.self, "\(text)") { try JSONValue(parsing: text) }
            }
        }
    }
}
