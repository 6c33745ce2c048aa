/// How the numbers of a tensor are stored; raw values are those of the GGUF format.
package enum TensorType: UInt32, Sendable, CaseIterable {
    case f32 = 0
    case f16 = 1
    case q4_0 = 2
    case q4_1 = 3
    case q5_0 = 6
    case q5_1 = 7
    case q8_0 = 8
    case q2_k = 10
    case q3_k = 11
    case q4_k = 12
    case q5_k = 13
    case q6_k = 14
    case iq4_nl = 20
    case iq4_xs = 23
    case bf16 = 30
    case mxfp4 = 39

    /// The number of weights in a block.
    package var blockLength: Int {
        switch self {
        case .f32, .f16, .bf16: 1
        case .q4_0, .q4_1, .q5_0, .q5_1, .q8_0, .iq4_nl, .mxfp4: 32
        case .q2_k, .q3_k, .q4_k, .q5_k, .q6_k, .iq4_xs: 256
        }
    }

    /// The number of bytes of a block.
    package var blockSize: Int {
        switch self {
        case .f32: 4
        case .f16, .bf16: 2
        case .q4_0: 18
        case .q4_1: 20
        case .q5_0: 22
        case .q5_1: 24
        case .q8_0: 34
        case .q2_k: 84
        case .q3_k: 110
        case .q4_k: 144
        case .q5_k: 176
        case .q6_k: 210
        case .iq4_nl: 18
        case .iq4_xs: 136
        case .mxfp4: 17
        }
    }
}
