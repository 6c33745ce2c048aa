/// A linear layer: a matrix, and what is added to its products.
struct Linear: Sendable {
    /// The weights.
    let matrix: Matrix  // [outputs, inputs]
    /// What is added, if anything.
    let bias: ArenaSlice<Float>?  // [outputs]
    /// The number of its tensor among those of linear layers, by which an adapter finds what it adds.
    let tensor: Int
    /// The first of its rows in that tensor.
    var firstRow = 0

    /// The number of outputs.
    var rowCount: Int { matrix.rowCount }

    /// The outputs that a worker computes.
    func share(of worker: Worker) -> Range<Int> { worker.share(of: rowCount, unit: matrix.shareUnit) }

    /// A part of the outputs as a layer of its own.
    subscript(rows: Range<Int>) -> Linear {
        Linear(
            matrix: matrix[rows], bias: bias.map { $0[rows.lowerBound, count: rows.count] }, tensor: tensor,
            firstRow: firstRow + rows.lowerBound)
    }

    /// The two halves of the outputs, where one matrix holds two.
    var halves: (first: Linear, second: Linear) { (self[0..<rowCount / 2], self[rowCount / 2..<rowCount]) }

    /// Computes some outputs for the vectors of a batch.
    func multiply(
        _ input: Activations, tokenCount: Int, rows: Range<Int>, into output: Activations, adapter: Adapter?,
        scratch: ProductScratch
    ) {
        matrix.multiply(input, tokenCount: tokenCount, rows: rows, into: output, scratch: scratch)
        if let bias {
            let part = bias[rows.lowerBound, count: rows.count]
            for token in 0..<tokenCount { Steps.add(part, to: output[token, rows]) }
        }
        guard let part = adapter?.part(of: tensor) else { return }
        for token in 0..<tokenCount {
            part.add(input[token], firstRow: firstRow + rows.lowerBound, to: output[token, rows], scratch: scratch)
        }
    }
}

/// A gated block: down · (activation(gate · x) · (up · x)).
struct FeedForward: Sendable {
    let gate: Linear  // [feed-forward width, width]
    let up: Linear  // [feed-forward width, width]
    let down: Linear  // [width, feed-forward width]

    /// The number of weights.
    var elementCount: Int { gate.matrix.elementCount + up.matrix.elementCount + down.matrix.elementCount }
}

/// The blocks of a sparse layer, of which each token is sent to a few.
struct Mixture: Sendable {
    /// Gives each expert a score.
    let router: Linear  // [experts, width]
    /// The blocks that tokens are sent to.
    let experts: [FeedForward]
    /// The block that all tokens are sent to.
    let shared: FeedForward?
    /// How much of the shared block's result counts: the sigmoid of the product with this; all of it without.
    let sharedGate: ArenaSlice<Float>?  // [width]
}
