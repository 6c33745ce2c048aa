/// One batch of tokens through the model, for all families: consecutive ones of a sequence, or a few of several sequences.
///
/// All workers of the team run this together. A step that goes token by token or row by row is shared out among them;
/// a barrier stands wherever a step reads what another worker has written. Shapes are in trailing comments, for a batch
/// of n tokens.
struct ForwardPass {
    let configuration: ModelConfiguration
    let weights: Weights
    /// The buffers, with the tokens and their places.
    let buffers: InferenceContext.Buffers
    /// The number of tokens.
    let tokenCount: Int
    /// The logits that are wanted.
    let logits: Logits
    /// How tokens find their experts.
    let expertChoice: ExpertChoice
    /// What is added to the linear layers, if anything.
    let adapter: Adapter?

    /// Which tokens' logits are wanted.
    enum Logits: Sendable {
        case none
        case last
        /// Those of all tokens of a small batch.
        case all
    }

    /// How the tokens of a batch find their experts.
    enum ExpertChoice: Sendable {
        /// Each among all.
        case perToken
        /// Each among all, while what they ask for is noted for a later choice.
        case perTokenNoting(ExpertSet)
        /// Each among those of a set, while what they ask for is noted.
        case among(ExpertSet)
    }

    /// Runs a worker's part.
    ///
    /// Once the last cache has the keys and values of all tokens, only the last token is of interest: it goes on alone, and
    /// not even that if nobody wants its logits.
    func run(_ worker: Worker) {
        let layers = weights.layers
        let lastCached = configuration.cachedLayerCount - 1
        for token in worker.share(of: tokenCount) { embed(token) }  // residual [n, width]
        for index in 0..<lastCached {
            prepare(layers[index], index, worker)
            complete(layers[index], index, worker)
        }
        prepare(layers[lastCached], lastCached, worker)
        guard logits != .none || notesDemand else { return }
        let end = notesDemand || logits == .all ? self : lastToken(worker)
        end.complete(layers[lastCached], lastCached, worker)
        for index in lastCached + 1..<layers.count {
            end.prepare(layers[index], index, worker)
            end.complete(layers[index], index, worker)
        }
        guard logits != .none else { return }
        let first = logits == .all ? 0 : end.tokenCount - 1
        for token in worker.share(of: end.tokenCount) where token >= first {
            normalize(buffers.residual[token], weights.outputNorm, into: buffers.last, token - first)
        }
        worker.barrier()
        classify(end.tokenCount - first, worker)  // [1 or n, vocabulary]
    }

    /// Makes the queries of a layer, and the keys and values if it has any of its own.
    private func prepare(_ layer: Weights.Layer, _ index: Int, _ worker: Worker) {
        let b = buffers
        let tokens = worker.share(of: tokenCount)
        for token in tokens { normalize(b.residual[token], layer.attentionNorm, into: b.normed, token) }
        worker.barrier()

        multiply(layer.query, b.normed, into: b.query, worker)  // [n, heads · head size]
        if let key = layer.key { multiply(key, b.normed, into: b.key, worker) }  // [n, key heads · head size]
        if let value = layer.value { multiply(value, b.normed, into: b.value, worker) }  // [n, key heads · head size]
        worker.barrier()

        if configuration.family.headNorm == .allHeads {
            for token in tokens { normalizeAllHeads(layer, token) }
            worker.barrier()
        }
        placeHeads(layer, index, worker)
        worker.barrier()
    }

    /// Attends with the queries of a layer, and adds its two blocks to the residual stream.
    private func complete(_ layer: Weights.Layer, _ index: Int, _ worker: Worker) {
        let b = buffers
        let tokens = worker.share(of: tokenCount)
        Attention(
            configuration: configuration, places: buffers.places, layer: min(index, configuration.cachedLayerCount - 1),
            window: configuration.window(layer: index), sinks: layer.sinks
        ).run(b.query, tokenCount: tokenCount, into: b.attended, worker: worker, scratch: b.attention[worker.index])
        worker.barrier()

        for token in tokens { b.attended.quantize(token) }  // [n, heads · head size]
        worker.barrier()

        multiply(layer.attentionOutput, b.attended, into: b.projected, worker)  // [n, width]
        worker.barrier()

        for token in tokens {
            addProjected(token, norm: layer.attentionOutputNorm)
            normalize(b.residual[token], layer.feedForwardNorm, into: b.normed, token)
        }
        worker.barrier()

        switch layer.feedForward {
        case .dense(let block):
            feedForward(block, worker)  // projected [n, width]
            worker.barrier()
        case .sparse(let mixture): mix(mixture, layer: index, worker)  // projected [n, width]
        }

        for token in tokens { addProjected(token, norm: layer.feedForwardOutputNorm) }
    }

    /// Whether all tokens have to pass all routers, so that it is known what they ask for.
    private var notesDemand: Bool {
        if case .perToken = expertChoice { false } else { true }
    }

    /// The pass of the last token alone, whose vectors are moved to the front.
    private func lastToken(_ worker: Worker) -> ForwardPass {
        guard tokenCount > 1 else { return self }
        if worker.index == 0 {
            buffers.residual.copy(buffers.residual, token: tokenCount - 1, to: 0)
            buffers.query.copy(buffers.query, token: tokenCount - 1, to: 0)
            buffers.places[0] = buffers.places[tokenCount - 1]
            prepareAngles(token: 0)
        }
        worker.barrier()
        return ForwardPass(
            configuration: configuration, weights: weights, buffers: buffers, tokenCount: 1, logits: logits,
            expertChoice: expertChoice, adapter: adapter)
    }

    /// Puts a token's embedding into the residual stream, and prepares the angles of its position.
    private func embed(_ token: Int) {
        let row = Int(buffers.tokens[token])
        let residual = buffers.residual[token]
        weights.embedding.dequantize(rows: row..<row + 1, into: residual)
        if configuration.embeddingScale != 1 { Steps.scale(residual, by: configuration.embeddingScale) }
        prepareAngles(token: token)
    }

    /// Prepares the angles of a token's position.
    private func prepareAngles(token: Int) {
        let position = buffers.places[token].position
        buffers.rotary.prepare(token: token, position: position)
        buffers.localRotary?.prepare(token: token, position: position)
    }

    /// Normalises a vector into the activations of a token; takes it as it is where the family has no such norm.
    private func normalize(
        _ input: ArenaSlice<Float>, _ norm: ArenaSlice<Float>?, into output: Activations, _ token: Int
    ) {
        if let norm {
            Steps.normalize(input, norm, epsilon: configuration.normEpsilon, into: output[token])
        } else {
            output[token].copy(from: input)
        }
        output.quantize(token)
    }

    /// Multiplies a worker's rows of a layer by all vectors of the batch.
    private func multiply(_ layer: Linear, _ input: Activations, into output: Activations, _ worker: Worker) {
        layer.multiply(
            input, tokenCount: tokenCount, rows: layer.share(of: worker), into: output,
            adapter: adapter, scratch: buffers.product[worker.index])
    }

    /// Normalises the query and the key of a token, each as a whole.
    private func normalizeAllHeads(_ layer: Weights.Layer, _ token: Int) {
        for (vector, norm) in [(buffers.query[token], layer.queryNorm), (buffers.key[token], layer.keyNorm)] {
            guard let norm else { continue }
            Steps.normalize(vector, norm, epsilon: configuration.normEpsilon, into: vector)
        }
    }

    /// Normalises and turns the heads of a worker's share, and puts the keys and values into the cache.
    private func placeHeads(_ layer: Weights.Layer, _ index: Int, _ worker: Worker) {
        let c = configuration
        let rotary = c.isLocal[index] ? buffers.localRotary ?? buffers.rotary : buffers.rotary
        let isRotated = c.isRotated(layer: index)
        let headCount = c.headCount + (layer.key == nil ? 0 : c.keyHeadCount)
        for item in worker.share(of: tokenCount * headCount) {
            let token = item / headCount
            let place = item % headCount
            let isQuery = place < c.headCount
            let head = isQuery ? place : place - c.headCount
            let part = head * c.headSize..<(head + 1) * c.headSize
            let vector = isQuery ? buffers.query[token, part] : buffers.key[token, part]
            if c.family.headNorm == .eachHead, let norm = isQuery ? layer.queryNorm : layer.keyNorm {
                Steps.normalize(vector, norm, epsilon: c.normEpsilon, into: vector)
            }
            if isRotated { Steps.rotate(vector, by: rotary[token], pairing: c.rotaryPairing) }
            if !isQuery {
                let place = buffers.places[token]
                place.cache.store(
                    key: vector, value: buffers.value[token, part], layer: index, head: head, position: place.position)
            }
        }
    }

    /// Adds what a block has computed for a token to the residual stream, normalised where the family does so.
    private func addProjected(_ token: Int, norm: ArenaSlice<Float>?) {
        let projected = buffers.projected[token]
        if let norm {
            Steps.normalize(projected, norm, epsilon: configuration.normEpsilon, into: projected)
        }
        Steps.add(projected, times: configuration.residualScale, to: buffers.residual[token])
    }

    /// Computes a worker's part of the logits of some tokens.
    private func classify(_ count: Int, _ worker: Worker) {
        let rows = weights.classifier.share(of: worker)
        weights.classifier.multiply(
            buffers.last, tokenCount: count, rows: rows, into: buffers.logits, adapter: adapter,
            scratch: buffers.product[worker.index])
        for token in 0..<count {
            let logits = buffers.logits[token, rows]
            if let cap = configuration.logitCap {
                Steps.cap(logits, at: cap, scale: configuration.logitScale)
            } else if configuration.logitScale != 1 {
                Steps.scale(logits, by: configuration.logitScale)
            }
        }
    }
}

/// Where a token of a batch stands: in the cache of its sequence, and at which position.
struct Place: Sendable, BitwiseCopyable {
    let cache: KVCache
    let position: Int
}
