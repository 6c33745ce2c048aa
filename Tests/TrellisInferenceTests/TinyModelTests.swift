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

        /// What it computes when the experts are chosen for the request.
        let requests: [Request]

        /// A choice of experts, and the logits from the end of a prompt of 20 tokens on.
        struct Request: Decodable {
            let experts: Int
            let interval: Int
            let logits: Data
        }

        private enum CodingKeys: String, CodingKey { case tokens, logits, requests }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tokens = try container.decode([Int].self, forKey: .tokens).map { TokenID($0) }
            logits = Self.rows(try container.decode(Data.self, forKey: .logits))
            requests = try container.decodeIfPresent([Request].self, forKey: .requests) ?? []
        }

        /// Cuts numbers into logits for all 64 tokens.
        static func rows(_ data: Data) -> [[Float]] {
            let all = unsafe data.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
            return stride(from: 0, to: all.count, by: 64).map { Array(all[$0..<$0 + 64]) }
        }
    }

    static let names = [
        "llama", "llama-linear", "mistral", "qwen2", "qwen3", "qwen3-yarn", "gemma2", "gemma3", "phi3", "phi3-long",
        "smollm3", "granite", "olmo2", "olmo3", "mixtral", "qwen2moe", "qwen3moe", "olmoe", "granitemoe", "gpt-oss",
        "afm",
    ]

    static let folder = Checkout.root.appendingPathComponent("Tests/TrellisInferenceTests/Fixtures/tiny")

    /// The model file of a name.
    static func file(_ name: String) throws -> GGUFFile {
        try GGUFFile(url: folder.appendingPathComponent(name + ".gguf"))
    }

    /// What the model of a name is to compute.
    static func expectation(_ name: String) throws -> Expectation {
        let url = folder.appendingPathComponent(name + ".json")
        return try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: url))
    }

    /// The prompt at once and then token by token, all token by token, and in pieces: always the reference's logits.
    @Test(arguments: names)
    func agreesWithTransformers(_ name: String) throws {
        try agrees(Self.file(name), Self.expectation(name))
    }

    /// The folder that transformers has published the model as; gpt-oss has its own layout there, which isn't read.
    @Test(arguments: names.filter { !["gpt-oss", "afm"].contains($0) })
    func publishedModelAgreesWithTransformers(_ name: String) throws {
        try agrees(CheckpointFolder(url: Self.folder.appendingPathComponent(name)), Self.expectation(name))
    }

    private func agrees(_ file: any ModelFile, _ expected: Expectation) throws {
        let model = try Transformer(file: file, precision: .float32, threadCount: 2)
        for pieces in [[24] + Array(repeating: 1, count: 8), Array(repeating: 1, count: 32), [3, 17, 2, 10]] {
            let context = try model.makeContext(length: 32)
            var largest = 0.0
            for piece in pieces {
                try model.run(Array(expected.tokens[context.count..<context.count + piece]), in: context)
                largest = max(largest, context.difference(to: expected.logits[context.count - 1]))
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
        #expect(context.difference(to: expected.logits[31]) < (name == "gpt-oss" ? 0.05 : 2e-3))
    }

    /// Experts chosen for the request, by a prompt in one batch: the same as transformers with a router that does so.
    @Test(arguments: ["qwen2moe", "qwen3moe"])
    func expertsOfARequest(_ name: String) throws {
        let expected = try Self.expectation(name)
        let file = try Self.file(name)
        let model = try Transformer(file: file, precision: .float32, threadCount: 2)
        let context = try model.makeContext(length: 32)
        #expect(expected.requests.count == 4)
        for request in expected.requests {
            // What a token reads: all matrices but the embedding, and the request's part of the six experts.
            let parameters = file.tensors.values.reduce(0) { sum, tensor in
                let count = tensor.shape.reduce(1, *)
                let isExpert = tensor.name.contains("_exps")
                guard tensor.shape.count > 1, tensor.name != "token_embd.weight" else { return sum }
                return sum + (isExpert ? count / 6 * request.experts : count)
            }
            context.truncate(to: 0)
            try context.route(.perRequest(activeParameters: parameters + 100, refreshEvery: request.interval))
            let logits = Expectation.rows(request.logits)
            try model.run(Array(expected.tokens.prefix(20)), in: context)
            #expect(context.difference(to: logits[0]) < 1e-4)
            for (token, row) in zip(expected.tokens.dropFirst(20), logits.dropFirst()) {
                try model.run([token], in: context)
                #expect(context.difference(to: row) < 1e-4, "\(request.experts) experts, \(context.count) tokens")
            }
        }
        // A later request of the same context may use all experts again.
        context.truncate(to: 0)
        try context.route(.perToken)
        for token in expected.tokens { try model.run([token], in: context) }
        #expect(context.difference(to: expected.logits[31]) < 1e-4)
    }

    @Test func anEightBitCacheNeedsWholeBlocks() throws {
        let model = try Transformer(file: Self.file("qwen3"), threadCount: 1)
        #expect(throws: InferenceError.unsupportedCache(headSize: 16)) {
            try model.makeContext(length: 8, cache: .byte)
        }
    }

    @Test func badRoutingIsRefused() throws {
        let sparse = try Transformer(file: Self.file("mixtral"), threadCount: 1).makeContext(length: 8)
        #expect(throws: InferenceError.badRefreshInterval(0)) {
            try sparse.route(.perRequest(activeParameters: 1_000_000, refreshEvery: 0))
        }
        // Two layers of attention (3072) and router (192), the classifier (2048), one expert in each layer (4608).
        let least = 2 * (3072 + 192) + 2048 + 2 * 4608
        try sparse.route(.perRequest(activeParameters: least, refreshEvery: 8))
        #expect(throws: InferenceError.tooFewActiveParameters(least - 1, least: least)) {
            try sparse.route(.perRequest(activeParameters: least - 1, refreshEvery: 8))
        }
        let dense = try Transformer(file: Self.file("qwen3"), threadCount: 1).makeContext(length: 8)
        #expect(throws: InferenceError.notSparse) {
            try dense.route(.perRequest(activeParameters: 1_000_000, refreshEvery: 8))
        }
    }

    /// The tokens of an expert, and its rows, fall to workers in other ways; the sums stay the same.
    @Test(arguments: ["mixtral", "gpt-oss", "qwen2moe"])
    func sparseResultsDoNotDependOnTheNumberOfThreads(_ name: String) throws {
        let tokens = try Self.expectation(name).tokens
        var results: [[Double]] = []
        for threads in [1, 2, 5] {
            let model = try Transformer(file: Self.file(name), threadCount: threads)
            let context = try model.makeContext(length: 32)
            try model.run(Array(tokens.prefix(30)), in: context)
            try model.run([tokens[30]], in: context)
            results.append(context.logits)
        }
        #expect(results[0] == results[1] && results[0] == results[2])
    }
}

extension InferenceContext {
    /// The largest difference of the logits to the expected ones, relative to the largest of those.
    func difference(to expected: [Float]) -> Double {
        let scale = expected.map(abs).max() ?? 1
        return zip(logits, expected).map { abs($0 - Double($1)) / Double(scale) }.max() ?? .infinity
    }
}
