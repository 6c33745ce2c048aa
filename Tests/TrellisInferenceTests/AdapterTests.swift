import Foundation
import TestSupport
import Testing
import TrellisInference
import TrellisModelFiles
import TrellisTokenization

/// Low-rank adapters against PEFT; `Scripts/make_tiny_models.py` writes the fixtures.
@Suite struct AdapterTests {
    private static let folder = TinyModelTests.folder.appendingPathComponent("adapters")

    /// A model in a format and an adapter in another.
    struct Combination: Sendable, CustomTestStringConvertible {
        let name: String
        let isFolder: Bool
        let adapter: String

        var testDescription: String { "\(name) as \(isFolder ? "folder" : "GGUF") with \(adapter)" }

        /// Opens the model.
        func model(_ precision: Transformer.WeightPrecision = .float32) throws -> Transformer {
            let file: any ModelFile =
                isFolder
                ? try CheckpointFolder(url: TinyModelTests.folder.appendingPathComponent(name))
                : try TinyModelTests.file(name)
            return try Transformer(file: file, precision: precision, threadCount: 2)
        }

        /// Opens the adapter for a model.
        func load(for model: Transformer) throws -> Adapter {
            try Adapter(file: AdapterFile(url: folder.appendingPathComponent(adapter)), model: model)
        }
    }

    static let combinations = [
        Combination(name: "llama", isFolder: false, adapter: "llama"),
        Combination(name: "llama", isFolder: false, adapter: "llama.gguf"),
        Combination(name: "llama", isFolder: true, adapter: "llama"),
        Combination(name: "llama", isFolder: true, adapter: "llama.gguf"),
        Combination(name: "gemma2", isFolder: false, adapter: "gemma2"),
        Combination(name: "gemma2", isFolder: false, adapter: "gemma2.gguf"),
        Combination(name: "phi3", isFolder: false, adapter: "phi3"),
        Combination(name: "phi3", isFolder: true, adapter: "phi3"),
    ]

    /// The logits of PEFT after each token.
    private func expectation(_ name: String) throws -> TinyModelTests.Expectation {
        let data = try Data(contentsOf: Self.folder.appendingPathComponent(name + ".json"))
        return try JSONDecoder().decode(TinyModelTests.Expectation.self, from: data)
    }

    @Test(arguments: combinations)
    func agreesWithPEFT(_ combination: Combination) throws {
        let expected = try expectation(combination.name)
        let plain = try TinyModelTests.expectation(combination.name)
        let model = try combination.model()
        let context = try model.makeContext(length: 32)
        try context.adapt(with: combination.load(for: model))
        try model.run(Array(expected.tokens.prefix(20)), in: context)
        #expect(context.difference(to: expected.logits[19]) < 1e-4)
        for token in expected.tokens.dropFirst(20) {
            try model.run([token], in: context)
            #expect(context.difference(to: expected.logits[context.count - 1]) < 1e-4)
        }
        // Another context of the same model isn't adapted, and this one needn't stay so.
        let other = try model.makeContext(length: 32)
        try model.run(plain.tokens, in: other)
        #expect(other.difference(to: plain.logits[31]) < 1e-4)
        try context.adapt(with: nil)
        #expect(context.count == 0)
        try model.run(plain.tokens, in: context)
        #expect(context.difference(to: plain.logits[31]) < 1e-4)
    }

    @Test func resultsDoNotDependOnTheNumberOfThreads() throws {
        let tokens = try expectation("phi3").tokens
        var results: [[Double]] = []
        for threads in [1, 3] {
            let model = try Transformer(file: TinyModelTests.file("phi3"), threadCount: threads)
            let context = try model.makeContext(length: 32)
            try context.adapt(with: Self.combinations[6].load(for: model))
            try model.run(tokens, in: context)
            results.append(context.logits)
        }
        #expect(results[0] == results[1])
    }

    @Test func misfitsAreRefused() throws {
        let llama = try Self.combinations[0].model()
        let gemma = try Self.combinations[4].model()
        #expect(throws: InferenceError.self) { try Self.combinations[4].load(for: llama) }
        let error = #expect(throws: InferenceError.self) { try Self.combinations[5].load(for: llama) }
        #expect(error?.description.contains("family gemma2") == true)
        let context = try gemma.makeContext(length: 8)
        #expect(throws: InferenceError.foreignAdapter) {
            try context.adapt(with: Self.combinations[0].load(for: llama))
        }
    }

    /// A prefix that was run under an adapter is another one.
    @Test func aPrefixBelongsToItsAdapter() throws {
        let model = try Self.combinations[0].model()
        let context = try model.makeContext(length: 8)
        let adapter = try Self.combinations[0].load(for: model)
        try context.adapt(with: adapter)
        try model.run([1, 2, 3], in: context)
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("prefix")
            try context.savePrefix([1, 2, 3], to: file)
            #expect(try context.loadPrefix(from: file) == [1, 2, 3])
            try context.adapt(with: nil)
            #expect(throws: InferenceError.badPrefix(file: file.path, problem: .otherModel)) {
                try context.loadPrefix(from: file)
            }
        }
    }

    @Test func badAdaptersAreRefused() throws {
        let source = Self.folder.appendingPathComponent("llama")
        let settings = try String(contentsOf: source.appendingPathComponent("adapter_config.json"), encoding: .utf8)
        let weights = try Data(contentsOf: source.appendingPathComponent("adapter_model.safetensors"))
        try withTemporaryFolder { folder in
            func open(_ settings: String, _ weights: Data) throws -> AdapterFile {
                try Data(settings.utf8).write(to: folder.appendingPathComponent("adapter_config.json"))
                try weights.write(to: folder.appendingPathComponent("adapter_model.safetensors"))
                return try AdapterFile(url: folder)
            }
            #expect(throws: Never.self) { try open(settings, weights) }
            for (old, new) in [
                ("\"LORA\"", "\"IA3\""), ("\"use_dora\": false", "\"use_dora\": true"),
                ("\"bias\": \"none\"", "\"bias\": \"all\""),
                ("\"modules_to_save\": null", "\"modules_to_save\": [\"x\"]"),
                ("\"lora_alpha\": 6", "\"lora_alpha\": null"),
                ("\"alpha_pattern\": {}", "\"alpha_pattern\": {\"a\": 1}"),
            ] {
                #expect(settings.contains(old))
                #expect(throws: ModelFileError.self, "\(new)") {
                    try open(settings.replacingOccurrences(of: old, with: new), weights)
                }
            }
            #expect(throws: ModelFileError.self) { try open(settings, weights.prefix(100)) }
            // One matrix of a pair under another name.
            var renamed = weights
            let name = Data("lora_A".utf8)
            let place = try #require(renamed.range(of: name))
            renamed.replaceSubrange(place, with: Data("lora_C".utf8))
            #expect(throws: ModelFileError.self) { try open(settings, renamed) }
            renamed.replaceSubrange(place, with: Data("lora_B".utf8))
            #expect(throws: ModelFileError.self) { try open(settings, renamed) }
        }
        #expect(throws: ModelFileError.self) {
            try AdapterFile(url: TinyModelTests.folder.appendingPathComponent("llama.gguf"))
        }
    }
}
