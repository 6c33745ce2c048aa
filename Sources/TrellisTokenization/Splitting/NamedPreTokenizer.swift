/// A way to cut text that GGUF files call by a name (`tokenizer.ggml.pre`).
///
/// The expressions are those of the models' own descriptions, applied one after the other, each match a piece.
struct NamedPreTokenizer: Sendable {
    /// The expressions in order.
    let patterns: [String]
    /// Whether a piece that is a token is that token, whatever the merges say.
    var ignoresMerges = false
    /// Whether the token that begins a text comes before each text when the file does not say.
    var prefixesBOS = false

    /// The way to cut text of a name; nil when it is not known.
    static func named(_ name: String) -> NamedPreTokenizer? {
        switch name {
        case "default": NamedPreTokenizer(patterns: [#"[\p{P}\$\+<=>\^~\|]+"#, gpt2, #"\p{N}+"#, #"[0-9][0-9][0-9]"#])
        case "gpt-2", "phi-2", "mpt", "olmo", "jais", "trillion", "granite-docling", "exaone4", "gigachat", "a.x-4.0",
            "mellum", "modern-bert":
            NamedPreTokenizer(patterns: [gpt2])
        case "smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b", "mellum2":
            NamedPreTokenizer(patterns: [digit, gpt2])
        case "llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2":
            NamedPreTokenizer(patterns: [llama3], ignoresMerges: true, prefixesBOS: true)
        case "dbrx", "smaug-bpe", "glm4", "chatglm-bpe": NamedPreTokenizer(patterns: [llama3])
        case "qwen2", "deepseek-r1-qwen", "stablelm2", "megrez", "hunyuan", "kormo", "grok-2", "solar-open":
            NamedPreTokenizer(patterns: [qwen2])
        case "qwen35": NamedPreTokenizer(patterns: [qwen35])
        case "tekken": NamedPreTokenizer(patterns: [tekken], ignoresMerges: true, prefixesBOS: true)
        case "gpt-4o", "llama4", "kanana2", "minimax-m2": NamedPreTokenizer(patterns: [gpt4o])
        case "falcon":
            NamedPreTokenizer(patterns: [#"[\p{P}\$\+<=>\^~\|`]+"#, gpt2, #"[0-9][0-9][0-9]"#])
        case "deepseek-v3", "hunyuan-dense", "joyai-llm":
            NamedPreTokenizer(patterns: [#"\p{N}{1,3}"#, #"[一-龥\#u{3040}-\#u{309F}\#u{30A0}-\#u{30FF}]+"#, deepseek3])
        case "deepseek-coder":
            NamedPreTokenizer(
                patterns: [
                    #"[\r\n]"#, #"\s?\p{L}+"#, #"\s?\p{P}+"#, #"[一-龥\#u{0800}-一\#u{AC00}-\#u{D7FF}]+"#, digit,
                ])
        case "bailingmoe", "bailingmoe2", "llada-moe": NamedPreTokenizer(patterns: [bailing])
        case "seed-coder": NamedPreTokenizer(patterns: [seedCoder])
        case "bloom", "poro-chat", "gpt3-finnish": NamedPreTokenizer(patterns: [bloom])
        case "viking": NamedPreTokenizer(patterns: [bloom, digit])
        default: nil
        }
    }

    private static let digit = #"\p{N}"#
    /// The expression of GPT-2, which byte-level pre-tokenizers use when they are not told another.
    static let gpt2 = #"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"#
    private static let contraction = #"(?i:'s|'t|'re|'ve|'m|'ll|'d)"#
    private static let spaces = #"\s*[\r\n]+|\s+(?!\S)|\s+"#
    private static let llama3 =
        contraction + #"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|"# + spaces
    private static let qwen2 =
        contraction + #"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|"# + spaces
    private static let qwen35 =
        contraction + #"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|"# + spaces
    private static let lower = #"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"#
    private static let upper = #"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"#
    private static let tekken =
        #"[^\r\n\p{L}\p{N}]?\#(upper)*\#(lower)+|[^\r\n\p{L}\p{N}]?\#(upper)+\#(lower)*"#
        + #"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|"# + spaces
    private static let gpt4o =
        #"[^\r\n\p{L}\p{N}]?\#(upper)*\#(lower)+\#(contraction)?|[^\r\n\p{L}\p{N}]?\#(upper)+\#(lower)*\#(contraction)?"#
        + #"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|"# + spaces
    private static let deepseek3 =
        ##"[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"##
        + #"| ?[\p{P}\p{S}]+[\r\n]*|"# + spaces
    private static let bailing =
        #"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"#
    private static let seedCoder =
        contraction + #"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}\r\n]+|"# + spaces
    private static let bloom = #" ?[^(\s|.,!?…。，、।۔،)]+"#
}
