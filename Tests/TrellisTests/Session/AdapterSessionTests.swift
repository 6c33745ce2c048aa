import Foundation
import TestSupport
import Testing
import Trellis

/// Adapters in sessions, the choice of the system's model, and uses of it.
@Suite struct AdapterSessionTests {
    /// Writes an adapter of the toy model's first query matrix.
    private func adapter(in folder: URL, name: String, scale: Float, width: Int = 64) throws -> URL {
        var writer = GGUFWriter()
        writer.add("general.architecture", .string("llama"))
        writer.add("general.type", .string("adapter"))
        writer.add("general.name", .string("Pirate"))
        writer.add("adapter.type", .string("lora"))
        writer.add("adapter.lora.alpha", .float32(2))
        let values = (0..<2 * width).map { Float($0 % 7 - 3) * scale }
        writer.addTensor("blk.0.attn_q.weight.lora_a", shape: [2, width], floats: values)
        writer.addTensor(
            "blk.0.attn_q.weight.lora_b", shape: [64, 2], floats: (0..<128).map { Float($0 % 5 - 2) * scale })
        return try writer.write(to: folder, name: name)
    }

    @Test func anAdapterChangesWhatAModelSaysAndOnlyThat() async throws {
        try await withTemporaryFolder { folder in
            let url = try ToyModel.write(to: folder)
            func answer(_ adapter: URL?) async throws -> String {
                let model = TrellisLanguageModel(contentsOf: url, adapter: adapter)
                let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 12)
                return try await LanguageModelSession(model: model).respond(to: "Hello", options: options).content
            }
            let plain = try await answer(nil)
            #expect(try await answer(adapter(in: folder, name: "none.gguf", scale: 0)) == plain)
            #expect(try await answer(adapter(in: folder, name: "much.gguf", scale: 1)) != plain)
            #expect(try await answer(nil) == plain)
        }
    }

    @Test func anAdapterThatDoesNotFitSaysSo() async throws {
        try await withTemporaryFolder { folder in
            let wrong = try adapter(in: folder, name: "wrong.gguf", scale: 1, width: 32)
            let model = try TrellisLanguageModel(contentsOf: ToyModel.write(to: folder), adapter: wrong)
            let error = await #expect(throws: LanguageModelSession.GenerationError.self) {
                try await LanguageModelSession(model: model).respond(to: "Hello")
            }
            #expect(error?.debugDescription.contains("blk.0.attn_q") == true)
        }
    }

    @Test func adaptersAreOpenedAndDescribeThemselves() throws {
        typealias Adapter = SystemLanguageModel.Adapter
        try withTemporaryFolder { folder in
            let adapter = try Adapter(fileURL: adapter(in: folder, name: "a.gguf", scale: 1))
            #expect(adapter.creatorDefinedMetadata["general.name"] as? String == "Pirate")
            let error = #expect(throws: Adapter.AssetError.self) { try Adapter(fileURL: ToyModel.write(to: folder)) }
            guard case .invalidAsset? = error else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
            let name = #expect(throws: Adapter.AssetError.self) { try Adapter(name: "../a") }
            guard case .invalidAdapterName? = name else {
                Issue.record("another error: \(String(describing: name))")
                return
            }
            let missing = #expect(throws: Adapter.AssetError.self) { try Adapter(name: "no-such-adapter") }
            guard case .compatibleAdapterNotFound? = missing else {
                Issue.record("another error: \(String(describing: missing))")
                return
            }
            #expect(Adapter.compatibleAdapterIdentifiers(name: "no-such-adapter").isEmpty)
        }
    }

    @Test func theSparseModelIsTakenWhereItFits() {
        let sizes: [(name: String, bytes: UInt64)] = [
            (SystemModelChoice.sparse, 20 << 30), (SystemModelChoice.dense, 3 << 30),
        ]
        func choice(_ gigabytes: UInt64, _ sizes: [(name: String, bytes: UInt64)]) -> String {
            let machine = MachineRequirements(memory: gigabytes << 30, hasVectorInstructions: true)
            return SystemModelChoice.name(among: sizes, on: machine)
        }
        #expect(choice(32, sizes) == "system-sparse")
        #expect(choice(16, sizes) == "system-dense")
        #expect(choice(2, sizes) == "smollm2-135m")
        #expect(choice(32, Array(sizes.dropFirst())) == "system-dense")
        #expect(choice(32, []) == "smollm2-135m")
    }

    @Test func taggingIsToldToTheModel() async throws {
        try await withTemporaryFolder { folder in
            let url = try ToyModel.write(to: folder)
            let options = GenerationOptions(maximumResponseTokens: 1)
            func tokens(_ useCase: SystemLanguageModel.UseCase) async throws -> Int {
                let model = SystemLanguageModel(contentsOf: url, useCase: useCase)
                let session = LanguageModelSession(model: model)
                let used = try await session.respond(to: "x", options: options).usage.input.totalTokenCount
                #expect(try await model.tokenCount(for: session.transcript.prefix(1)) == used)
                return used
            }
            #expect(try await tokens(.contentTagging) > (try await tokens(.general)) + 30)
        }
    }

    @Test func aStreamThatNobodyReadsIsGivenUp() async throws {
        try await withTemporaryFolder { folder in
            let model = try SystemLanguageModel(contentsOf: ToyModel.write(to: folder))
            let session = LanguageModelSession(model: model)
            for _ in 0..<20 {
                _ = session.streamResponse(to: "Go", options: GenerationOptions(maximumResponseTokens: 500))
                while session.isResponding { try await Task.sleep(for: .milliseconds(1)) }
            }
            try await session.respond(to: "Go", options: GenerationOptions(maximumResponseTokens: 1))
        }
    }
}
