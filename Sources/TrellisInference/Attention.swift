import COpenBLAS
import CKernels

/// The attention of a batch's queries over the cache, in one layer.
struct Attention {
    /// What a worker needs besides the operands.
    struct Scratch: Sendable {
        let scores: ArenaSlice<Float>  // [tile tokens · group, capacity]
        let queries: ArenaSlice<Float>  // [tile tokens · group, head size]
        let outputs: ArenaSlice<Float>  // [tile tokens · group, head size]
        let positions: ArenaSlice<Float>  // [span of positions, head size]

        /// Makes room for contexts of up to a length.
        init(configuration c: ModelConfiguration, capacity: Int, arena: Arena) throws(InferenceError) {
            let rows = Attention.tileTokens * c.groupSize
            scores = try arena.allocate(Float.self, count: rows * capacity)
            queries = try arena.allocate(Float.self, count: rows * c.headSize)
            outputs = try arena.allocate(Float.self, count: rows * c.headSize)
            positions = try arena.allocate(Float.self, count: Attention.span * c.headSize)
        }
    }

    /// The number of tokens whose queries are multiplied with the keys at once.
    static let tileTokens = 16
    /// The number of positions that are converted to floats at once.
    static let span = 256
    let configuration: ModelConfiguration
    /// Where the tokens of the batch stand.
    let places: ArenaSlice<Place>
    let layer: Int
    /// How many tokens back a query sees, itself included; nothing when it sees all.
    let window: Int?
    /// A score of each query head that belongs to no position, if the layer has such.
    let sinks: ArenaSlice<Float>?

    /// Attends with the part of the batch's queries that falls to a worker.
    func run(
        _ query: Activations, tokenCount: Int, into output: Activations, worker: Worker, scratch: Scratch
    ) {
        let c = configuration
        if tokenCount <= Transformer.smallBatchLength {
            // The heads of all tokens, shared out evenly.
            for item in worker.share(of: tokenCount * c.headCount) {
                let token = item / c.headCount
                let head = item % c.headCount
                let part = head * c.headSize..<(head + 1) * c.headSize
                places[token].cache.attend(
                    query[token, part], layer: layer, head: head / c.groupSize, positions: visible(to: token),
                    rule: rule(head: head), scores: scratch.scores, into: output[token, part])
            }
        } else {
            // Later tiles see more positions, so tiles are dealt out in turn.
            let tileCount = (tokenCount + Self.tileTokens - 1) / Self.tileTokens
            for item in stride(from: worker.index, to: c.keyHeadCount * tileCount, by: worker.count) {
                let first = item / c.keyHeadCount * Self.tileTokens
                let tokens = first..<min(first + Self.tileTokens, tokenCount)
                attendTile(query, tokens, keyHead: item % c.keyHeadCount, into: output, scratch)
            }
        }
    }

    /// How the scores of a query head become weights.
    private func rule(head: Int) -> trellis_score_rule {
        trellis_score_rule(
            scale: configuration.scoreScale, cap: configuration.scoreCap ?? 0, sink: sinks?[head] ?? -.infinity)
    }

    /// The positions that a token of the batch sees.
    private func visible(to token: Int) -> Range<Int> {
        let end = places[token].position + 1
        return (window.map { max(0, end - $0) } ?? 0)..<end
    }

    /// Attends with the queries of some tokens of one sequence that share a key head, through matrix products.
    private func attendTile(
        _ query: Activations, _ tokens: Range<Int>, keyHead: Int, into output: Activations, _ scratch: Scratch
    ) {
        let size = configuration.headSize
        let group = configuration.groupSize
        let rows = tokens.count * group
        let cache = places[tokens.lowerBound].cache
        let heads = keyHead * group * size..<(keyHead + 1) * group * size
        for (index, token) in tokens.enumerated() {
            scratch.queries[index * group * size, count: group * size].copy(from: query[token, heads])
        }
        let positions = visible(to: tokens.lowerBound).lowerBound..<visible(to: tokens.upperBound - 1).upperBound
        let scores = scratch.scores[0, count: rows * positions.count]
        // Both products address rows of `scores` with a stride, from the first element of their span on.
        forEachSpan(of: positions) { span in
            // scores [rows, span] = queries [rows, size] · keys [span, size]ᵀ
            let keys = cache.keys(layer: layer, head: keyHead, positions: span, scratch: scratch.positions)
            let destination = scores[span.lowerBound - positions.lowerBound, count: 1]
            unsafe cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasTrans, Int32(rows), Int32(span.count), Int32(size), 1,
                scratch.queries.base, Int32(size), keys.base, Int32(size), 0, destination.base, Int32(positions.count))
        }
        for row in 0..<rows {
            let seen = visible(to: tokens.lowerBound + row / group)
            let rowStart = row * positions.count
            let before = seen.lowerBound - positions.lowerBound
            Steps.softmax(scores[rowStart + before, count: seen.count], rule(head: keyHead * group + row % group))
            let after = positions.upperBound - seen.upperBound
            unsafe scores[rowStart, count: before].base.update(repeating: 0, count: before)
            unsafe scores[rowStart + positions.count - after, count: after].base.update(repeating: 0, count: after)
        }
        forEachSpan(of: positions) { span in
            // outputs [rows, size] += weights [rows, span] · values [span, size]
            let values = cache.values(layer: layer, head: keyHead, positions: span, scratch: scratch.positions)
            let weights = scores[span.lowerBound - positions.lowerBound, count: 1]
            unsafe cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(rows), Int32(size), Int32(span.count), 1,
                weights.base, Int32(positions.count), values.base, Int32(size),
                span.lowerBound == positions.lowerBound ? 0 : 1, scratch.outputs.base, Int32(size))
        }
        for (index, token) in tokens.enumerated() {
            output[token, heads].copy(from: scratch.outputs[index * group * size, count: group * size])
        }
    }

    /// Goes through positions a span at a time.
    private func forEachSpan(of positions: Range<Int>, _ body: (Range<Int>) -> Void) {
        for start in stride(from: positions.lowerBound, to: positions.upperBound, by: Self.span) {
            body(start..<min(start + Self.span, positions.upperBound))
        }
    }
}
