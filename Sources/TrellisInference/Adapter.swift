import CKernels
package import TrellisModelFiles

/// A low-rank adapter of a model: what is added to the products of some of its linear layers.
///
/// Its matrices are kept as floats in memory of their own; the model's weights stay as they are, so contexts with different
/// adapters share them.
package final class Adapter: Sendable {
    /// What is added to the products of one tensor's rows.
    struct Part: Sendable {
        fileprivate let down: ArenaSlice<Float>  // [rank, inputs]
        fileprivate let up: ArenaSlice<Float>  // [outputs, rank], scale included
        fileprivate let rank: Int
    }

    /// The greatest rank of an adapter.
    static let greatestRank = 1024

    /// The model's weights.
    let weights: Weights
    /// What tells this adapter from others.
    let fingerprint: UInt64
    private let parts: [Part?]
    private let arena = Arena()

    /// Reads an adapter and fits it to a model.
    ///
    /// - Throws: `InferenceError`, naming the tensor that has no place in the model or another shape than its layer.
    package init(file: AdapterFile, model: Transformer) throws(InferenceError) {
        weights = model.weights
        let configuration = model.configuration
        if let architecture = file.architecture, architecture != configuration.architecture {
            throw .badAdapter(
                "the adapter is for the family \(architecture), the model is of \(configuration.architecture)")
        }
        var numbers: [String: Int] = [:]
        for (number, name) in weights.linearNames.enumerated() { numbers[name] = number }
        var parts = [Part?](repeating: nil, count: weights.linearNames.count)
        var fingerprint = Fingerprint()
        for (name, pair) in file.pairs.sorted(by: { $0.key < $1.key }) {
            guard let number = numbers[name] else { throw .unexpectedTensor(name: pair.down.name) }
            guard let shape = weights.shape(ofLinear: name), shape.count == 2 else {
                throw .unexpectedTensor(name: pair.down.name)
            }
            let rank = pair.down.shape[0]
            guard rank <= Self.greatestRank else {
                throw .badAdapter("\(pair.down.name): a rank of \(rank) is beyond the limit of \(Self.greatestRank)")
            }
            for (tensor, expected) in [(pair.down, [rank, shape[1]]), (pair.up, [shape[0], rank])]
            where tensor.shape != expected {
                throw .wrongShape(name: tensor.name, expected: expected, found: tensor.shape)
            }
            let down = try Self.unpack(pair.down, of: file, arena)
            var up = try Self.unpack(pair.up, of: file, arena)
            Steps.scale(up, by: Float(pair.scale))
            if let heads = configuration.turnedHeads(ofLinear: name, layout: file.layout) {
                up = try Self.reordered(up, rowLength: rank, heads: heads, isInterleaved: file.layout == .gguf, arena)
            }
            for slice in [down.bytes, up.bytes] {
                unsafe fingerprint.add(UnsafeRawBufferPointer(start: slice.base, count: slice.count))
            }
            parts[number] = Part(down: down, up: up, rank: rank)
        }
        self.parts = parts
        self.fingerprint = fingerprint.value
    }

    /// What is added to the products of a tensor, if anything.
    func part(of tensor: Int) -> Part? { parts[tensor] }

    /// The elements of a tensor as floats.
    private static func unpack(
        _ tensor: Tensor, of file: AdapterFile, _ arena: Arena
    ) throws(InferenceError) -> ArenaSlice<Float> {
        let matrix = unsafe try Matrix(tensor: tensor, bytes: file.bytes(of: tensor))
        let floats = try arena.allocate(Float.self, count: matrix.elementCount)
        matrix.dequantize(rows: 0..<matrix.rowCount, into: floats)
        return floats
    }

    /// Rows of heads brought from one order of the rotary embedding's pairs to the other.
    private static func reordered(
        _ rows: ArenaSlice<Float>, rowLength: Int, heads: Int, isInterleaved: Bool, _ arena: Arena
    ) throws(InferenceError) -> ArenaSlice<Float> {
        let result = try arena.allocate(Float.self, count: rows.count)
        let size = rows.count / rowLength / heads
        for head in 0..<heads {
            for index in 0..<size {
                let halves = index % 2 * (size / 2) + index / 2
                let (from, to) = isInterleaved ? (index, halves) : (halves, index)
                result[(head * size + to) * rowLength, count: rowLength].copy(
                    from: rows[(head * size + from) * rowLength, count: rowLength])
            }
        }
        return result
    }
}

extension Adapter.Part {
    /// Adds what belongs to some rows for one input.
    func add(
        _ input: ArenaSlice<Float>, firstRow: Int, to output: ArenaSlice<Float>, scratch: ProductScratch
    ) {
        let inner = scratch.adapted[0, count: rank]
        precondition(down.count == rank * input.count)
        unsafe trellis_multiply_float(
            TRELLIS_F32, down.base, input.count * 4, rank, input.count, input.base, inner.base)
        for start in stride(from: 0, to: output.count, by: scratch.addend.count) {
            let addend = scratch.addend[0, count: min(scratch.addend.count, output.count - start)]
            let rows = up[(firstRow + start) * rank, count: addend.count * rank]
            unsafe trellis_multiply_float(TRELLIS_F32, rows.base, rank * 4, addend.count, rank, inner.base, addend.base)
            Steps.add(addend, to: output[start, count: addend.count])
        }
    }
}

extension Weights {
    /// The shape of the tensor of a linear layer.
    fileprivate func shape(ofLinear name: String) -> [Int]? { file.tensors[name + ".weight"]?.shape }
}

extension ModelConfiguration {
    /// The heads among whose rows an adapter in another layout has another order, if the layer has such.
    fileprivate func turnedHeads(ofLinear name: String, layout: WeightLayout) -> Int? {
        guard family.rotaryPairing == .neighbours, (layout == .checkpoint) == (rotaryPairing == .neighbours) else {
            return nil
        }
        if name.hasSuffix(".attn_q") { return headCount }
        return name.hasSuffix(".attn_k") ? keyHeadCount : nil
    }
}
