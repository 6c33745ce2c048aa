package import Foundation

/// A small model file with random weights: what it writes is noise, but everything about running it is real.
///
/// The family is that of Llama, the vocabulary is all bytes, some longer tokens and the special tokens of ChatML, the chat template that
/// of SmolLM2. A file takes about 400 KB.
package enum ToyModel {
    /// The number of tokens that the model can hold.
    package static let contextLength = 1024

    /// Writes the file to a folder and gives its place.
    ///
    /// - Parameters:
    ///   - folder: Where to.
    ///   - name: The name of the file.
    ///   - seed: What the weights are drawn from.
    ///   - template: Another chat template.
    ///   - moreSpecial: Special tokens beside those of ChatML.
    package static func write(
        to folder: URL, name: String = "toy.gguf", seed: UInt64 = 1, template: String = chatML,
        moreSpecial: [String] = []
    ) throws -> URL {
        var writer = GGUFWriter()
        let width = 64
        let keyWidth = 32
        let hidden = 96
        let layers = 2
        let merges = [
            "t h", "e r", "i n", "a n", "Ġ a", "Ġ t", "{ \"", "\" :", "\" ,", "\" }", "Ġ \"", "] }", "Ġ [", "th e",
            "in g", "Ġ {",
        ]
        let special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"] + moreSpecial
        let tokens = special + alphabet + merges.map { $0.replacingOccurrences(of: " ", with: "") }
        addMetadata(
            to: &writer, tokens: tokens, specialCount: special.count, merges: merges, template: template,
            sizes: ["block_count": layers, "embedding_length": width, "feed_forward_length": hidden])

        var random = seed
        func floats(_ count: Int, scale: Float) -> [Float] {
            (0..<count).map { _ in
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return (Float(random >> 40) / Float(1 << 24) - 0.5) * scale
            }
        }
        func ones(_ count: Int) -> [Float] { [Float](repeating: 1, count: count) }
        writer.addTensor(
            "token_embd.weight", shape: [tokens.count, width], floats: floats(tokens.count * width, scale: 1))
        writer.addTensor("output_norm.weight", shape: [width], floats: ones(width))
        for layer in 0..<layers {
            func add(_ name: String, _ rows: Int, _ columns: Int) {
                writer.addTensor(
                    "blk.\(layer).\(name).weight", shape: [rows, columns], floats: floats(rows * columns, scale: 0.5))
            }
            for name in ["attn_norm", "ffn_norm"] {
                writer.addTensor("blk.\(layer).\(name).weight", shape: [width], floats: ones(width))
            }
            add("attn_q", width, width)
            add("attn_k", keyWidth, width)
            add("attn_v", keyWidth, width)
            add("attn_output", width, width)
            add("ffn_gate", hidden, width)
            add("ffn_up", hidden, width)
            add("ffn_down", width, hidden)
        }
        return try writer.write(to: folder, name: name)
    }

    private static func addMetadata(
        to writer: inout GGUFWriter, tokens: [String], specialCount: Int, merges: [String], template: String,
        sizes: [String: Int]
    ) {
        writer.add("general.architecture", .string("llama"))
        writer.add("general.name", .string("Toy"))
        writer.add("general.languages", .strings(["en", "sv"]))
        for (name, size) in sizes.sorted(by: { $0.key < $1.key }) { writer.add("llama.\(name)", .uint32(UInt32(size))) }
        writer.add("llama.context_length", .uint32(UInt32(contextLength)))
        writer.add("llama.vocab_size", .uint32(UInt32(tokens.count)))
        writer.add("llama.attention.head_count", .uint32(4))
        writer.add("llama.attention.head_count_kv", .uint32(2))
        writer.add("llama.rope.dimension_count", .uint32(16))
        writer.add("llama.rope.freq_base", .float32(10_000))
        writer.add("llama.attention.layer_norm_rms_epsilon", .float32(1e-5))
        writer.add("tokenizer.ggml.model", .string("gpt2"))
        writer.add("tokenizer.ggml.pre", .string("smollm"))
        writer.add("tokenizer.ggml.tokens", .strings(tokens))
        writer.add("tokenizer.ggml.merges", .strings(merges))
        writer.add(
            "tokenizer.ggml.token_type", .int32s(tokens.indices.map { $0 < specialCount ? 3 : 1 }))
        writer.add("tokenizer.ggml.bos_token_id", .uint32(1))
        writer.add("tokenizer.ggml.eos_token_id", .uint32(2))
        writer.add("tokenizer.ggml.add_bos_token", .bool(false))
        writer.add("tokenizer.chat_template", .string(template))
    }

    /// The chat template of SmolLM2, without its instructions of its own.
    package static let chatML = """
        {% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}\
        {% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}
        """

    /// The characters by which the GPT-2 vocabulary writes the bytes 0 to 255.
    private static let alphabet: [String] = {
        var next: UInt32 = 256
        return (0...255).map { byte -> String in
            let isShown = (33...126).contains(byte) || (161...172).contains(byte) || (174...255).contains(byte)
            defer { if !isShown { next += 1 } }
            return Unicode.Scalar(isShown ? UInt32(byte) : next).map { String($0) } ?? ""
        }
    }()
}
