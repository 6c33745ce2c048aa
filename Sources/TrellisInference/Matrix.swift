import CKernels
import TrellisModelFiles

/// A matrix of weights in place in a model file, its rows one after the other.
///
/// Unsafe code: the bytes stay valid while the file lives, which the weights that hold the matrix keep; the initialiser
/// checks that the rows fill the bytes.
@safe struct Matrix: @unchecked Sendable {
    /// The number of rows: the length of the product.
    let rowCount: Int
    /// The number of columns: the length of the input.
    let columnCount: Int
    /// How the weights are stored.
    let type: trellis_weight_type
    /// The bytes of a row.
    let rowSize: Int
    /// The first row.
    let bytes: UnsafeRawPointer

    /// The number of weights.
    var elementCount: Int { rowCount * columnCount }

    /// Whether the weights are quantised blocks.
    var isQuantized: Bool { type != TRELLIS_F32 && type != TRELLIS_F16 && type != TRELLIS_BF16 }

    /// Makes the matrix of a tensor whose shape has been checked; the rows of all its parts follow each other.
    init(tensor: Tensor, bytes: UnsafeRawBufferPointer) throws(InferenceError) {
        columnCount = tensor.shape.last ?? 0
        rowCount = tensor.shape.dropLast().reduce(1, *)
        type = tensor.type.kernelType
        rowSize = columnCount / tensor.type.blockLength * tensor.type.blockSize
        guard let start = bytes.baseAddress, columnCount % tensor.type.blockLength == 0,
            bytes.count == rowSize * rowCount
        else { throw .wrongShape(name: tensor.name, expected: [rowCount, columnCount], found: tensor.shape) }
        unsafe self.bytes = unsafe start
    }

    /// Some rows as a matrix of their own.
    subscript(rows: Range<Int>) -> Matrix {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= rowCount)
        return unsafe Matrix(
            rowCount: rows.count, columnCount: columnCount, type: type, rowSize: rowSize,
            bytes: bytes + rows.lowerBound * rowSize)
    }

    @unsafe private init(
        rowCount: Int, columnCount: Int, type: trellis_weight_type, rowSize: Int, bytes: UnsafeRawPointer
    ) {
        self.rowCount = rowCount
        self.columnCount = columnCount
        self.type = type
        self.rowSize = rowSize
        unsafe self.bytes = bytes
    }

    /// Unpacks rows into floats.
    func dequantize(rows: Range<Int>, into output: ArenaSlice<Float>) {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= rowCount && output.count >= rows.count * columnCount)
        // Rows follow each other without a gap, and a row is a whole number of blocks.
        unsafe trellis_dequantize(
            type, bytes + rows.lowerBound * rowSize, rows.count * columnCount, output.base)
    }
}

extension TensorType {
    /// The kernels' number for a type.
    var kernelType: trellis_weight_type {
        switch self {
        case .f32: TRELLIS_F32
        case .f16: TRELLIS_F16
        case .bf16: TRELLIS_BF16
        case .q4_0: TRELLIS_Q4_0
        case .q4_1: TRELLIS_Q4_1
        case .q5_0: TRELLIS_Q5_0
        case .q5_1: TRELLIS_Q5_1
        case .q8_0: TRELLIS_Q8_0
        case .q4_k: TRELLIS_Q4_K
        case .q5_k: TRELLIS_Q5_K
        case .q6_k: TRELLIS_Q6_K
        case .q2_k: TRELLIS_Q2_K
        case .q3_k: TRELLIS_Q3_K
        case .iq4_nl: TRELLIS_IQ4_NL
        case .iq4_xs: TRELLIS_IQ4_XS
        case .mxfp4: TRELLIS_MXFP4
        }
    }
}
