import TrellisJSON

/// The `config.json` of a checkpoint, and how its words are those of GGUF files.
struct CheckpointConfiguration {
    /// The names of families: in `config.json`, and in GGUF files.
    static let families = [
        "llama": "llama", "mistral": "llama", "mixtral": "llama", "qwen2": "qwen2", "qwen2_moe": "qwen2moe",
        "qwen3": "qwen3", "qwen3_moe": "qwen3moe", "gemma2": "gemma2", "gemma3_text": "gemma3", "phi3": "phi3",
        "smollm3": "smollm3", "granite": "granite", "granitemoe": "granitemoe", "granitemoeshared": "granitemoe",
        "olmo2": "olmo2", "olmo3": "olmo2", "olmoe": "olmoe",
    ]

    /// Numbers that only have another name.
    private static let names = [
        "max_position_embeddings": "context_length", "hidden_size": "embedding_length",
        "num_hidden_layers": "block_count",
        "intermediate_size": "feed_forward_length", "num_attention_heads": "attention.head_count",
        "num_key_value_heads": "attention.head_count_kv", "head_dim": "attention.key_length",
        "rms_norm_eps": "attention.layer_norm_rms_epsilon", "num_experts": "expert_count",
        "num_local_experts": "expert_count", "num_experts_per_tok": "expert_used_count",
        "moe_intermediate_size": "expert_feed_forward_length",
        "shared_expert_intermediate_size": "expert_shared_feed_forward_length",
        "shared_intermediate_size": "expert_shared_feed_forward_length", "norm_topk_prob": "expert_weights_norm",
        "attn_logit_softcapping": "attn_logit_softcapping", "final_logit_softcapping": "final_logit_softcapping",
        "embedding_multiplier": "embedding_scale", "attention_multiplier": "attention.scale",
        "residual_multiplier": "residual_scale", "logits_scaling": "logit_scale",
    ]

    /// Members that have to have one of these values, where they are present: the runtime does nothing else.
    private static let requirements: [String: [JSONValue]] = [
        "hidden_act": ["silu", "gelu_pytorch_tanh"], "hidden_activation": ["gelu_pytorch_tanh"],
        "decoder_sparse_step": [1], "mlp_only_layers": [[]], "clip_qkv": [], "no_rope_layer_interval": [4],
    ]

    private let values: JSONObject
    private let file: String
    /// The name of the family in `config.json`.
    private let type: String
    /// The name of the family in GGUF files.
    let architecture: String

    /// Takes a configuration of a known family; the file is its folder's, for messages.
    init(_ value: JSONValue, file: String) throws(ModelFileError) {
        let file = file + "/config.json"
        guard let values = value.objectValue else {
            throw .wrongType(file: file, key: "", expected: "an object", found: value.typeName)
        }
        guard let type = values["model_type"]?.stringValue else { throw .missingKey(file: file, key: "model_type") }
        guard let architecture = Self.families[type] else {
            throw .unsupportedValue(file: file, key: "model_type", value: type)
        }
        self.values = values
        self.file = file
        self.type = type
        self.architecture = architecture
    }

    /// A member that is present and not null.
    private func value(_ key: String) -> JSONValue? {
        switch values[key] {
        case .null?, nil: nil
        case let value?: value
        }
    }

    /// All that the runtime has to know, by the keys of GGUF files.
    func metadata() throws(ModelFileError) -> [String: MetadataValue] {
        for (key, allowed) in Self.requirements {
            if let value = value(key), !allowed.contains(value) { throw unsupported(key, value) }
        }
        var metadata: [String: MetadataValue] = [:]
        func set(_ key: String, _ value: MetadataValue) { metadata["\(architecture).\(key)"] = value }
        metadata["general.architecture"] = .string(architecture)
        for (name, key) in Self.names {
            if let value = value(name) { set(key, try scalar(name, value)) }
        }
        if let size = value("head_dim") { set("attention.value_length", try scalar("head_dim", size)) }
        if let scalar = value("query_pre_attn_scalar")?.numberValue?.doubleValue {
            set("attention.scale", .float(1 / scalar.squareRoot()))
        }
        try checkUnrotatedLayers()
        try addWindows(set)
        try addRotary(set)
        return metadata
    }

    /// Adds which layers see how many tokens.
    private func addWindows(_ set: (String, MetadataValue) -> Void) throws(ModelFileError) {
        guard let length = value("sliding_window"), value("use_sliding_window")?.boolValue != false else { return }
        set("attention.sliding_window", try scalar("sliding_window", length))
        guard let types = value("layer_types") else { return }
        let names = try strings("layer_types", types)
        for name in names where name != "sliding_attention" && name != "full_attention" {
            throw .unsupportedValue(file: file, key: "layer_types", value: name)
        }
        set("attention.sliding_window_pattern", .bools(names.map { $0 == "sliding_attention" }))
    }

    /// Insists that the layers without a rotary embedding are those that the family has none in.
    private func checkUnrotatedLayers() throws(ModelFileError) {
        guard let flags = value("no_rope_layers")?.arrayValue else { return }
        for (index, flag) in flags.enumerated() where flag != ((index + 1) % 4 == 0 ? 0 : 1) {
            throw unsupported("no_rope_layers", .array(flags))
        }
    }

    /// Adds the rotary embedding: its base, and how it is scaled.
    private func addRotary(_ set: (String, MetadataValue) -> Void) throws(ModelFileError) {
        var rotary = value("rope_parameters") ?? value("rope_scaling") ?? .object(JSONObject())
        if let local = rotary["sliding_attention"] ?? value("rope_local_base_freq").map({ ["rope_theta": $0] }) {
            if let base = local["rope_theta"] { set("rope.freq_base_swa", try scalar("rope_theta", base)) }
            rotary = rotary["full_attention"] ?? rotary
        }
        if let base = rotary["rope_theta"] ?? value("rope_theta") {
            set("rope.freq_base", try scalar("rope_theta", base))
        }
        if let share = (rotary["partial_rotary_factor"] ?? value("partial_rotary_factor"))?.numberValue?.doubleValue,
            share != 1
        {
            let width = value("hidden_size")?.numberValue?.doubleValue ?? 0
            let heads = value("num_attention_heads")?.numberValue?.doubleValue ?? 1
            let size = (value("head_dim")?.numberValue?.doubleValue ?? width / heads) * share
            guard let count = Int(exactly: size.rounded(.down)) else {
                throw unsupported("partial_rotary_factor", .null)
            }
            set("rope.dimension_count", .signed(Int64(count)))
        }
        let kind = (rotary["rope_type"] ?? rotary["type"])?.stringValue ?? "default"
        guard kind != "default" else { return }
        set("rope.scaling.type", .string(kind == "su" ? "longrope" : kind))
        let original = rotary["original_max_position_embeddings"] ?? value("original_max_position_embeddings")
        if let original {
            set("rope.scaling.original_context_length", try scalar("original_max_position_embeddings", original))
        }
        for (name, key) in [
            "factor": "factor", "low_freq_factor": "low_freq_factor", "high_freq_factor": "high_freq_factor",
            "beta_fast": "yarn_beta_fast", "beta_slow": "yarn_beta_slow",
            "attention_factor": kind == "yarn" ? "yarn_attn_factor" : "attn_factor",
            "mscale_all_dim": "yarn_log_multiplier", "truncate": "yarn_truncate",
        ] {
            if let value = rotary[name], value != .null { set("rope.scaling.\(key)", try scalar(name, value)) }
        }
        for name in ["short_factor", "long_factor"] {
            if let value = rotary[name], value != .null {
                set("rope.scaling.\(name)s", .floats(try floats(name, value)))
            }
        }
    }

    /// The error for a value that asks for what the runtime doesn't do.
    private func unsupported(_ key: String, _ value: JSONValue) -> ModelFileError {
        .unsupportedValue(file: file, key: key, value: value.text(.compact))
    }

    /// A number, truth value or string.
    private func scalar(_ key: String, _ value: JSONValue) throws(ModelFileError) -> MetadataValue {
        switch value {
        case .number(let number):
            if let integer = number.integerValue { return .signed(Int64(integer)) }
            return .float(number.doubleValue)
        case .bool(let bool): return .bool(bool)
        case .string(let string): return .string(string)
        case .null, .array, .object: throw mismatch(key, "a number", value)
        }
    }

    /// The numbers of an array.
    private func floats(_ key: String, _ value: JSONValue) throws(ModelFileError) -> [Float] {
        let numbers = value.arrayValue?.compactMap { $0.numberValue.map { Float($0.doubleValue) } }
        guard let numbers, numbers.count == value.arrayValue?.count else {
            throw mismatch(key, "an array of numbers", value)
        }
        return numbers
    }

    /// The strings of an array.
    private func strings(_ key: String, _ value: JSONValue) throws(ModelFileError) -> [String] {
        let strings = value.arrayValue?.compactMap(\.stringValue)
        guard let strings, strings.count == value.arrayValue?.count else {
            throw mismatch(key, "an array of strings", value)
        }
        return strings
    }

    private func mismatch(_ key: String, _ expected: String, _ found: JSONValue) -> ModelFileError {
        .wrongType(file: file, key: key, expected: expected, found: found.typeName)
    }
}
