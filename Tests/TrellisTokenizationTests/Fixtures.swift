import Foundation
import TestSupport
import TrellisJSON
import TrellisModelFiles
import TrellisTokenization

/// The files that `Scripts/check_tokenizer.py` writes.
enum Fixtures {
    static let folder = Checkout.root.appendingPathComponent("Tests/TrellisTokenizationTests/Fixtures")

    static func json(_ name: String) throws -> JSONValue {
        try JSONValue(parsing: Array(Data(contentsOf: folder.appendingPathComponent(name))))
    }

    /// The texts that expectations are about.
    static func corpus() throws -> [String] { try json("corpus.json").arrayValue?.compactMap(\.stringValue) ?? [] }

    /// The vocabulary and merges of a byte-level description as a GGUF file has them.
    static func metadata(of description: JSONValue, pre: String) -> [String: MetadataValue] {
        var tokens: [(id: Int, text: String)] = []
        for (text, id) in description["model"]?["vocab"]?.objectValue ?? JSONObject() {
            tokens.append((id.numberValue?.integerValue ?? -1, text))
        }
        tokens.sort { $0.id < $1.id }
        let merges = (description["model"]?["merges"]?.arrayValue ?? []).map { merge in
            (merge.arrayValue ?? []).compactMap(\.stringValue).joined(separator: " ")
        }
        return [
            "tokenizer.ggml.model": .string("gpt2"), "tokenizer.ggml.pre": .string(pre),
            "tokenizer.ggml.tokens": .strings(tokens.map { Array($0.text.utf8) }),
            "tokenizer.ggml.merges": .strings(merges.map { Array($0.utf8) }),
        ]
    }

    /// FNV-1a of 32 bits over the bytes of the IDs, four for each, low byte first, in hexadecimal.
    static func hash(_ tokens: [TokenID]) -> String {
        var hash: UInt32 = 0x811C_9DC5
        for token in tokens {
            for shift in [0, 8, 16, 24] as [UInt32] {
                hash = (hash ^ (token.rawValue >> shift & 0xFF)) &* 0x0100_0193
            }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The texts whose tokens differ from the expected hashes, with the tokens.
    static func differences(
        _ tokenizer: any Tokenizer, _ texts: [String], _ hashes: String, parsesSpecial: Bool
    ) -> [(text: String, tokens: [TokenID])] {
        let bytes = Array(hashes.utf8)
        guard bytes.count == texts.count * 8 else { return texts.map { ($0, []) } }
        return texts.enumerated().compactMap { number, text in
            let tokens = tokenizer.encode(text, parsesSpecial: parsesSpecial)
            let expected = String(decoding: bytes[number * 8..<number * 8 + 8], as: UTF8.self)
            return hash(tokens) == expected ? nil : (text, tokens)
        }
    }
}

/// Stored token IDs of a reference implementation.
struct Expectation {
    let hashes: String
    let specialHashes: String
    let ids: [[TokenID]]

    init(_ name: String) throws {
        let value = try Fixtures.json(name)
        hashes = value["hashes"]?.stringValue ?? ""
        specialHashes = value["specialHashes"]?.stringValue ?? ""
        ids = (value["ids"]?.arrayValue ?? []).map { list in
            (list.arrayValue ?? []).compactMap { $0.numberValue?.integerValue }.map { TokenID($0) }
        }
    }

    /// The texts of the corpus whose IDs are listed.
    func listed(_ corpus: [String]) -> [String] {
        Array(corpus[..<13]) + stride(from: 13, to: corpus.count, by: corpus.count / 40).map { corpus[$0] }
    }
}
