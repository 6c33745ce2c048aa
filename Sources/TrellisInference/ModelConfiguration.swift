/// The numbers of a model that never change.
package struct ModelConfiguration: Sendable {
    /// The name of the family in the metadata.
    package let architecture: String
    /// The number of tokens.
    package let vocabularySize: Int
    /// The number of tokens that the model was trained to see at once.
    package let contextLength: Int
    /// The number of layers.
    package let layerCount: Int
    /// The number of layers with keys and values of their own; those behind them read the cache of the last of these.
    package let cachedLayerCount: Int
    /// The length of the residual stream.
    package let width: Int
    /// The length inside the feed-forward block, or inside the shared expert; zero when no layer has either.
    package let feedForwardWidth: Int
    /// The number of query heads.
    package let headCount: Int
    /// The number of key heads, each shared by the same number of query heads.
    package let keyHeadCount: Int
    /// The length of a head.
    package let headSize: Int
    /// The experts of each layer, if the model is a sparse one.
    package let experts: Experts?

    /// The experts of each layer of a sparse model.
    package struct Experts: Sendable {
        /// The number of experts that a token can be sent to.
        package let count: Int
        /// The number of experts that a token is sent to.
        package let usedCount: Int
        /// The length inside an expert.
        package let width: Int
        /// Whether there is an expert besides that all tokens are sent to.
        let hasShared: Bool
        /// Whether the shares of the experts that a token uses are scaled to a sum of one.
        let normalizesShares: Bool
        /// What the shares of the experts are multiplied by.
        let scale: Float
    }

    /// What is added to the mean square in norms.
    let normEpsilon: Float
    /// What embeddings are multiplied by.
    let embeddingScale: Float
    /// What blocks add to the residual stream is multiplied by this.
    let residualScale: Float
    /// What logits are multiplied by.
    let logitScale: Float
    /// What logits are softly capped at.
    let logitCap: Float?
    /// What attention scores are multiplied by.
    let scoreScale: Float
    /// What attention scores are softly capped at.
    let scoreCap: Float?
    /// The rotary embedding of layers that see all tokens.
    let rotary: RotaryConfiguration
    /// The rotary embedding of layers with a window, where it is another.
    let localRotary: RotaryConfiguration?
    /// The number of tokens from which on the rotary divisors for long contexts are used.
    let originalLength: Int
    /// How many tokens a layer with a window sees.
    let windowLength: Int?
    /// Which layers see a window only.
    let isLocal: [Bool]
    /// Which elements of a head are turned together, in the order in which the file has them.
    let rotaryPairing: ModelFamily.RotaryPairing
    /// What the weights of norms lack in the file.
    let normOffset: Float
    /// What sets the family apart.
    let family: ModelFamily

    /// The number of query heads that share a key head.
    var groupSize: Int { headCount / keyHeadCount }

    /// How many tokens a layer sees; nothing when it sees all.
    func window(layer: Int) -> Int? { isLocal[layer] ? windowLength : nil }

    /// Whether a layer turns its heads.
    func isRotated(layer: Int) -> Bool { family.unrotatedEvery.map { (layer + 1) % $0 != 0 } ?? true }
}
