extension CheckpointConfiguration {
    /// The parts of a layer: in checkpoints, and in GGUF files.
    private static let parts = [
        "input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k",
        "self_attn.v_proj": "attn_v", "self_attn.qkv_proj": "attn_qkv", "self_attn.o_proj": "attn_output",
        "self_attn.q_norm": "attn_q_norm", "self_attn.k_norm": "attn_k_norm", "mlp.gate_proj": "ffn_gate",
        "mlp.up_proj": "ffn_up", "mlp.gate_up_proj": "ffn_up", "mlp.down_proj": "ffn_down",
        "pre_feedforward_layernorm": "ffn_norm", "post_feedforward_layernorm": "post_ffw_norm",
        "mlp.gate": "ffn_gate_inp", "block_sparse_moe.gate": "ffn_gate_inp",
        "block_sparse_moe.router.layer": "ffn_gate_inp", "block_sparse_moe.input_linear": "ffn_gate_up_exps",
        "block_sparse_moe.output_linear": "ffn_down_exps", "shared_mlp.input_linear": "ffn_up_shexp",
        "shared_mlp.output_linear": "ffn_down_shexp", "mlp.shared_expert_gate": "ffn_gate_inp_shexp",
        "mlp.shared_expert.gate_proj": "ffn_gate_shexp", "mlp.shared_expert.up_proj": "ffn_up_shexp",
        "mlp.shared_expert.down_proj": "ffn_down_shexp",
    ]

    /// The parts of an expert.
    private static let expertParts = [
        "gate_proj": "ffn_gate", "up_proj": "ffn_up", "down_proj": "ffn_down", "w1": "ffn_gate", "w3": "ffn_up",
        "w2": "ffn_down",
    ]

    /// What lies outside the layers.
    private static let outerParts = [
        "model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight",
        "lm_head.weight": "output.weight",
    ]

    /// The name of a tensor in GGUF files; its own when the format has none, so that it is told from what a model needs.
    func tensorName(of name: String) -> String { Self.tensorName(of: name, architecture: architecture) }

    /// The name that a tensor of a family has in GGUF files.
    static func tensorName(of name: String, architecture: String) -> String {
        if let outer = outerParts[name] { return outer }
        let words = name.split(separator: ".").map(String.init)
        guard words.count >= 5, words.starts(with: ["model", "layers"]), let suffix = words.last
        else {
            return name
        }
        let part = words[3..<words.count - 1].joined(separator: ".")
        guard let short = layerPart(part, architecture) else { return name }
        return "blk.\(words[2]).\(short).\(suffix)"
    }

    /// The name of a part of a layer.
    private static func layerPart(_ part: String, _ architecture: String) -> String? {
        // One norm between attention and feed-forward is before the latter, of two the first is behind the former.
        if part == "post_attention_layernorm" {
            return ["gemma2", "gemma3", "olmo2"].contains(architecture) ? "post_attention_norm" : "ffn_norm"
        }
        if let name = parts[part] { return name }
        let words = part.split(separator: ".")
        guard words.count == 4, words[1] == "experts", let name = expertParts[String(words[3])] else { return nil }
        return "\(name).\(words[2])"
    }
}
