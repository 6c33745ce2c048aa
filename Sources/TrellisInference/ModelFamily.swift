/// What sets one family of models apart from the others, as data for the one forward pass.
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
    }

    /// Layers that see only the last tokens, in a repeating pattern.
    struct SlidingWindow: Sendable {
        /// The pattern: every such layer, counted from 1, sees all tokens, the others the window.
        let globalEvery: Int
        /// The base of the rotary embedding in layers with a window.
        let localRotaryBase: Double
    }

    /// How the rotary embedding pairs elements in this family's files.
    let rotaryPairing: RotaryPairing
    /// The function on the gate.
    let gateActivation: GateActivation
    /// Whether embeddings are multiplied by the square root of the width.
    let scalesEmbeddings: Bool
    /// Whether query and key heads are normalised before the rotary embedding.
    let normalizesHeads: Bool
    /// Whether the outputs of attention and feed-forward are normalised before they join the residual stream.
    let normalizesOutputs: Bool
    /// Which layers see a window only.
    let slidingWindow: SlidingWindow?

    /// The families by their name in the metadata.
    static let table: [String: ModelFamily] = [
        "llama": ModelFamily(
            rotaryPairing: .neighbours, gateActivation: .silu, scalesEmbeddings: false, normalizesHeads: false,
            normalizesOutputs: false, slidingWindow: nil),
        "gemma3": ModelFamily(
            rotaryPairing: .halves, gateActivation: .gelu, scalesEmbeddings: true, normalizesHeads: true,
            normalizesOutputs: true, slidingWindow: SlidingWindow(globalEvery: 6, localRotaryBase: 10_000)),
    ]
}
