import Foundation
import Testing
import TrellisJSON
import TrellisModelFiles
import TrellisTokenization

@Suite struct HostileInputTests {
    private func byteMerges() throws -> JSONValue { try Fixtures.json("byte-merges.tokenizer.json") }

    /// Long texts without a break; a quadratic pass would take hours.
    @Test func longTextsWithoutBreaks() throws {
        let bytes = try makeTokenizer(tokenizerJSON: byteMerges())
        let pieces = try makeTokenizer(
            metadata: SpecialTokenTests.sentencePieces(["tokenizer.ggml.add_space_prefix": .bool(false)]))
        for unit in ["a", " ", "\n ", "中", "the", "<", "e\u{0301}", "ab"] {
            let text = String(repeating: unit, count: 60_000 / unit.utf8.count)
            #expect(bytes.decode(bytes.encode(text, parsesSpecial: true)).elementsEqual(text.utf8))
            #expect(pieces.decode(pieces.encode(text, parsesSpecial: true)).elementsEqual(text.utf8))
        }
    }

    /// An expression that backtracks without end gives up and leaves the rest in one piece.
    @Test func expressionsThatExplode() throws {
        var description = try #require(try byteMerges().objectValue)
        description["pre_tokenizer"] = [
            "type": "Sequence",
            "pretokenizers": [
                ["type": "Split", "pattern": ["Regex": "(a|aa|a?)+$x"], "behavior": "Isolated", "invert": false],
                ["type": "ByteLevel", "add_prefix_space": false, "use_regex": false],
            ],
        ]
        let tokenizer = try makeTokenizer(tokenizerJSON: .object(description))
        let text = String(repeating: "a", count: 5000) + "b"
        #expect(tokenizer.decode(tokenizer.encode(text, parsesSpecial: true)).elementsEqual(text.utf8))
    }

    /// Descriptions with one thing wrong, each with the error it must give.
    @Test(arguments: [
        (#"{"model":null}"#, TokenizerError.missing(place: "/model")),
        (#"{"model":{"type":"WordPiece"}}"#, .unsupported(place: "/model", name: "WordPiece")),
        (#"{"model":{"type":"BPE"}}"#, .missing(place: "/model/vocab")),
        (#"{"model":{"type":"BPE","vocab":{"a":0}}}"#, .missing(place: "/model/merges")),
        (
            #"{"model":{"type":"BPE","vocab":{"a":"0"},"merges":[]}}"#,
            .wrongType(place: "/model/vocab/a", expected: "an integer")
        ),
        (#"{"model":{"type":"BPE","vocab":{"a":0,"b":0},"merges":[]}}"#, .duplicateID(id: 0, first: "a", second: "b")),
        (
            #"{"model":{"type":"BPE","vocab":{"a":-1},"merges":[]}}"#,
            .tokenOutOfRange(place: "/model/vocab/a", id: -1, count: 4_194_304)
        ),
        (
            #"{"model":{"type":"BPE","vocab":{"a":4000000000},"merges":[]}}"#,
            .tokenOutOfRange(place: "/model/vocab/a", id: 4_000_000_000, count: 4_194_304)
        ),
        (#"{"model":{"type":"BPE","vocab":{"a":0},"merges":["a a"]}}"#, .unknownMergeToken(index: 0, token: "aa")),
        (#"{"model":{"type":"BPE","vocab":{"a":0},"merges":[["a","x"]]}}"#, .unknownMergeToken(index: 0, token: "x")),
        (#"{"model":{"type":"BPE","vocab":{"a":0},"merges":["aa"]}}"#, .malformedMerge(index: 0, text: "aa")),
        (
            #"{"model":{"type":"BPE","vocab":{"a":0},"merges":[3]}}"#,
            .wrongType(place: "/model/merges/0", expected: "a string or two")
        ),
        (
            #"{"model":{"type":"BPE","vocab":{"a":0},"merges":[],"dropout":0.1}}"#,
            .unsupported(place: "/model/dropout", name: "0.1")
        ),
        (
            #"{"model":{"type":"BPE","vocab":{"a":0},"merges":[],"end_of_word_suffix":"</w>"}}"#,
            .unsupported(place: "/model/end_of_word_suffix", name: "</w>")
        ),
        (
            #"{"model":{"type":"BPE","vocab":{"a":0},"merges":[],"unk_token":"u"}}"#,
            .unsupported(place: "/model/unk_token", name: "u")
        ),
        (
            #"{"normalizer":{"type":"Sequence","normalizers":[{"type":"Precompiled"}]},"model":{"vocab":{"a":0},"merges":[]}}"#,
            .unsupported(place: "/normalizer/normalizers/0", name: "Precompiled")
        ),
        (
            #"{"pre_tokenizer":{"type":"UnicodeScripts"},"model":{"vocab":{"a":0},"merges":[]}}"#,
            .unsupported(place: "/pre_tokenizer", name: "UnicodeScripts")
        ),
        (
            #"{"pre_tokenizer":{"type":"Split","pattern":{"String":" "},"behavior":"Odd"},"model":{"vocab":{"a":0},"merges":[]}}"#,
            .unsupported(place: "/pre_tokenizer/behavior", name: "Odd")
        ),
        (
            #"{"decoder":{"type":"CTC"},"model":{"vocab":{"a":0},"merges":[]}}"#,
            .unsupported(place: "/decoder", name: "CTC")
        ),
        (
            #"{"post_processor":{"type":"Odd"},"model":{"vocab":{"a":0},"merges":[]}}"#,
            .unsupported(place: "/post_processor", name: "Odd")
        ),
        (
            #"{"post_processor":{"type":"BertProcessing","sep":["s",7],"cls":["c",0]},"model":{"vocab":{"a":0},"merges":[]}}"#,
            .tokenOutOfRange(place: "/post_processor/sep/1", id: 7, count: 1)
        ),
        (
            #"{"added_tokens":[{"id":0,"content":"b"}],"model":{"vocab":{"a":0},"merges":[]}}"#,
            .duplicateID(id: 0, first: "a", second: "b")
        ),
    ])
    func descriptions(text: String, error: TokenizerError) throws {
        let description = try JSONValue(parsing: text)
        #expect(throws: error) { try makeTokenizer(tokenizerJSON: description) }
        #expect(!error.description.contains("\n"))
    }

    @Test(arguments: [
        #"["#, #"(?<"#, #"[a&&b]"#, #"[a[^b]]"#, #"\h"#, #"a{1,3}+"#, #"\p{Nonsense}"#, #"a\"#, #"[\S]"#, "",
    ])
    func expressions(pattern: String) throws {
        let description: JSONValue = [
            "pre_tokenizer": ["type": "Split", "pattern": ["Regex": .string(pattern)], "behavior": "Isolated"],
            "model": ["type": "BPE", "vocab": ["a": 0], "merges": []],
        ]
        if pattern.isEmpty {
            // Matches nothing between characters: no pieces are cut.
            #expect(try makeTokenizer(tokenizerJSON: description).encode("aa", parsesSpecial: false) == [0, 0])
        } else {
            #expect(throws: TokenizerError.self) { try makeTokenizer(tokenizerJSON: description) }
        }
    }

    /// Metadata with one thing wrong, each with the error it must give.
    @Test(arguments: [
        (
            "tokenizer.ggml.model", MetadataValue.string("rwkv"),
            TokenizerError.unsupported(place: "tokenizer.ggml.model", name: "rwkv")
        ),
        ("tokenizer.ggml.model", .bool(true), .wrongType(place: "tokenizer.ggml.model", expected: "a string")),
        (
            "tokenizer.ggml.tokens", .string("a"),
            .wrongType(place: "tokenizer.ggml.tokens", expected: "an array of strings")
        ),
        ("tokenizer.ggml.scores", .floats([1]), .wrongCount(place: "tokenizer.ggml.scores", count: 1, expected: 271)),
        ("tokenizer.ggml.scores", .floats(Array(repeating: .nan, count: 271)), .invalidScore(id: 0)),
        (
            "tokenizer.ggml.token_type", .integers(Array(repeating: 9, count: 271)),
            .unsupported(place: "tokenizer.ggml.token_type of token 0", name: "9")
        ),
        (
            "tokenizer.ggml.token_type", .integers(Array(repeating: 6, count: 271)),
            .wrongType(place: "tokenizer.ggml.tokens of byte token 0", expected: "of the form <0xFF>")
        ),
        (
            "tokenizer.ggml.bos_token_id", .unsigned(.max),
            .tokenOutOfRange(place: "tokenizer.ggml.bos_token_id", id: .max, count: 271)
        ),
        (
            "tokenizer.ggml.eos_token_id", .signed(-1),
            .tokenOutOfRange(place: "tokenizer.ggml.eos_token_id", id: -1, count: 271)
        ),
        (
            "tokenizer.ggml.add_sep_token", .bool(true),
            .unsupported(place: "tokenizer.ggml.add_sep_token", name: "true")
        ),
    ])
    func metadata(key: String, value: MetadataValue, error: TokenizerError) {
        #expect(throws: error) { try makeTokenizer(metadata: SpecialTokenTests.sentencePieces([key: value])) }
        #expect(!error.description.contains("\n"))
    }

    @Test func mergesOfMetadata() throws {
        let metadata = try Fixtures.metadata(of: byteMerges(), pre: "gpt-2")
        for (merge, error) in [
            ("ab", TokenizerError.malformedMerge(index: 0, text: "ab")),
            ("qqqq a", .unknownMergeToken(index: 0, token: "qqqq")),
        ] {
            let changed = metadata.merging(["tokenizer.ggml.merges": .strings([Array(merge.utf8)])]) { $1 }
            #expect(throws: error) { try makeTokenizer(metadata: changed) }
        }
        let twice = metadata.merging(["tokenizer.ggml.tokens": .strings([[0x61], [0x61]])]) { $1 }
        #expect(throws: TokenizerError.duplicateToken(text: "a", first: 0, second: 1)) {
            try makeTokenizer(metadata: twice)
        }
        let unknown = metadata.merging(["tokenizer.ggml.pre": .string("odd")]) { $1 }
        #expect(throws: TokenizerError.unsupported(place: "tokenizer.ggml.pre", name: "odd")) {
            try makeTokenizer(metadata: unknown)
        }
        #expect(throws: TokenizerError.missing(place: "tokenizer.ggml.model")) { try makeTokenizer(metadata: [:]) }
    }

    @Test(arguments: [
        ("", TokenizerError.missingByte(0)), ("YQ== 0\nYg==\n", .malformedLine(path: "", line: 2)),
        ("?? 0", .malformedLine(path: "", line: 1)), ("YQ== 0\nYg== 0", .duplicateID(id: 0, first: "a", second: "b")),
        ("YQ== 0\nYQ== 1", .duplicateToken(text: "a", first: 0, second: 1)),
        ("YQ== -1", .tokenOutOfRange(place: "", id: -1, count: 4_194_304)),
    ])
    func ranks(text: String, error: TokenizerError) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("ranks-\(UUID().uuidString).tiktoken")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let expected: TokenizerError =
            switch error {
            case .malformedLine(_, let line): .malformedLine(path: url.path, line: line)
            case .tokenOutOfRange(_, let id, let count):
                .tokenOutOfRange(place: "\(url.path), line 1", id: id, count: count)
            default: error
            }
        #expect(throws: expected) { try makeTokenizer(tiktoken: url, pattern: ".", specialTokens: [:]) }
    }

    @Test func filesThatCannotBeRead() {
        let missing = Fixtures.folder.appendingPathComponent("none.json")
        #expect {
            try makeTokenizer(tokenizerJSON: missing)
        } throws: { error in
            if case TokenizerError.unreadable(let path, _) = error { path == missing.path } else { false }
        }
        let script = Fixtures.folder.deletingLastPathComponent().appendingPathComponent("Fixtures.swift")
        #expect {
            try makeTokenizer(tokenizerJSON: script)
        } throws: { error in
            if case TokenizerError.invalidJSON = error { true } else { false }
        }
    }
}
