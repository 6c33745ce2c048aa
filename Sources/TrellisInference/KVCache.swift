import CKernels

/// How the keys and values of a context are stored.
package enum CachePrecision: Sendable, Hashable, CaseIterable, BitwiseCopyable {
    /// 8-bit integers with a scale for each 32; for heads whose size is a multiple of 32.
    case byte
    case half
    case single
}

/// The keys and values of past positions, per layer and key head.
///
/// A plain value that points into the arena of its context. Positions of one head follow each other in memory, so that
/// attention reads it in one sweep.
struct KVCache: Sendable, BitwiseCopyable {

    /// Keys or values.
    private enum Store: Sendable {
        case byte(ArenaSlice<UInt8>)  // [layers, key heads, capacity, blocks of a head, block]
        case half(ArenaSlice<UInt16>)  // [layers, key heads, capacity, head size]
        case single(ArenaSlice<Float>)  // [layers, key heads, capacity, head size]
    }

    /// The number of positions that fit.
    let capacity: Int
    /// How keys and values are stored.
    let precision: CachePrecision
    private let layerCount: Int
    private let keyHeadCount: Int
    private let headSize: Int
    private let keys: Store
    private let values: Store

    /// Makes an empty cache.
    init(
        _ precision: CachePrecision, capacity: Int, configuration c: ModelConfiguration, arena: Arena
    ) throws(InferenceError) {
        self.capacity = capacity
        self.precision = precision
        layerCount = c.cachedLayerCount
        keyHeadCount = c.keyHeadCount
        headSize = c.headSize
        let (count, overflow) = (c.cachedLayerCount * c.keyHeadCount).multipliedReportingOverflow(
            by: capacity * c.headSize)
        guard !overflow else { throw .outOfMemory(bytes: Int.max) }
        switch precision {
        case .byte:
            guard headSize % Self.blockLength == 0 else { throw .unsupportedCache(headSize: headSize) }
            // A block has fewer bytes than numbers have in single precision, whose count didn't overflow.
            let bytes = count / Self.blockLength * Self.blockSize
            keys = .byte(try arena.allocate(UInt8.self, count: bytes))
            values = .byte(try arena.allocate(UInt8.self, count: bytes))
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
            case .byte(let slice):
                unsafe trellis_to_q8_0(vector.base, headSize, blocks(slice, start, headSize).base)
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
        case (.byte(let keys), .byte(let values)):
            unsafe trellis_attention_q8_0(
                query.base, blocks(keys, start, count).base, blocks(values, start, count).base, positions.count,
                headSize, rule, scores.base, output.base)
        case (.half(let keys), .half(let values)):
            unsafe trellis_attention_f16(
                query.base, keys[start, count: count].base, values[start, count: count].base, positions.count, headSize,
                rule, scores.base, output.base)
        case (.single(let keys), .single(let values)):
            unsafe trellis_attention_f32(
                query.base, keys[start, count: count].base, values[start, count: count].base, positions.count, headSize,
                rule, scores.base, output.base)
        default:
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
        case .byte(let slice):
            let output = scratch[0, count: count]
            unsafe trellis_dequantize(TRELLIS_Q8_0, blocks(slice, start, count).base, count, output.base)
            return output
        case .half(let slice):
            let output = scratch[0, count: count]
            unsafe trellis_from_f16(slice[start, count: count].base, count, output.base)
            return output
        }
    }

    /// Gives the bytes of the keys, then of the values, of the first positions of each head of each layer.
    func forEachPart(positions: Int, _ body: (ArenaSlice<UInt8>) throws -> Void) rethrows {
        for layer in 0..<layerCount {
            for head in 0..<keyHeadCount {
                let start = place(layer, head, 0)
                for store in [keys, values] {
                    switch store {
                    case .byte(let slice): try body(blocks(slice, start, positions * headSize))
                    case .half(let slice): try body(slice[start, count: positions * headSize].bytes)
                    case .single(let slice): try body(slice[start, count: positions * headSize].bytes)
                    }
                }
            }
        }
    }

    /// The number of bytes of all those parts.
    func byteCount(positions: Int) -> Int {
        var count = 0
        forEachPart(positions: positions) { count += $0.count }
        return count
    }

    /// The numbers in an 8-bit block, and its bytes.
    private static let blockLength = 32
    private static let blockSize = 34

    /// The blocks of some numbers, which begin and end with whole ones.
    private func blocks(_ slice: ArenaSlice<UInt8>, _ start: Int, _ count: Int) -> ArenaSlice<UInt8> {
        slice[start / Self.blockLength * Self.blockSize, count: count / Self.blockLength * Self.blockSize]
    }

    /// Where a position of a head starts.
    private func place(_ layer: Int, _ head: Int, _ position: Int) -> Int {
        ((layer * keyHeadCount + head) * capacity + position) * headSize
    }
}
