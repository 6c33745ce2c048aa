/// How the tokens of a sparse model find their experts.
package enum ExpertRouting: Sendable, Hashable {
    /// Each token goes to the experts that suit it best.
    case perToken
    /// The prompt is read with all experts; what follows uses those that it asked for most, a fixed set in each layer.
    ///
    /// The set is as large as the parameters allow that a token may read, and is chosen anew after so many tokens, by what
    /// those asked for.
    case perRequest(activeParameters: Int, refreshEvery: Int)
}

/// The experts that the tokens of a request may use, layer by layer.
///
/// A plain value that points into the arena of its context; worker 0 alone writes to it.
struct ExpertSet: Sendable {
    /// The number of experts of a layer.
    private let expertCount: Int
    /// The number of them in the set.
    private(set) var count = 0
    /// Whether an expert is in the set.
    private let isChosen: ArenaSlice<Bool>  // [layers, experts]
    /// How much the tokens since the last choice have asked for an expert: the sum of its shares.
    private let demand: ArenaSlice<Float>  // [layers, experts]

    /// Makes room for the experts of all layers.
    init(expertCount: Int, layerCount: Int, arena: Arena) throws(InferenceError) {
        self.expertCount = expertCount
        isChosen = try arena.allocate(Bool.self, count: layerCount * expertCount)
        demand = try arena.allocate(Float.self, count: layerCount * expertCount)
    }

    /// A set of so many experts in each layer that nothing has been asked for.
    func emptied(for count: Int) -> ExpertSet {
        Steps.scale(demand, by: 0)
        var set = self
        set.count = count
        return set
    }

    /// Whether a layer's tokens may use an expert.
    func contains(_ expert: Int, layer: Int) -> Bool { isChosen[layer * expertCount + expert] }

    /// Notes the shares that a token would give to all experts of a layer.
    func note(_ shares: ArenaSlice<Float>, layer: Int) {
        Steps.add(shares, to: demand[layer * expertCount, count: expertCount])
    }

    /// Fills the set with the experts that were asked for most, the first of equals, and forgets what was asked for.
    func choose() {
        for start in stride(from: 0, to: demand.count, by: expertCount) {
            let order = (0..<expertCount).sorted { first, second in
                let (a, b) = (demand[start + first], demand[start + second])
                return a == b ? first < second : a > b
            }
            for (rank, expert) in order.enumerated() {
                isChosen[start + expert] = rank < count
                demand[start + expert] = 0
            }
        }
    }
}

extension Weights {
    /// The number of experts of each layer with which a token reads at most so many parameters.
    func expertCount(activeParameters: Int) throws(InferenceError) -> Int {
        var always = classifier.matrix.elementCount
        var single = 0
        var count = 0
        for layer in layers {
            for part in [layer.query, layer.key, layer.value, layer.attentionOutput] {
                always += part?.matrix.elementCount ?? 0
            }
            guard case .sparse(let mixture) = layer.feedForward else { throw .notSparse }
            always += mixture.router.matrix.elementCount + (mixture.shared?.elementCount ?? 0)
            single += mixture.experts.first?.elementCount ?? 0
            count = mixture.experts.count
        }
        guard activeParameters >= always + single else {
            throw .tooFewActiveParameters(activeParameters, least: always + single)
        }
        return min((activeParameters - always) / single, count)
    }
}
