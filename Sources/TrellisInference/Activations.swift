import CKernels

/// A vector for each token of a batch, as floats and, where quantised weights read it, as 8-bit integers.
///
/// A plain value that points into the arena of its context.
struct Activations: Sendable {
    /// The length of each vector.
    let width: Int
    /// The vectors one after the other.
    let floats: ArenaSlice<Float>  // [tokens, width]
    /// The 8-bit form.
    let quantized: Quantized?

    /// The 8-bit form of the vectors: integers, the scale of each 32, and scale times sum.
    struct Quantized: Sendable {
        let values: ArenaSlice<Int8>  // [tokens, width]
        let scales: ArenaSlice<Float>  // [tokens, width / 32]
        let sums: ArenaSlice<Float>  // [tokens, 2, width / 32]: of the 32, then of the first 16
    }

    /// Makes room for a batch; the 8-bit form needs a width that is a multiple of 32.
    init(width: Int, tokenCount: Int, quantized: Bool, arena: Arena) throws(InferenceError) {
        self.width = width
        floats = try arena.allocate(Float.self, count: tokenCount * width)
        guard quantized && width % 32 == 0 else {
            self.quantized = nil
            return
        }
        self.quantized = Quantized(
            values: try arena.allocate(Int8.self, count: tokenCount * width),
            scales: try arena.allocate(Float.self, count: tokenCount * width / 32),
            sums: try arena.allocate(Float.self, count: tokenCount * width / 16))
    }

    private init(width: Int, floats: ArenaSlice<Float>, quantized: Quantized?) {
        self.width = width
        self.floats = floats
        self.quantized = quantized
    }

    /// The vectors of some tokens.
    subscript(tokens tokens: Range<Int>) -> Activations {
        let blocks = width / 32
        return Activations(
            width: width, floats: floats[tokens.lowerBound * width, count: tokens.count * width],
            quantized: quantized.map {
                Quantized(
                    values: $0.values[tokens.lowerBound * width, count: tokens.count * width],
                    scales: $0.scales[tokens.lowerBound * blocks, count: tokens.count * blocks],
                    sums: $0.sums[tokens.lowerBound * 2 * blocks, count: tokens.count * 2 * blocks])
            })
    }

    /// Copies the vector of a token of another batch, in both forms.
    func copy(_ source: Activations, token: Int, to place: Int) {
        let from = source[tokens: token..<token + 1]
        let to = self[tokens: place..<place + 1]
        to.floats.copy(from: from.floats)
        guard let target = to.quantized, let quantized = from.quantized else { return }
        target.values.copy(from: quantized.values)
        target.scales.copy(from: quantized.scales)
        target.sums.copy(from: quantized.sums)
    }

    /// The vector of a token.
    subscript(token: Int) -> ArenaSlice<Float> { floats[token * width, count: width] }

    /// A part of the vector of a token.
    subscript(token: Int, part: Range<Int>) -> ArenaSlice<Float> {
        floats[token * width + part.lowerBound, count: part.count]
    }

    /// Brings the 8-bit form of a token's vector, or of a part of it between multiples of 32, up to date.
    func quantize(_ token: Int, _ part: Range<Int>? = nil) {
        guard let quantized else { return }
        let part = part ?? 0..<width
        let blocks = width / 32
        let first = part.lowerBound / 32
        let count = part.count / 32
        precondition(part.lowerBound % 32 == 0 && part.count % 32 == 0 && part.upperBound <= width)
        let input = self[token, part]
        let values = quantized.values[token * width + part.lowerBound, count: part.count]
        let scales = quantized.scales[token * blocks + first, count: count]
        let blockSums = quantized.sums[token * 2 * blocks + first, count: count]
        let halfSums = quantized.sums[(token * 2 + 1) * blocks + first, count: count]
        unsafe trellis_quantize(
            input.base, input.count, values.base, scales.base, blockSums.base, halfSums.base)
    }
}
