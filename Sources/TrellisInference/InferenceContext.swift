/// One sequence of tokens: its KV cache, and the buffers that a run of the model works in.
///
/// A context is used by one task at a time. All buffers are allocated when the context is made.
package final class InferenceContext {
    /// The number of tokens in the cache.
    package private(set) var count = 0
    /// The number of tokens that fit.
    package let capacity: Int

    /// What the context's buffers were laid out for.
    let model: ObjectIdentifier
    let buffers: Buffers
    let cache: KVCache
    /// What is added to the model's linear layers.
    private(set) var adapter: Adapter?
    /// The experts that tokens behind the prompt may use; nothing when they may use all.
    private var experts: ExpertSet?
    /// How many tokens have run since the experts were chosen; nothing while the prompt is to come.
    private var tokensSinceChoice: Int?
    private var refreshInterval = 1
    let weights: Weights
    private let arena: Arena

    init(model: Transformer, capacity: Int, cache precision: CachePrecision) throws(InferenceError) {
        let arena = Arena()
        self.model = ObjectIdentifier(model)
        self.capacity = capacity
        self.arena = arena
        weights = model.weights
        cache = try KVCache(precision, capacity: capacity, configuration: model.configuration, arena: arena)
        buffers = try Buffers(model: model, capacity: capacity, arena: arena)
    }

    /// Forgets all tokens but the first ones; their keys and values stay for reuse.
    ///
    /// The logits are no longer valid. A count beyond the present one changes nothing.
    package func truncate(to count: Int) {
        self.count = max(0, min(count, self.count))
    }

    /// Lends the logits of the last token that was run, one for each token of the vocabulary; the borrower may change them.
    ///
    /// - Parameter index: after a run that kept the logits of all its tokens, which of these.
    package func withLogits<R>(
        ofToken index: Int = 0, _ body: (UnsafeMutableBufferPointer<Float>) throws -> R
    ) rethrows -> R {
        let logits = buffers.logits[index]
        // The arena, which this context keeps, outlives the call.
        return try unsafe body(UnsafeMutableBufferPointer(start: logits.base, count: logits.count))
    }

    /// Begins a request whose tokens find their experts in a certain way; the next run is its prompt.
    ///
    /// - Parameter routing: how they do; a context that was never told routes each token.
    package func route(_ routing: ExpertRouting) throws(InferenceError) {
        switch routing {
        case .perToken: experts = nil
        case .perRequest(let activeParameters, let interval):
            guard interval > 0 else { throw .badRefreshInterval(interval) }
            let count = try weights.expertCount(activeParameters: activeParameters)
            guard let routing = buffers.routing else { throw .notSparse }
            experts = routing.requestExperts.emptied(for: count)
            refreshInterval = interval
        }
        tokensSinceChoice = nil
    }

    /// Changes what is added to the model's linear layers; the context forgets its tokens, whose keys and values depend on it.
    ///
    /// - Parameter adapter: an adapter of this context's model, or nothing for the model as it is.
    package func adapt(with adapter: Adapter?) throws(InferenceError) {
        guard adapter == nil || adapter?.weights === weights else { throw .foreignAdapter }
        self.adapter = adapter
        truncate(to: 0)
    }

    /// Whether tokens choose among all experts.
    var choosesAmongAll: Bool { experts == nil }

    /// How the next batch finds its experts, after a new choice if one is due.
    func expertChoice() -> ForwardPass.ExpertChoice {
        guard let experts else { return .perToken }
        guard let tokensSinceChoice else { return .perTokenNoting(experts) }
        if tokensSinceChoice >= refreshInterval {
            experts.choose()
            self.tokensSinceChoice = 0
        }
        return .among(experts)
    }

    /// Notes that a batch is in the cache.
    func advance(by tokenCount: Int) {
        count += tokenCount
        tokensSinceChoice? += tokenCount
    }

    /// Notes that a run has ended; the first one of a request was its prompt.
    func finishRun() {
        guard let experts, tokensSinceChoice == nil else { return }
        experts.choose()
        tokensSinceChoice = 0
    }
}

extension InferenceContext {
    /// The buffers of a run, for up to a batch of tokens.
    struct Buffers: Sendable {
        /// The most tokens that run at once.
        let batchLength: Int
        let tokens: ArenaSlice<UInt32>  // [batch]
        let places: ArenaSlice<Place>  // [batch]
        let residual: Activations  // [batch, width]
        let normed: Activations  // [batch, width]
        let query: Activations  // [batch, heads · head size]
        let key: Activations  // [batch, key heads · head size]
        let value: Activations  // [batch, key heads · head size]
        let attended: Activations  // [batch, heads · head size]
        let projected: Activations  // [batch, width]: what attention or feed-forward add to the residual stream
        let gate: Activations  // [batch, feed-forward width]
        let up: Activations  // [batch, feed-forward width]
        let last: Activations  // [small batch, width]: the last token, or all, after the output norm
        let logits: Activations  // [small batch, vocabulary]
        let routing: Routing?
        let rotary: RotaryTable  // [batch]
        let localRotary: RotaryTable?  // [batch]
        let attention: [Attention.Scratch]  // one a worker
        let product: [ProductScratch]  // one a worker

        init(model: Transformer, capacity: Int, arena: Arena) throws(InferenceError) {
            let c = model.configuration
            let batch = min(Transformer.batchLength, capacity)
            let quantized = model.precision == .asStored
            batchLength = batch
            func make(_ width: Int, quantized: Bool, _ count: Int) throws(InferenceError) -> Activations {
                try Activations(width: width, tokenCount: count, quantized: quantized, arena: arena)
            }
            let small = min(Transformer.smallBatchLength, batch)
            tokens = try arena.allocate(UInt32.self, count: batch)
            places = try arena.allocate(Place.self, count: batch)
            residual = try make(c.width, quantized: false, batch)
            normed = try make(c.width, quantized: quantized, batch)
            query = try make(c.headCount * c.headSize, quantized: false, batch)
            key = try make(c.keyHeadCount * c.headSize, quantized: false, batch)
            value = try make(c.keyHeadCount * c.headSize, quantized: false, batch)
            attended = try make(c.headCount * c.headSize, quantized: quantized, batch)
            projected = try make(c.width, quantized: false, batch)
            gate = try make(c.feedForwardWidth, quantized: quantized, batch)
            up = try make(c.feedForwardWidth, quantized: false, batch)
            last = try make(c.width, quantized: quantized, small)
            logits = try make(c.vocabularySize, quantized: false, small)
            routing = try c.experts.map { experts throws(InferenceError) in
                try Routing(
                    experts, layerCount: c.layerCount, width: c.width, batchLength: batch, quantized: quantized,
                    arena: arena)
            }
            let weights = model.weights
            let isLong = capacity > c.originalLength
            rotary = try RotaryTable(
                c.rotary, isLong: isLong, divisors: isLong ? weights.longRotaryDivisors : weights.rotaryDivisors,
                tokenCount: batch, arena: arena)
            localRotary = try c.localRotary.map { rotary throws(InferenceError) in
                try RotaryTable(rotary, isLong: isLong, divisors: nil, tokenCount: batch, arena: arena)
            }
            var attention: [Attention.Scratch] = []
            var product: [ProductScratch] = []
            for _ in 0..<model.threadCount {
                attention.append(try Attention.Scratch(configuration: c, capacity: capacity, arena: arena))
                product.append(try ProductScratch(longestRow: model.weights.longestRow, arena: arena))
            }
            self.attention = attention
            self.product = product
        }
    }
}
