import CKernels

/// The keys and values of past positions, per layer and key head.
///
/// A plain value that points into the arena of its context. Positions of one head follow each other in memory, so that
/// attention reads it in one sweep.
struct KVCache: Sendable {
    /// How keys and values are stored.
    enum Precision: Sendable {
        case half
        case single
    }

    /// Keys or values.
    private enum Store: Sendable {
        case half(ArenaSlice<UInt16>)  // [layers, key heads, capacity, head size]
        case single(ArenaSlice<Float>)  // [layers, key heads, capacity, head size]
    }

    /// The number of positions that fit.
    let capacity: Int
    private let keyHeadCount: Int
    private let headSize: Int
    private let keys: Store
    private let values: Store

    /// Makes an empty cache.
    init(
        _ precision: Precision, capacity: Int, configuration c: ModelConfiguration, arena: Arena
    ) throws(InferenceError) {
        self.capacity = capacity
        keyHeadCount = c.keyHeadCount
        headSize = c.headSize
        let (count, overflow) = (c.layerCount * c.keyHeadCount).multipliedReportingOverflow(by: capacity * c.headSize)
        guard !overflow else { throw .outOfMemory(bytes: Int.max) }
        switch precision {
        case .half:
            keys = .half(try arena.allocate(UInt16.self, count: count))
            values = .half(try arena.allocate(UInt16.self, count: count))
        case .single:
            keys = .single(try arena.allocate(Float.self, count: count))
            values = .single(try arena.allocate(Float.self, count: count))
        }
    }

    /// Keeps the key and the value of a position.
    func store(key: ArenaSlice<Float>, value: ArenaSlice<Float>, layer: Int, head: Int, position: Int) {
        let start = place(layer, head, position)
        for (vector, store) in [(key, keys), (value, values)] {
            precondition(vector.count == headSize)
            switch store {
            case .half(let slice):
                unsafe trellis_to_f16(vector.base, headSize, slice[start, count: headSize].base)
            case .single(let slice):
                slice[start, count: headSize].copy(from: vector)
            }
        }
    }

    /// Attends with one query to a range of positions; the output may not be the query.
    func attend(
        _ query: ArenaSlice<Float>, layer: Int, head: Int, positions: Range<Int>, rule: trellis_score_rule,
        scores: ArenaSlice<Float>, into output: ArenaSlice<Float>
    ) {
        precondition(query.count == headSize && output.count == headSize && scores.count >= positions.count)
        let start = place(layer, head, positions.lowerBound)
        let count = positions.count * headSize
        switch (keys, values) {
        case (.half(let keys), .half(let values)):
            unsafe trellis_attention_f16(
                query.base, keys[start, count: count].base, values[start, count: count].base, positions.count, headSize,
                rule, scores.base, output.base)
        case (.single(let keys), .single(let values)):
            unsafe trellis_attention_f32(
                query.base, keys[start, count: count].base, values[start, count: count].base, positions.count, headSize,
                rule, scores.base, output.base)
        case (.half, .single), (.single, .half):
            preconditionFailure("keys and values are stored alike")
        }
    }

    /// The keys of some positions of a head as floats: in place, or converted in the scratch.
    func keys(layer: Int, head: Int, positions: Range<Int>, scratch: ArenaSlice<Float>) -> ArenaSlice<Float> {
        floats(keys, layer, head, positions, scratch)
    }

    /// The values of some positions of a head as floats: in place, or converted in the scratch.
    func values(layer: Int, head: Int, positions: Range<Int>, scratch: ArenaSlice<Float>) -> ArenaSlice<Float> {
        floats(values, layer, head, positions, scratch)
    }

    private func floats(
        _ store: Store, _ layer: Int, _ head: Int, _ positions: Range<Int>, _ scratch: ArenaSlice<Float>
    ) -> ArenaSlice<Float> {
        let start = place(layer, head, positions.lowerBound)
        let count = positions.count * headSize
        switch store {
        case .single(let slice): return slice[start, count: count]
        case .half(let slice):
            let output = scratch[0, count: count]
            unsafe trellis_from_f16(slice[start, count: count].base, count, output.base)
            return output
        }
    }

    /// Where a position of a head starts.
    private func place(_ layer: Int, _ head: Int, _ position: Int) -> Int {
        ((layer * keyHeadCount + head) * capacity + position) * headSize
    }
}
