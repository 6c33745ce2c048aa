import TrellisModelFiles

/// The weights of a model, in place in its file; small vectors are unpacked into memory of their own.
final class Weights: Sendable {
    /// The weights of one layer.
    struct Layer: Sendable {
        let attentionNorm: ArenaSlice<Float>?  // [width]
        let query: Linear  // [heads · head size, width]
        let key: Linear?  // [key heads · head size, width]; nothing in layers that read the last cache
        let value: Linear?  // [key heads · head size, width]
        let queryNorm: ArenaSlice<Float>?  // [head size], or [heads · head size]
        let keyNorm: ArenaSlice<Float>?  // [head size], or [key heads · head size]
        let sinks: ArenaSlice<Float>?  // [heads]
        let attentionOutput: Linear  // [width, heads · head size]
        let attentionOutputNorm: ArenaSlice<Float>?  // [width]
        let feedForwardNorm: ArenaSlice<Float>?  // [width]
        let feedForward: LayerFeedForward
        let feedForwardOutputNorm: ArenaSlice<Float>?  // [width]
    }

    /// What follows attention in a layer.
    enum LayerFeedForward: Sendable {
        case dense(FeedForward)
        case sparse(Mixture)
    }

    /// The embedding of each token.
    let embedding: Matrix  // [vocabulary, width]
    /// The layers in order.
    let layers: [Layer]
    /// The norm before the classifier.
    let outputNorm: ArenaSlice<Float>  // [width]
    /// The classifier; the embedding when the file has no other.
    let classifier: Linear  // [vocabulary, width]
    /// What the rotary frequencies are divided by in contexts up to the model's original length, when the file says so.
    let rotaryDivisors: ArenaSlice<Float>?  // [rotary size / 2]
    /// What the rotary frequencies are divided by in longer contexts.
    let longRotaryDivisors: ArenaSlice<Float>?  // [rotary size / 2]
    /// The names of the tensors of linear layers, by their number.
    let linearNames: [String]
    /// The length of the longest row of any matrix.
    let longestRow: Int
    /// The number of weights that a token is multiplied by in a layer, on average.
    let layerWeightCount: Int

    /// Keeps the bytes of the matrices.
    let file: any ModelFile
    /// Keeps the vectors.
    private let arena: Arena

    /// Fetches all weights by name and checks their shapes, and that the file has no tensor besides.
    init(file: any ModelFile, configuration c: ModelConfiguration) throws(InferenceError) {
        let fetcher = TensorFetcher(file: file, normOffset: c.normOffset)
        embedding = try fetcher.matrix("token_embd", c.vocabularySize, c.width)
        var layers: [Layer] = []
        layers.reserveCapacity(c.layerCount)
        for index in 0..<c.layerCount {
            layers.append(try Layer(fetcher.block(index), c, isCached: index < c.cachedLayerCount))
        }
        self.layers = layers
        outputNorm = try fetcher.norm("output_norm", c.width)
        classifier =
            fetcher.has("output")
            ? try fetcher.linear("output", c.vocabularySize, c.width) : fetcher.classifier(embedding)
        let pairs = c.rotary.size / 2
        let divisors = try fetcher.vector(ifPresent: "rope_freqs", pairs)
        let short = try fetcher.vector(ifPresent: "rope_factors_short", pairs)
        let long = try fetcher.vector(ifPresent: "rope_factors_long", pairs)
        rotaryDivisors = divisors ?? short
        longRotaryDivisors = divisors ?? long
        try fetcher.finish()
        longestRow = fetcher.longestRow
        layerWeightCount =
            layers.reduce(0) { $0 + $1.weightCount(usedExperts: c.experts?.usedCount ?? 0) } / max(layers.count, 1)
        linearNames = fetcher.linearNames
        self.file = file
        arena = fetcher.arena
    }
}

extension Weights.Layer {
    /// Fetches the weights of a layer.
    fileprivate init(
        _ block: TensorFetcher.Block, _ c: ModelConfiguration, isCached: Bool
    ) throws(InferenceError) {
        let family = c.family
        let queryWidth = c.headCount * c.headSize
        let keyWidth = c.keyHeadCount * c.headSize
        attentionNorm = family.norms == .after ? nil : try block.norm("attn_norm", c.width)
        if !isCached {
            query = try block.linear("attn_q", queryWidth, c.width)
            key = nil
            value = nil
        } else if block.has("attn_qkv") {
            let all = try block.linear("attn_qkv", queryWidth + 2 * keyWidth, c.width)
            query = all[0..<queryWidth]
            key = all[queryWidth..<queryWidth + keyWidth]
            value = all[queryWidth + keyWidth..<queryWidth + 2 * keyWidth]
        } else {
            query = try block.linear("attn_q", queryWidth, c.width)
            key = try block.linear("attn_k", keyWidth, c.width)
            value = try block.linear("attn_v", keyWidth, c.width)
        }
        switch family.headNorm {
        case nil:
            queryNorm = nil
            keyNorm = nil
        case .eachHead:
            queryNorm = try block.norm("attn_q_norm", c.headSize)
            keyNorm = isCached ? try block.norm("attn_k_norm", c.headSize) : nil
        case .allHeads:
            queryNorm = try block.norm("attn_q_norm", queryWidth)
            keyNorm = isCached ? try block.norm("attn_k_norm", keyWidth) : nil
        }
        sinks = family.hasSinks ? try block.vector("attn_sinks", c.headCount) : nil
        attentionOutput = try block.linear("attn_output", c.width, queryWidth)
        attentionOutputNorm = family.norms == .before ? nil : try block.norm("post_attention_norm", c.width)
        feedForwardNorm = family.norms == .after ? nil : try block.norm(family.feedForwardNorm, c.width)
        if let experts = c.experts {
            feedForward = .sparse(try Mixture(block, c, experts))
        } else {
            feedForward = .dense(try FeedForward(block, c, suffix: ""))
        }
        feedForwardOutputNorm = family.norms == .before ? nil : try block.norm("post_ffw_norm", c.width)
    }
}

extension Weights.Layer {
    /// The number of weights that a token is multiplied by.
    fileprivate func weightCount(usedExperts: Int) -> Int {
        let attention = [query, key, value, attentionOutput].reduce(0) { $0 + ($1?.matrix.elementCount ?? 0) }
        switch feedForward {
        case .dense(let block): return attention + block.elementCount
        case .sparse(let mixture):
            let experts = (mixture.experts.first?.elementCount ?? 0) * usedExperts
            return attention + mixture.router.matrix.elementCount + experts + (mixture.shared?.elementCount ?? 0)
        }
    }
}

extension FeedForward {
    /// Fetches the block that all tokens go through, under the names that end in a suffix.
    fileprivate init(_ block: TensorFetcher.Block, _ c: ModelConfiguration, suffix: String) throws(InferenceError) {
        if block.has("ffn_gate" + suffix) {
            gate = try block.linear("ffn_gate" + suffix, c.feedForwardWidth, c.width)
            up = try block.linear("ffn_up" + suffix, c.feedForwardWidth, c.width)
        } else {
            (gate, up) = try block.linear("ffn_up" + suffix, 2 * c.feedForwardWidth, c.width).halves
        }
        down = try block.linear("ffn_down" + suffix, c.width, c.feedForwardWidth)
    }
}

extension Mixture {
    /// Fetches the experts of a layer.
    fileprivate init(
        _ block: TensorFetcher.Block, _ c: ModelConfiguration, _ e: ModelConfiguration.Experts
    ) throws(InferenceError) {
        router = try block.linear("ffn_gate_inp", e.count, c.width)
        let gates: [Linear]
        let ups: [Linear]
        if block.has("ffn_gate_up_exps") {
            let both = try block.linears("ffn_gate_up", count: e.count, 2 * e.width, c.width).map(\.halves)
            gates = both.map(\.first)
            ups = both.map(\.second)
        } else {
            gates = try block.linears("ffn_gate", count: e.count, e.width, c.width)
            ups = try block.linears("ffn_up", count: e.count, e.width, c.width)
        }
        let downs = try block.linears("ffn_down", count: e.count, c.width, e.width)
        experts = (0..<e.count).map { FeedForward(gate: gates[$0], up: ups[$0], down: downs[$0]) }
        shared = e.hasShared ? try FeedForward(block, c, suffix: "_shexp") : nil
        sharedGate = try block.vector(ifPresent: "ffn_gate_inp_shexp", c.width)
    }
}
