import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// One small vocabulary in every form that an embedder may have it in: the masks are the same.
@Suite struct VocabularySourceTests {
    /// Every byte, some that go together, and the end token.
    private static let tokens: [[UInt8]] =
        (UInt8.min...UInt8.max).map { [$0] } + ["tr", "ue", "true", "\"}", "é"].map { Array($0.utf8) }
    private static let end = "<|endoftext|>"

    /// A token in the printable letters that byte-level tokenizers write bytes with.
    private static func printed(_ token: [UInt8]) -> String {
        let plain = (0x21...0x7E).map { UInt8($0) } + (0xA1...0xAC).map { UInt8($0) } + (0xAE...0xFF).map { UInt8($0) }
        let others = (UInt8.min...UInt8.max).filter { !plain.contains($0) }
        return token.map { byte in
            let number = others.firstIndex(of: byte).map { 256 + $0 } ?? Int(byte)
            return Unicode.Scalar(UInt32(number)).map { String(Character($0)) } ?? ""
        }.joined()
    }

    private static let merges = [["t", "r"], ["u", "e"], ["tr", "ue"], ["\"", "}"], ["Ã", "©"]]

    private static func write(_ text: String, _ folder: URL, _ name: String) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url
    }

    static let sources: [(name: String, load: @Sendable (URL) throws -> MatchingVocabulary)] = [
        (
            "raw",
            { _ in
                MatchingVocabulary(
                    Vocabulary(
                        tokens: tokens + [Array(end.utf8)], special: [], endTokens: [TokenID(tokens.count)]))
            }
        ),
        (
            "GGUF",
            { folder in
                var writer = GGUFWriter()
                writer.add("tokenizer.ggml.model", .string("gpt2"))
                writer.add("tokenizer.ggml.pre", .string("gpt-2"))
                writer.add("tokenizer.ggml.tokens", .strings(tokens.map(printed) + [end]))
                writer.add(
                    "tokenizer.ggml.token_type", .int32s([Int32](repeating: 1, count: tokens.count) + [3]))
                writer.add("tokenizer.ggml.merges", .strings(merges.map { $0.joined(separator: " ") }))
                writer.add("tokenizer.ggml.eos_token_id", .uint32(UInt32(tokens.count)))
                return MatchingVocabulary(try makeTokenizer(gguf: try writer.write(to: folder)))
            }
        ),
        (
            "tokenizer.json",
            { folder in
                var vocabulary = JSONObject()
                for (id, token) in tokens.enumerated() { vocabulary[printed(token)] = .number(JSONNumber(id)) }
                let description: JSONValue = [
                    "added_tokens": [
                        [
                            "id": .number(JSONNumber(tokens.count)), "content": .string(end), "special": true,
                            "single_word": false, "lstrip": false, "rstrip": false, "normalized": false,
                        ]
                    ],
                    "pre_tokenizer": ["type": "ByteLevel", "add_prefix_space": false, "use_regex": true],
                    "decoder": ["type": "ByteLevel"],
                    "model": [
                        "type": "BPE", "vocab": .object(vocabulary),
                        "merges": .array(merges.map { .array($0.map { .string($0) }) }),
                    ],
                ]
                let url = try write(description.text(.compact), folder, "tokenizer.json")
                return MatchingVocabulary(try makeTokenizer(tokenizerJSON: url))
            }
        ),
        (
            "tiktoken",
            { folder in
                let lines = tokens.enumerated().map { "\(Data($1).base64EncodedString()) \($0)\n" }
                let url = try write(lines.joined(), folder, "ranks")
                return MatchingVocabulary(
                    try makeTokenizer(tiktoken: url, pattern: #"\w+|\W+"#, specialTokens: [end: tokens.count]))
            }
        ),
        (
            "tekken",
            { folder in
                let entries = tokens.enumerated().map { id, token -> JSONValue in
                    [
                        "rank": .number(JSONNumber(id)), "token_bytes": .string(Data(token).base64EncodedString()),
                    ]
                }
                let description: JSONValue = [
                    "config": [
                        "pattern": #"\w+|\W+"#, "default_num_special_tokens": 1,
                        "default_vocab_size": .number(JSONNumber(tokens.count + 1)),
                    ],
                    "special_tokens": [["rank": 0, "token_str": "</s>"]], "vocab": .array(entries),
                ]
                let url = try write(description.text(.compact), folder, "tekken.json")
                return MatchingVocabulary(try makeTokenizer(tekken: url))
            }
        ),
    ]

    @Test(arguments: sources.map(\.name)) func hasTheSameMasks(_ name: String) throws {
        let load = try #require(Self.sources.first { $0.name == name }?.load)
        let vocabulary = try withTemporaryFolder { try load($0) }
        let schema = try JSONValue(parsing: #"{"properties":{"é":{"type":["boolean","string"]}},"required":["é"]}"#)
        let grammar = try CompiledGrammar(Grammar(jsonSchema: schema), for: vocabulary)
        for text in [#"{"é": "#, #"{"é": t"#, #"{"é": tr"#, #"{"é": true"#, #"{"é": ""#, #"{"é": "x"}"#] {
            var matcher = Matcher(grammar)
            expectAccepts(&matcher, bytes: Array(text.utf8))
            let mask = matcher.mask
            let allowed = (0..<vocabulary.vocabulary.count).filter { mask[$0 / 32] >> UInt32($0 % 32) & 1 == 1 }
            let found = Set(allowed.map { Array(vocabulary.vocabulary.bytes(of: TokenID($0))) })
            let expected = Self.tokens.filter { token in
                var copy = matcher
                return copy.accept(bytes: token)
            }
            #expect(found.subtracting([Array(Self.end.utf8), Array("</s>".utf8)]) == Set(expected))
        }
    }
}
