import TrellisModelFiles

/// The weights of a model, in place in its file; small vectors are unpacked into memory of their own.
final class Weights: Sendable {
    /// The weights of one layer.
    struct Layer: Sendable {
        let attentionNorm: ArenaSlice<Float>  // [width]
        let query: Matrix  // [heads · head size, width]
        let key: Matrix  // [key heads · head size, width]
        let value: Matrix  // [key heads · head size, width]
        let queryNorm: ArenaSlice<Float>?  // [head size]
        let keyNorm: ArenaSlice<Float>?  // [head size]
        let attentionOutput: Matrix  // [width, heads · head size]
        let attentionOutputNorm: ArenaSlice<Float>?  // [width]
        let feedForwardNorm: ArenaSlice<Float>  // [width]
        let gate: Matrix  // [feed-forward width, width]
        let up: Matrix  // [feed-forward width, width]
        let down: Matrix  // [width, feed-forward width]
        let feedForwardOutputNorm: ArenaSlice<Float>?  // [width]
    }

    /// The embedding of each token.
    let embedding: Matrix  // [vocabulary, width]
    /// The layers in order.
    let layers: [Layer]
    /// The norm before the classifier.
    let outputNorm: ArenaSlice<Float>  // [width]
    /// The classifier; the embedding when the file has no other.
    let classifier: Matrix  // [vocabulary, width]
    /// What the rotary frequencies are divided by, when the file says so.
    let rotaryDivisors: ArenaSlice<Float>?  // [rotary size / 2]

    /// Keeps the bytes of the matrices.
    private let file: GGUFFile
    /// Keeps the vectors.
    private let arena: Arena

    /// Fetches all weights by name and checks their shapes.
    init(file: GGUFFile, configuration c: ModelConfiguration) throws(InferenceError) {
        let fetcher = Fetcher(file: file, arena: Arena())
        let queryWidth = c.headCount * c.headSize
        let keyWidth = c.keyHeadCount * c.headSize
        embedding = try fetcher.matrix("token_embd", c.vocabularySize, c.width)
        var layers: [Layer] = []
        layers.reserveCapacity(c.layerCount)
        for index in 0..<c.layerCount {
            let block = "blk.\(index)."
            layers.append(
                Layer(
                    attentionNorm: try fetcher.vector(block + "attn_norm", c.width),
                    query: try fetcher.matrix(block + "attn_q", queryWidth, c.width),
                    key: try fetcher.matrix(block + "attn_k", keyWidth, c.width),
                    value: try fetcher.matrix(block + "attn_v", keyWidth, c.width),
                    queryNorm: try fetcher.vector(block + "attn_q_norm", c.headSize, if: c.family.normalizesHeads),
                    keyNorm: try fetcher.vector(block + "attn_k_norm", c.headSize, if: c.family.normalizesHeads),
                    attentionOutput: try fetcher.matrix(block + "attn_output", c.width, queryWidth),
                    attentionOutputNorm: try fetcher.vector(
                        block + "post_attention_norm", c.width, if: c.family.normalizesOutputs),
                    feedForwardNorm: try fetcher.vector(block + "ffn_norm", c.width),
                    gate: try fetcher.matrix(block + "ffn_gate", c.feedForwardWidth, c.width),
                    up: try fetcher.matrix(block + "ffn_up", c.feedForwardWidth, c.width),
                    down: try fetcher.matrix(block + "ffn_down", c.width, c.feedForwardWidth),
                    feedForwardOutputNorm: try fetcher.vector(
                        block + "post_ffw_norm", c.width, if: c.family.normalizesOutputs)))
        }
        self.layers = layers
        outputNorm = try fetcher.vector("output_norm", c.width)
        classifier =
            file.tensors["output.weight"] == nil ? embedding : try fetcher.matrix("output", c.vocabularySize, c.width)
        rotaryDivisors = try fetcher.vector(
            "rope_freqs", c.rotarySize / 2, if: file.tensors["rope_freqs.weight"] != nil)
        self.file = file
        arena = fetcher.arena
    }

    /// The length of the longest row of any matrix.
    var longestRow: Int {
        layers.reduce(embedding.columnCount) { longest, layer in
            max(longest, layer.attentionOutput.columnCount, layer.down.columnCount, layer.query.columnCount)
        }
    }
}

/// Gives tensors by name and expected shape.
private struct Fetcher {
    let file: GGUFFile
    let arena: Arena

    /// The matrix of a name without its suffix.
    func matrix(_ name: String, _ rowCount: Int, _ columnCount: Int) throws(InferenceError) -> Matrix {
        let tensor = try tensor(name, shape: [rowCount, columnCount])
        return unsafe try Matrix(tensor: tensor, bytes: file.bytes(of: tensor))
    }

    /// The vector of a name, unpacked to floats.
    func vector(_ name: String, _ count: Int) throws(InferenceError) -> ArenaSlice<Float> {
        let tensor = try tensor(name, shape: [count])
        let row = Tensor(
            name: tensor.name, type: tensor.type, shape: [1, count], offset: tensor.offset, byteCount: tensor.byteCount)
        let matrix = unsafe try Matrix(tensor: row, bytes: file.bytes(of: tensor))
        let vector = try arena.allocate(Float.self, count: count)
        matrix.dequantize(rows: 0..<1, into: vector)
        return vector
    }

    /// The vector of a name, if the family has it.
    func vector(_ name: String, _ count: Int, if isPresent: Bool) throws(InferenceError) -> ArenaSlice<Float>? {
        isPresent ? try vector(name, count) : nil
    }

    /// The tensor of a name, if its shape is right.
    private func tensor(_ name: String, shape: [Int]) throws(InferenceError) -> Tensor {
        let name = name + ".weight"
        guard let tensor = file.tensors[name] else { throw .missingTensor(name: name) }
        guard tensor.shape == shape else { throw .wrongShape(name: name, expected: shape, found: tensor.shape) }
        return tensor
    }
}
