import COpenBLAS
import CKernels

/// What a worker needs besides the operands of a matrix product.
struct ProductScratch: Sendable {
    /// The number of rows that are unpacked to floats at a time.
    static let tileRows = 32

    /// Unpacked rows.
    let tile: ArenaSlice<Float>  // [tile rows, longest row]
    /// The batch kernel's panel of unpacked rows.
    let panel: ArenaSlice<UInt8>
    /// A vector between the two matrices of an adapter.
    let adapted: ArenaSlice<Float>  // [greatest rank]
    /// What an adapter adds to some rows.
    let addend: ArenaSlice<Float>  // [rows at a time]

    /// Makes room for rows of up to a length.
    init(longestRow: Int, arena: Arena) throws(InferenceError) {
        tile = try arena.allocate(Float.self, count: Self.tileRows * longestRow)
        adapted = try arena.allocate(Float.self, count: Adapter.greatestRank)
        addend = try arena.allocate(Float.self, count: 256)
        panel = try arena.allocate(UInt8.self, count: trellis_batch_scratch_size(longestRow))
    }
}

extension Matrix {
    /// What a share of the rows is cut at multiples of: panels or tiles are then the same for any number of workers, and so is
    /// the order in which their products are added up.
    var shareUnit: Int { isQuantized ? 8 : ProductScratch.tileRows }

    /// Multiplies some rows by the vectors of a batch: output[t][r] = row r · input[t].
    ///
    /// Which kernel runs is decided here and nowhere else. Quantised weights are multiplied in 8-bit integers when the
    /// input has that form: in place for one token, through unpacked panels for more, with the same bits for either. Everything
    /// else is multiplied in floats: row by row for the tokens of a small batch, through unpacked tiles and sgemm for more.
    func multiply(
        _ input: Activations, tokenCount: Int, rows: Range<Int>, into output: Activations, scratch: ProductScratch
    ) {
        precondition(input.width == columnCount && output.width == rowCount && rows.upperBound <= rowCount)
        guard !rows.isEmpty else { return }
        if isQuantized, let quantized = input.quantized {
            multiply(quantized, tokenCount: tokenCount, rows: rows, into: output, scratch: scratch)
        } else if tokenCount <= Transformer.smallBatchLength {
            multiplyRows(input, tokenCount: tokenCount, rows: rows, into: output, scratch: scratch)
        } else {
            multiplyTiles(input, tokenCount: tokenCount, rows: rows, into: output, scratch: scratch)
        }
    }

    /// Multiplies in 8-bit integers.
    private func multiply(
        _ input: Activations.Quantized, tokenCount: Int, rows: Range<Int>, into output: Activations,
        scratch: ProductScratch
    ) {
        let first = unsafe bytes + rows.lowerBound * rowSize
        let values = input.values[0, count: tokenCount * columnCount]
        let scales = input.scales[0, count: tokenCount * columnCount / 32]
        let sums = input.sums[0, count: tokenCount * columnCount / 16]
        let destination = output.floats[rows.lowerBound, count: tokenCount * rowCount - rows.lowerBound]
        if tokenCount == 1 {
            unsafe trellis_multiply_vector(
                type, first, rowSize, rows.count, columnCount, values.base, scales.base, sums.base, destination.base)
        } else {
            unsafe trellis_multiply_batch(
                type, first, rowSize, rows.count, columnCount, tokenCount, values.base, scales.base, sums.base,
                destination.base, rowCount, scratch.panel.base)
        }
    }

    /// Multiplies a few vectors in floats, a tile of rows at a time, each vector as if it were alone.
    private func multiplyRows(
        _ input: Activations, tokenCount: Int, rows: Range<Int>, into output: Activations, scratch: ProductScratch
    ) {
        forEachTile(rows) { part, place in
            var (type, start, size) = unsafe (type, bytes + part.lowerBound * rowSize, rowSize)
            if isQuantized {
                let tile = scratch.tile[0, count: part.count * columnCount]
                dequantize(rows: part, into: tile)
                unsafe (type, start, size) = (TRELLIS_F32, UnsafeRawPointer(tile.base), columnCount * 4)
            }
            for token in 0..<tokenCount {
                let destination = output[token, rows][place, count: part.count]
                unsafe trellis_multiply_float(
                    type, start, size, part.count, columnCount, input[token].base, destination.base)
            }
        }
    }

    /// Multiplies a batch in floats, a tile of unpacked rows at a time.
    private func multiplyTiles(
        _ input: Activations, tokenCount: Int, rows: Range<Int>, into output: Activations, scratch: ProductScratch
    ) {
        let vectors = input.floats[0, count: tokenCount * columnCount]
        let destination = output.floats[rows.lowerBound, count: tokenCount * rowCount - rows.lowerBound]
        forEachTile(rows) { part, place in
            let tile = scratch.tile[0, count: part.count * columnCount]
            dequantize(rows: part, into: tile)
            unsafe cblas_sgemm(
                CblasRowMajor, CblasNoTrans, CblasTrans, Int32(tokenCount), Int32(part.count), Int32(columnCount), 1,
                vectors.base, Int32(columnCount), tile.base, Int32(columnCount), 0,
                destination.base + place, Int32(rowCount))
        }
    }

    /// Goes through rows a tile at a time; the body gets the rows, and the place of the first among all of them.
    private func forEachTile(_ rows: Range<Int>, _ body: (Range<Int>, Int) -> Void) {
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: ProductScratch.tileRows) {
            body(start..<min(start + ProductScratch.tileRows, rows.upperBound), start - rows.lowerBound)
        }
    }
}
