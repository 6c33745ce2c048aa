/// What sets one family of models apart from the others, as data for the one forward pass.
///
/// The defaults are what most families do; an entry of the table says where its family differs.
struct ModelFamily: Sendable {
    /// Which elements of a head the rotary embedding turns together.
    enum RotaryPairing: Sendable {
        /// Elements 2i and 2i + 1.
        case neighbours
        /// Element i and the one half a head further.
        case halves
    }

    /// The function on the gate of the feed-forward block.
    enum GateActivation: Sendable {
        case silu
        case gelu
        /// The one of gpt-oss: a steeper, cut off silu, and one added to what it multiplies.
        case clampedSilu
    }

    /// What is normalised together in queries and keys before the rotary embedding.
    enum HeadNorm: Sendable {
        /// Each head, all with the same weights.
        case eachHead
        /// All heads of a token.
        case allHeads
    }

    /// Where the norms of attention and of feed-forward stand.
    enum NormPlacement: Sendable {
        /// Before the block, on what it reads from the residual stream.
        case before
        /// Behind the block, on what it adds to the residual stream.
        case after
        case beforeAndAfter
    }

    /// Layers that see only the last tokens, in a repeating pattern.
    struct SlidingWindow: Sendable {
        /// The pattern, unless the file has one: every such layer, counted from 1, sees all tokens; nothing when all layers
        /// have the window.
        var globalEvery: Int?
        /// Whether a file without a window is a model without one, and no mistake.
        var isOptional = false
        /// Whether layers with a window go without the rotary scaling of the others.
        var isUnscaled = false
        /// The base of the rotary embedding in layers with a window, unless the file has one; nothing when it is that of
        /// the other layers.
        var rotaryBase: Double?
    }

    /// How the rotary embedding pairs elements in this family's files.
    var rotaryPairing = RotaryPairing.halves
    /// The function on the gate.
    var gateActivation = GateActivation.silu
    /// Whether embeddings are multiplied by the square root of the width.
    var scalesEmbeddings = false
    /// Whether and how query and key heads are normalised.
    var headNorm: HeadNorm?
    /// Where the norms stand.
    var norms = NormPlacement.before
    /// The name of the norm before the feed-forward block.
    var feedForwardNorm = "ffn_norm"
    /// Whether checkpoints hold the weights of norms less one.
    var hasShiftedNorms = false
    /// Which layers see a window only.
    var slidingWindow: SlidingWindow?
    /// The pattern of layers without a rotary embedding: every such layer, counted from 1.
    var unrotatedEvery: Int?
    /// The number of layers of the one model whose scores are scaled by its width for a head, and not by the head's size.
    var widthScaledLayerCount: Int?
    /// Whether a score that belongs to no position takes part in the attention of each head.
    var hasSinks = false
    /// Whether the ends of the blend in YaRN scaling are rounded to whole pairs.
    var roundsBlend = true
    /// Whether the weights of the experts that a token uses are scaled to a sum of one.
    var normalizesExperts = true

    /// The families by their name in the metadata.
    static let table: [String: ModelFamily] = [
        // Mixtral too, and Mistral, whose first models have a window.
        "llama": ModelFamily(rotaryPairing: .neighbours, slidingWindow: SlidingWindow(isOptional: true)),
        "qwen2": ModelFamily(slidingWindow: SlidingWindow(isOptional: true)),
        "qwen2moe": ModelFamily(slidingWindow: SlidingWindow(isOptional: true), normalizesExperts: false),
        "qwen3": ModelFamily(headNorm: .eachHead, slidingWindow: SlidingWindow(isOptional: true)),
        "qwen3moe": ModelFamily(headNorm: .eachHead, slidingWindow: SlidingWindow(isOptional: true)),
        "gemma2": ModelFamily(
            gateActivation: .gelu, scalesEmbeddings: true, norms: .beforeAndAfter, hasShiftedNorms: true,
            slidingWindow: SlidingWindow(globalEvery: 2), widthScaledLayerCount: 46),
        "gemma3": ModelFamily(
            gateActivation: .gelu, scalesEmbeddings: true, headNorm: .eachHead, norms: .beforeAndAfter,
            hasShiftedNorms: true,
            slidingWindow: SlidingWindow(globalEvery: 6, isUnscaled: true, rotaryBase: 10_000),
            widthScaledLayerCount: 62),
        // The shape of Apple's on-device model, in files of our own: its last layers read the cache of an earlier one.
        "afm": ModelFamily(headNorm: .eachHead),
        "phi3": ModelFamily(slidingWindow: SlidingWindow(isOptional: true)),
        "smollm3": ModelFamily(rotaryPairing: .neighbours, unrotatedEvery: 4),
        "granite": ModelFamily(rotaryPairing: .neighbours),
        "granitemoe": ModelFamily(rotaryPairing: .neighbours),
        // OLMo 3 too, which has windows.
        "olmo2": ModelFamily(
            headNorm: .allHeads, norms: .after,
            slidingWindow: SlidingWindow(globalEvery: 4, isOptional: true, isUnscaled: true)),
        "olmoe": ModelFamily(headNorm: .allHeads, normalizesExperts: false),
        "gpt-oss": ModelFamily(
            gateActivation: .clampedSilu, feedForwardNorm: "post_attention_norm",
            slidingWindow: SlidingWindow(globalEvery: 2), hasSinks: true, roundsBlend: false),
    ]
}
