import Foundation
import Testing
import TrellisJSON
import TrellisModelFiles
import TrellisTokenization

@Suite struct SpecialTokenTests {
    @Test func templateAndEndTokensOfDescriptions() throws {
        let url = Fixtures.folder.appendingPathComponent("byte-level.tokenizer.json")
        let tokenizer = try makeTokenizer(tokenizerJSON: url)
        #expect(tokenizer.specialTokens.prefix == [0])
        #expect(tokenizer.specialTokens.bos == 0)
        #expect(tokenizer.specialTokens.suffix == [])
        #expect(tokenizer.vocabulary.endTokens == [2])
        #expect(tokenizer.vocabulary.kind(of: 2) == .special)
        let configured = try makeTokenizer(
            tokenizerJSON: Fixtures.json("byte-level.tokenizer.json"),
            configuration: ["bos_token": "<|begin_of_text|>", "eos_token": ["content": "<|im_start|>"]])
        #expect(configured.vocabulary.endTokens == [1, 2])
        #expect(configured.specialTokens.eos == 1)
    }

    @Test func namesInTextFromOutsideAreText() throws {
        for name in ["byte-level", "metaspace", "characters"] {
            let tokenizer = try makeTokenizer(
                tokenizerJSON: Fixtures.folder.appendingPathComponent("\(name).tokenizer.json"))
            let special = (0..<tokenizer.vocabulary.count).map { TokenID($0) }.filter {
                tokenizer.vocabulary.kind(of: $0) == .special
            }
            #expect(!special.isEmpty)
            for token in special where token != unknown(tokenizer) {
                let text = String(decoding: tokenizer.vocabulary.bytes(of: token), as: UTF8.self)
                #expect(tokenizer.encode("a\(text)b", parsesSpecial: true).contains(token))
                #expect(!tokenizer.encode("a\(text)b", parsesSpecial: false).contains(token))
            }
        }
    }

    private func unknown(_ tokenizer: any Tokenizer) -> TokenID? {
        tokenizer.vocabulary.bytes(of: 0).elementsEqual("<unk>".utf8) ? 0 : nil
    }

    /// A small vocabulary as GGUF files of SentencePiece have it.
    private static let pieces: [(text: String, score: Float, type: Int64)] =
        [
            ("<unk>", 0, 2), ("<s>", 0, 3), ("</s>", 0, 3), ("\u{2581}", -1, 1), ("a", -2, 1), ("b", -3, 1),
            ("<", -4, 1),
            ("s", -4.5, 1), (">", -5, 1), ("<s", -6, 1), ("ab", -7, 1), ("\u{2581}a", -8, 1), ("<tool>", 0, 4),
            ("<end_of_turn>", 0, 3), ("spare", 0, 5),
        ] + (0..<256).map { ("<0x\($0 < 16 ? "0" : "")\(String($0, radix: 16, uppercase: true))>", 0, 6) }

    static func sentencePieces(_ changes: [String: MetadataValue] = [:]) -> [String: MetadataValue] {
        let metadata: [String: MetadataValue] = [
            "tokenizer.ggml.model": .string("llama"),
            "tokenizer.ggml.tokens": .strings(pieces.map { Array($0.text.utf8) }),
            "tokenizer.ggml.scores": .floats(pieces.map(\.score)),
            "tokenizer.ggml.token_type": .integers(pieces.map(\.type)),
            "tokenizer.ggml.bos_token_id": .unsigned(1), "tokenizer.ggml.eos_token_id": .unsigned(2),
            "tokenizer.ggml.unknown_token_id": .unsigned(0),
        ]
        return metadata.merging(changes) { $1 }
    }

    @Test func sentencePiecesOfMetadata() throws {
        let tokenizer = try makeTokenizer(metadata: Self.sentencePieces())
        #expect(tokenizer.specialTokens == SpecialTokens(bos: 1, eos: 2, prefix: [1]))
        #expect(tokenizer.vocabulary.endTokens == [2, 13])
        #expect(tokenizer.vocabulary.kind(of: 14) == .unused)
        #expect(tokenizer.vocabulary.kind(of: 12) == .text)
        #expect(Array(tokenizer.vocabulary.bytes(of: 11)) == Array(" a".utf8))
        #expect(Array(tokenizer.vocabulary.bytes(of: TokenID(15 + 0xE2))) == [0xE2])
        // A space before the text and after an added token; merging never makes a special token.
        #expect(tokenizer.encode("ab", parsesSpecial: false) == [3, 10])
        #expect(tokenizer.encode("<s>", parsesSpecial: false) == [3, 9, 8])
        #expect(tokenizer.encode("<s>a", parsesSpecial: true) == [1, 11])
        #expect(tokenizer.encode("b<tool>b", parsesSpecial: false) == [3, 5, 12, 3, 5])
        #expect(tokenizer.encode("é", parsesSpecial: false) == [3, TokenID(15 + 0xC3), TokenID(15 + 0xA9)])
        #expect(tokenizer.encode("", parsesSpecial: true) == [])
        let bare = try makeTokenizer(
            metadata: Self.sentencePieces([
                "tokenizer.ggml.add_space_prefix": .bool(false), "tokenizer.ggml.add_bos_token": .bool(false),
                "tokenizer.ggml.add_eos_token": .bool(true),
            ]))
        #expect(bare.encode("ab", parsesSpecial: false) == [10])
        #expect(bare.specialTokens.prefix == [])
        #expect(bare.specialTokens.suffix == [2])
    }

    @Test func decodingGivesTheTextBack() throws {
        let url = Fixtures.folder.appendingPathComponent("byte-merges.tokenizer.json")
        let tokenizer = try makeTokenizer(tokenizerJSON: url)
        for text in try Fixtures.corpus() {
            #expect(tokenizer.decode(tokenizer.encode(text, parsesSpecial: false)).elementsEqual(text.utf8))
        }
    }
}
