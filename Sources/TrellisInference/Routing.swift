import CKernels

/// Which tokens of a batch go to which experts, and the vectors on their way.
///
/// Each token has as many *slots* as it uses experts, unless the request has fewer; the slots of one expert follow each other. A plain value that points
/// into the arena of its context.
struct Routing: Sendable {
    private let experts: ModelConfiguration.Experts
    /// What the router says.
    let scores: Activations  // [batch, experts]
    /// The inputs of the experts.
    let input: Activations  // [slots, width]
    let gate: Activations  // [slots, expert width]
    let up: Activations  // [slots, expert width]
    /// The results of the experts.
    let output: Activations  // [slots, width]

    /// The experts that a request may use, when it doesn't use all.
    let requestExperts: ExpertSet

    /// The experts of each token, best first; -1 where it uses fewer.
    private let chosen: ArenaSlice<Int32>  // [batch, used experts]
    /// How much the result of each of them counts.
    private let shares: ArenaSlice<Float>  // [batch, used experts]
    /// The slot of each of them.
    private let slots: ArenaSlice<Int32>  // [batch, used experts]
    /// The first slot of each expert, and where the last one's end.
    private let firstSlots: ArenaSlice<Int32>  // [experts + 1]

    /// Makes room for a batch.
    init(
        _ experts: ModelConfiguration.Experts, layerCount: Int, width: Int, batchLength: Int, quantized: Bool,
        arena: Arena
    ) throws(InferenceError) {
        self.experts = experts
        let slotCount = batchLength * experts.usedCount
        func make(_ width: Int, quantized: Bool, _ count: Int) throws(InferenceError) -> Activations {
            try Activations(width: width, tokenCount: count, quantized: quantized, arena: arena)
        }
        scores = try make(experts.count, quantized: false, batchLength)
        input = try make(width, quantized: quantized, slotCount)
        gate = try make(experts.width, quantized: quantized, slotCount)
        up = try make(experts.width, quantized: false, slotCount)
        output = try make(width, quantized: false, slotCount)
        chosen = try arena.allocate(Int32.self, count: slotCount)
        shares = try arena.allocate(Float.self, count: slotCount)
        slots = try arena.allocate(Int32.self, count: slotCount)
        requestExperts = try ExpertSet(expertCount: experts.count, layerCount: layerCount, arena: arena)
        firstSlots = try arena.allocate(Int32.self, count: experts.count + 1)
    }

    /// Chooses the experts of all tokens of a batch by their scores, and gives each token its slots.
    func assign(tokenCount: Int, layer: Int, _ choice: ForwardPass.ExpertChoice) {
        for token in 0..<tokenCount { choose(token, layer: layer, choice) }
        let places = 0..<tokenCount * experts.usedCount
        for expert in 0...experts.count { firstSlots[expert] = 0 }
        for place in places where chosen[place] >= 0 { firstSlots[Int(chosen[place]) + 1] += 1 }
        for expert in 0..<experts.count { firstSlots[expert + 1] += firstSlots[expert] }
        // While slots are dealt out, an expert's first slot is its next free one; at last it is where the next one's begin.
        for place in places where chosen[place] >= 0 {
            let expert = Int(chosen[place])
            slots[place] = firstSlots[expert]
            firstSlots[expert] += 1
        }
        for expert in (0..<experts.count).reversed() { firstSlots[expert + 1] = firstSlots[expert] }
        firstSlots[0] = 0
    }

    /// Chooses the experts of a token: those with the best scores, the first of equals.
    ///
    /// Their shares are the softmax over all scores, or over those of the chosen when shares are normalised.
    private func choose(_ token: Int, layer: Int, _ choice: ForwardPass.ExpertChoice) {
        let scores = scores[token]
        Steps.softmax(scores, trellis_score_rule(scale: 1, cap: 0, sink: -.infinity))
        var count = experts.usedCount
        switch choice {
        case .perToken: break
        case .perTokenNoting(let set): set.note(scores, layer: layer)
        case .among(let set):
            set.note(scores, layer: layer)
            for expert in 0..<scores.count where !set.contains(expert, layer: layer) { scores[expert] = -1 }
            count = min(count, set.count)
        }
        let first = token * experts.usedCount
        var sum: Float = 0
        for rank in 0..<count {
            var best = 0
            for expert in 1..<scores.count where scores[expert] > scores[best] { best = expert }
            chosen[first + rank] = Int32(best)
            shares[first + rank] = scores[best]
            sum += scores[best]
            scores[best] = -1
        }
        for rank in count..<experts.usedCount { chosen[first + rank] = -1 }
        Steps.scale(shares[first, count: count], by: experts.scale / (experts.normalizesShares ? sum : 1))
    }

    /// Copies the vector of a token into its slots.
    func gather(_ source: Activations, _ token: Int) {
        forEachSlot(of: token) { slot, _ in input.copy(source, token: token, to: slot) }
    }

    /// Goes through the slots of a token, with the share of each.
    func forEachSlot(of token: Int, _ body: (Int, Float) -> Void) {
        for place in token * experts.usedCount..<(token + 1) * experts.usedCount where chosen[place] >= 0 {
            body(Int(slots[place]), shares[place])
        }
    }

    /// Goes through the experts that have any tokens, with their slots.
    func forEachExpert(_ body: (Int, Range<Int>) -> Void) {
        for expert in 0..<experts.count where firstSlots[expert] < firstSlots[expert + 1] {
            body(expert, Int(firstSlots[expert])..<Int(firstSlots[expert + 1]))
        }
    }
}
