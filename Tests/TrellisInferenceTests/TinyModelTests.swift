import Foundation
import TestSupport
import Testing
import TrellisInference
import TrellisModelFiles
import TrellisTokenization

/// A tiny random model of every family against transformers; `Scripts/make_tiny_models.py` writes the fixtures.
@Suite struct TinyModelTests {
    /// What transformers computes for a text.
    struct Expectation: Decodable {
        let tokens: [TokenID]
        /// The logits after each token.
        let logits: [[Float]]

        private enum CodingKeys: String, CodingKey { case tokens, logits }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tokens = try container.decode([Int].self, forKey: .tokens).map { TokenID($0) }
            let data = try container.decode(Data.self, forKey: .logits)
            let all = unsafe data.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
            let size = all.count / tokens.count
            logits = tokens.indices.map { Array(all[$0 * size..<($0 + 1) * size]) }
        }
    }

    static let names = [
        "llama", "llama-linear", "mistral", "qwen2", "qwen3", "qwen3-yarn", "gemma2", "gemma3", "phi3", "phi3-long",
        "smollm3", "granite", "olmo2", "olmo3", "mixtral", "qwen2moe", "qwen3moe", "olmoe", "granitemoe", "gpt-oss",
    ]

    private static let folder = Checkout.root.appendingPathComponent("Tests/TrellisInferenceTests/Fixtures/tiny")

    /// The model file of a name.
    static func file(_ name: String) throws -> GGUFFile {
        try GGUFFile(url: folder.appendingPathComponent(name + ".gguf"))
    }

    /// What the model of a name is to compute.
    static func expectation(_ name: String) throws -> Expectation {
        let url = folder.appendingPathComponent(name + ".json")
        return try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: url))
    }

    /// The largest difference to the expected logits after a token, relative to the largest of those.
    private func difference(_ context: InferenceContext, _ expected: [Float]) -> Double {
        let scale = expected.map(abs).max() ?? 1
        return zip(context.logits, expected).map { abs($0 - Double($1)) / Double(scale) }.max() ?? .infinity
    }

    /// The prompt at once and then token by token, all token by token, and in pieces: always the reference's logits.
    @Test(arguments: names)
    func agreesWithTransformers(_ name: String) throws {
        let expected = try Self.expectation(name)
        let model = try Transformer(file: Self.file(name), precision: .float32, threadCount: 2)
        for pieces in [[24] + Array(repeating: 1, count: 8), Array(repeating: 1, count: 32), [3, 17, 2, 10]] {
            let context = try model.makeContext(length: 32)
            var largest = 0.0
            for piece in pieces {
                try model.run(Array(expected.tokens[context.count..<context.count + piece]), in: context)
                largest = max(largest, difference(context, expected.logits[context.count - 1]))
            }
            #expect(largest < 1e-4, "in pieces of \(pieces.prefix(4))")
        }
    }

    /// With weights as stored and a cache in half precision the logits are close: how close depends on the format.
    @Test(arguments: names)
    func isCloseAsStored(_ name: String) throws {
        let expected = try Self.expectation(name)
        let model = try Transformer(file: Self.file(name), threadCount: 2)
        let context = try model.makeContext(length: 32)
        try model.run(Array(expected.tokens.prefix(20)), in: context)
        for token in expected.tokens.dropFirst(20) { try model.run([token], in: context) }
        #expect(difference(context, expected.logits[31]) < (name == "gpt-oss" ? 0.05 : 2e-3))
    }
}
