import Foundation
import TestSupport
import Testing
import TrellisInference
import TrellisModelFiles
import TrellisTokenization

/// Model files that a GGUF reader accepts but that are no model the runtime can run.
@Suite struct BadModelTests {
    /// A tiny model in 32-bit floats: width 8, two heads of 4, one layer, three tokens.
    private struct TinyModel {
        var architecture = "llama"
        var heads: UInt32 = 2
        var layers: UInt32 = 1
        var epsilon: Float = 1e-5
        var scaling: String?
        var missing: String?
        var extra: String?
        var shapes: [String: [Int]] = [:]
        /// Metadata besides, under names without the architecture.
        var metadata: [(String, GGUFWriter.Value)] = []

        func load() throws -> Transformer {
            var writer = GGUFWriter()
            writer.add("general.architecture", .string(architecture))
            writer.add("\(architecture).context_length", .uint32(16))
            writer.add("\(architecture).block_count", .uint32(layers))
            writer.add("\(architecture).embedding_length", .uint32(8))
            writer.add("\(architecture).feed_forward_length", .uint32(12))
            writer.add("\(architecture).attention.head_count", .uint32(heads))
            writer.add("\(architecture).attention.layer_norm_rms_epsilon", .float32(epsilon))
            if let scaling { writer.add("\(architecture).rope.scaling.type", .string(scaling)) }
            for (key, value) in metadata { writer.add("\(architecture).\(key)", value) }
            var tensors: [(String, [Int])] = [
                ("token_embd", [3, 8]), ("output_norm", [8]), ("blk.0.attn_norm", [8]), ("blk.0.attn_q", [8, 8]),
                ("blk.0.attn_k", [8, 8]), ("blk.0.attn_v", [8, 8]), ("blk.0.attn_output", [8, 8]),
                ("blk.0.ffn_norm", [8]), ("blk.0.ffn_gate", [12, 8]), ("blk.0.ffn_up", [12, 8]),
                ("blk.0.ffn_down", [8, 12]),
            ]
            if let extra { tensors.append((extra, [4])) }
            for (name, shape) in tensors where name != missing {
                let shape = shapes[name] ?? shape
                let count = shape.reduce(1, *)
                writer.addTensor(
                    name + ".weight", shape: shape, floats: (0..<count).map { Float($0 % 7) * 0.1 - 0.3 })
            }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            return try Transformer(file: GGUFFile(url: writer.write(to: folder)), threadCount: 2)
        }
    }

    @Test func theTinyModelRuns() throws {
        let model = try TinyModel().load()
        let context = try model.makeContext(length: 16)
        try model.run([0, 1, 2, 0, 1, 2, 1, 1, 0], in: context)
        let together = context.logits
        #expect(together.count == 3 && together.allSatisfy(\.isFinite))
        context.truncate(to: 0)
        for token in [0, 1, 2, 0, 1, 2, 1, 1, 0] { try model.run([.init(token)], in: context) }
        // One by one or all at once: the two routes through matrix products and attention agree.
        for (a, b) in zip(together, context.logits) { #expect(abs(a - b) < 1e-2) }
    }

    @Test func eachFaultIsNamed() {
        var model = TinyModel()
        model.architecture = "mamba"
        #expect(throws: InferenceError.unknownArchitecture("mamba")) { try model.load() }
        model = TinyModel()
        model.missing = "blk.0.ffn_up"
        #expect(throws: InferenceError.missingTensor(name: "blk.0.ffn_up.weight")) { try model.load() }
        model = TinyModel()
        model.layers = 2
        #expect(throws: InferenceError.missingTensor(name: "blk.1.attn_norm.weight")) { try model.load() }
        model = TinyModel()
        model.shapes["blk.0.attn_k"] = [4, 8]
        #expect(throws: InferenceError.wrongShape(name: "blk.0.attn_k.weight", expected: [8, 8], found: [4, 8])) {
            try model.load()
        }
        model = TinyModel()
        model.extra = "blk.0.attn_q_norm"
        #expect(throws: InferenceError.unexpectedTensor(name: "blk.0.attn_q_norm.weight")) { try model.load() }
        model = TinyModel()
        model.scaling = "longrope"
        #expect(throws: InferenceError.missingTensor(name: "rope_factors_long.weight")) { try model.load() }
        model = TinyModel()
        model.scaling = "dynamic"
        #expect(throws: InferenceError.unsupported(key: "llama.rope.scaling.type", value: "dynamic")) {
            try model.load()
        }
        for (key, value) in [
            ("rope.scaling.original_context_length", GGUFWriter.Value.uint32(0)), ("attention.scale", .float32(-1)),
            ("residual_scale", .float32(.infinity)), ("logit_scale", .float32(.nan)), ("expert_count", .uint32(5000)),
            ("attention.sliding_window", .uint32(.max)), ("attention.sliding_window", .int32(-1)),
            ("rope.dimension_count", .uint32(3)),
        ] {
            model = TinyModel()
            model.metadata = [(key, value)]
            #expect(throws: InferenceError.self, "\(key)") { try model.load() }
        }
        model = TinyModel()
        model.metadata = [
            ("attention.sliding_window", .uint32(4)), ("attention.sliding_window_pattern", .int32s([1, 0])),
        ]
        #expect(throws: InferenceError.self) { try model.load() }
        for heads: UInt32 in [0, 9, .max] {
            model = TinyModel()
            model.heads = heads
            #expect(throws: InferenceError.self) { try model.load() }
        }
        model = TinyModel()
        model.epsilon = .nan
        #expect(throws: InferenceError.self) { try model.load() }
    }
}
