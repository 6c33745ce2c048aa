import CKernels
import Foundation
import Testing

/// The vector kernels against their plain twins.
@Suite struct KernelTests {
    /// A quantised type with its block's length and size, and where the scales of a block lie.
    struct Quantized: Sendable, CustomTestStringConvertible {
        let name: String
        let type: trellis_weight_type
        let length: Int
        let size: Int
        /// The places of half-precision numbers; with none, the block begins with a power of two.
        let halves: [Int]

        var testDescription: String { name }
    }

    static let types = [
        Quantized(name: "Q4_0", type: TRELLIS_Q4_0, length: 32, size: 18, halves: [0]),
        Quantized(name: "Q4_1", type: TRELLIS_Q4_1, length: 32, size: 20, halves: [0, 2]),
        Quantized(name: "Q5_0", type: TRELLIS_Q5_0, length: 32, size: 22, halves: [0]),
        Quantized(name: "Q5_1", type: TRELLIS_Q5_1, length: 32, size: 24, halves: [0, 2]),
        Quantized(name: "Q8_0", type: TRELLIS_Q8_0, length: 32, size: 34, halves: [0]),
        Quantized(name: "IQ4_NL", type: TRELLIS_IQ4_NL, length: 32, size: 18, halves: [0]),
        Quantized(name: "MXFP4", type: TRELLIS_MXFP4, length: 32, size: 17, halves: []),
        Quantized(name: "Q2_K", type: TRELLIS_Q2_K, length: 256, size: 84, halves: [80, 82]),
        Quantized(name: "Q3_K", type: TRELLIS_Q3_K, length: 256, size: 110, halves: [108]),
        Quantized(name: "Q4_K", type: TRELLIS_Q4_K, length: 256, size: 144, halves: [0, 2]),
        Quantized(name: "Q5_K", type: TRELLIS_Q5_K, length: 256, size: 176, halves: [0, 2]),
        Quantized(name: "Q6_K", type: TRELLIS_Q6_K, length: 256, size: 210, halves: [208]),
        Quantized(name: "IQ4_XS", type: TRELLIS_IQ4_XS, length: 256, size: 136, halves: [0]),
    ]

    /// 8-bit activations of some vectors.
    struct Activations {
        var values: [Int8] = []
        var scales: [Float] = []
        var sums: [Float] = []
    }

    /// Blocks of random bytes whose scales are all powers of two, so that sums of their products are exact in any order.
    private func randomRows(_ type: Quantized, blockCount: Int, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = (0..<blockCount * type.size).map { _ in UInt8.random(in: 0...255, using: &random) }
        setScales(type, &bytes) { Bool.random(using: &random) }
        return bytes
    }

    /// Sets the scales of all blocks to 2^-4 or, where asked for, to -2^-4; those of MXFP4 have no sign.
    private func setScales(_ type: Quantized, _ bytes: inout [UInt8], isNegative: () -> Bool) {
        for block in stride(from: 0, to: bytes.count, by: type.size) {
            if type.halves.isEmpty { bytes[block] = 124 }
            for place in type.halves {
                bytes[block + place] = 0
                bytes[block + place + 1] = isNegative() ? 0xac : 0x2c
            }
        }
    }

    /// Quantised vectors of random integers up to a magnitude with a scale of one.
    private func randomActivations(
        _ columns: Int, count: Int, magnitude: Int8, _ random: inout SeededGenerator
    ) -> Activations {
        var result = Activations()
        for _ in 0..<count {
            let values = (0..<columns).map { _ in Int8.random(in: -magnitude...magnitude, using: &random) }
            let blocks = stride(from: 0, to: columns, by: 32).map { Array(values[$0..<$0 + 32]) }
            result.values += values
            result.scales += blocks.map { _ in 1 }
            result.sums += blocks.map { $0.reduce(0) { $0 + Float($1) } }
            result.sums += blocks.map { $0.prefix(16).reduce(0) { $0 + Float($1) } }
        }
        return result
    }

    /// A form of the integer products; the chosen one among them.
    struct Form: Sendable {
        let vector: @Sendable (Rows, Activations, Int) -> [Float]
        let batch: @Sendable (Rows, Activations, Int, Int) -> [Float]
    }

    /// Rows of blocks.
    struct Rows: Sendable {
        let type: Quantized
        let bytes: [UInt8]
        let units: Int
        var columns: Int { units * type.length }
        var size: Int { units * type.size }
        var count: Int { bytes.count / size }
    }

    private typealias VectorProduct =
        @Sendable @convention(c) (
            trellis_weight_type, UnsafeRawPointer?, Int, Int, Int, UnsafePointer<Int8>?, UnsafePointer<Float>?,
            UnsafePointer<Float>?, UnsafeMutablePointer<Float>?
        ) -> Void
    private typealias BatchProduct =
        @Sendable @convention(c) (
            trellis_weight_type, UnsafeRawPointer?, Int, Int, Int, Int, UnsafePointer<Int8>?, UnsafePointer<Float>?,
            UnsafePointer<Float>?, UnsafeMutablePointer<Float>?, Int, UnsafeMutableRawPointer?
        ) -> Void

    private static func form(_ vector: VectorProduct, _ batch: BatchProduct) -> Form {
        Form { rows, x, vectors in
            // One vector after the other.
            (0..<vectors).flatMap { index in
                var output = [Float](repeating: 0, count: rows.count)
                let blocks = rows.columns / 32
                unsafe vector(
                    rows.type.type, rows.bytes, rows.size, rows.count, rows.columns,
                    Array(x.values[index * rows.columns..<(index + 1) * rows.columns]),
                    Array(x.scales[index * blocks..<(index + 1) * blocks]),
                    Array(x.sums[index * 2 * blocks..<(index + 1) * 2 * blocks]), &output)
                return output
            }
        } batch: { rows, x, vectors, stride in
            var output = [Float](repeating: -1, count: stride * vectors)
            var scratch = [UInt8](repeating: 0, count: trellis_batch_scratch_size(rows.columns))
            unsafe batch(
                rows.type.type, rows.bytes, rows.size, rows.count, rows.columns, vectors, x.values, x.scales, x.sums,
                &output, stride, &scratch)
            return output
        }
    }

    /// All forms that this processor runs.
    static let forms: [Form] = {
        var forms = [unsafe form(trellis_multiply_vector, trellis_multiply_batch)]
        #if arch(x86_64)
            if trellis_has_vector_kernels() {
                forms.append(unsafe form(trellis_multiply_vector_avx2, trellis_multiply_batch_avx2))
            }
            if trellis_has_vnni_kernels() {
                forms.append(unsafe form(trellis_multiply_vector_vnni, trellis_multiply_batch_vnni))
            }
        #endif
        return forms
    }()

    /// What the plain twin gives, vectors `stride` apart.
    private func plain(_ rows: Rows, _ x: Activations, _ vectors: Int, stride: Int) -> [Float] {
        var output = [Float](repeating: -1, count: stride * vectors)
        unsafe trellis_multiply_batch_plain(
            rows.type.type, rows.bytes, rows.size, rows.count, rows.columns, vectors, x.values, x.scales, x.sums,
            &output,
            stride)
        return output
    }

    @Test(arguments: types, [1, 2, 3, 8, 9, 18, 48])
    func vectorProductIsExact(_ type: Quantized, units: Int) {
        var random = SeededGenerator(seed: UInt64(units))
        for rowCount in [5, 8, 21] {
            let bytes = randomRows(type, blockCount: units * rowCount, &random)
            let rows = Rows(type: type, bytes: bytes, units: units)
            // Large activations reach the bounds of the 16-bit sums; long K-quant rows need small ones to stay exact.
            let x = randomActivations(rows.columns, count: 1, magnitude: type.length == 32 ? 127 : 15, &random)
            let expected = plain(rows, x, 1, stride: rowCount)
            for form in Self.forms { #expect(form.vector(rows, x, 1) == expected) }
        }
    }

    @Test(arguments: types, [1, 3, 8, 11, 18])
    func batchProductIsExact(_ type: Quantized, units: Int) {
        var random = SeededGenerator(seed: UInt64(units) + 100)
        for (rowCount, vectorCount) in [(1, 1), (7, 2), (8, 4), (9, 5), (19, 7), (16, 13), (35, 24)] {
            let bytes = randomRows(type, blockCount: units * rowCount, &random)
            let rows = Rows(type: type, bytes: bytes, units: units)
            let x = randomActivations(
                rows.columns, count: vectorCount, magnitude: type.length == 32 ? 127 : 15, &random)
            let expected = plain(rows, x, vectorCount, stride: rowCount + 3)
            for form in Self.forms {
                #expect(
                    form.batch(rows, x, vectorCount, rowCount + 3) == expected,
                    "\(rowCount) rows, \(vectorCount) vectors")
            }
        }
    }

    /// With scales of any size, sums are rounded; then too, a vector's results don't depend on what is beside it.
    @Test(arguments: types)
    func batchesGiveTheSameBitsAsSingleVectors(_ type: Quantized) {
        var random = SeededGenerator(seed: 17)
        for units in [3, 11] {
            let bytes = randomRows(type, blockCount: units * 21, &random)
            let rows = Rows(type: type, bytes: bytes, units: units)
            var x = randomActivations(rows.columns, count: 9, magnitude: 127, &random)
            for index in x.scales.indices { x.scales[index] = Float.random(in: 0...1, using: &random) }
            for index in x.sums.indices { x.sums[index] *= Float.random(in: 0...1, using: &random) }
            for form in Self.forms {
                let single = form.vector(rows, x, 9)
                for count in 1...9 { #expect(form.batch(rows, x, count, 21) == Array(single.prefix(count * 21))) }
            }
        }
    }

    /// The largest integers of every width, all of one sign, must not overflow a 16-bit sum.
    @Test(arguments: types)
    func extremesDoNotOverflow(_ type: Quantized) {
        let units = type.length == 32 ? 8 : 1
        // The largest integer of MXFP4 belongs to the nibble 7.
        var bytes = [UInt8](repeating: type.halves.isEmpty ? 0x77 : 0xff, count: 8 * units * type.size)
        setScales(type, &bytes) { false }
        let rows = Rows(type: type, bytes: bytes, units: units)
        for value: Int8 in [127, -127] {
            let x = Activations(
                values: .init(repeating: value, count: rows.columns * 4),
                scales: .init(repeating: 1, count: rows.columns / 32 * 4),
                sums: (0..<4).flatMap { _ in
                    [Float](repeating: Float(value) * 32, count: rows.columns / 32)
                        + [Float](repeating: Float(value) * 16, count: rows.columns / 32)
                })
            let expected = plain(rows, x, 4, stride: 8)
            for form in Self.forms {
                #expect(form.batch(rows, x, 4, 8) == expected)
                #expect(form.vector(rows, x, 4) == expected)
            }
        }
    }

    @Test func quantizationIsExact() {
        var random = SeededGenerator(seed: 7)
        var input = (0..<32 * 40).map { _ in Float.random(in: -3...3, using: &random) }
        for index in 64..<96 { input[index] = 0 }
        input[100] = .nan
        input[140] = .infinity
        input[170] = .leastNonzeroMagnitude
        for index in 200..<224 { input[index] = Float(index - 212) * 0.5 }
        let blocks = input.count / 32
        var plain = Activations(
            values: .init(repeating: 99, count: input.count), scales: .init(repeating: 9, count: blocks),
            sums: .init(repeating: 9, count: 2 * blocks))
        var chosen = plain
        var halves = [Float](repeating: 9, count: blocks)
        var chosenHalves = halves
        unsafe trellis_quantize_plain(input, input.count, &plain.values, &plain.scales, &plain.sums, &halves)
        unsafe trellis_quantize(input, input.count, &chosen.values, &chosen.scales, &chosen.sums, &chosenHalves)
        #expect(chosen.values == plain.values)
        #expect(chosen.scales.map(\.bitPattern) == plain.scales.map(\.bitPattern))
        #expect(chosen.sums.map(\.isNaN) == plain.sums.map(\.isNaN))
        #expect(zip(chosen.sums, plain.sums).allSatisfy { $0 == $1 || $0.isNaN })
        #expect(zip(chosenHalves, halves).allSatisfy { $0 == $1 || $0.isNaN })
        // Independent of either form: every value is within half a step of its input.
        for index in 0..<64 {
            #expect(
                abs(Float(plain.values[index]) * plain.scales[index / 32] - input[index]) <= plain.scales[index / 32]
                    * 0.5001)
        }
    }

    @Test(arguments: [TRELLIS_F32, TRELLIS_F16, TRELLIS_BF16], [1, 7, 8, 31, 32, 33, 100])
    func floatProducts(_ type: trellis_weight_type, columns: Int) {
        var random = SeededGenerator(seed: UInt64(columns))
        let weights = (0..<3 * columns).map { _ in Float.random(in: -1...1, using: &random) }
        let input = (0..<columns).map { _ in Float.random(in: -1...1, using: &random) }
        var halves = [UInt16](repeating: 0, count: weights.count)
        unsafe trellis_to_f16(weights, weights.count, &halves)
        if type == TRELLIS_BF16 { halves = weights.map { UInt16($0.bitPattern >> 16) } }
        var plain = [Float](repeating: 0, count: 3)
        var chosen = plain
        if type == TRELLIS_F32 {
            unsafe trellis_multiply_float_plain(type, weights, columns * 4, 3, columns, input, &plain)
            unsafe trellis_multiply_float(type, weights, columns * 4, 3, columns, input, &chosen)
        } else {
            unsafe trellis_multiply_float_plain(type, halves, columns * 2, 3, columns, input, &plain)
            unsafe trellis_multiply_float(type, halves, columns * 2, 3, columns, input, &chosen)
        }
        for (a, b) in zip(chosen, plain) { #expect(abs(a - b) < 1e-5) }
        let expected = (0..<columns).reduce(0.0) { $0 + Double(weights[$1]) * Double(input[$1]) }
        #expect(abs(Double(plain[0]) - expected) < (type == TRELLIS_F32 ? 1e-5 : 0.2))
    }

    @Test func halfPrecisionIsExact() {
        let all = (0...UInt16.max).map { $0 }
        var plain = [Float](repeating: 0, count: all.count)
        var chosen = plain
        unsafe trellis_from_f16_plain(all, all.count, &plain)
        unsafe trellis_from_f16(all, all.count, &chosen)
        #expect(zip(plain, chosen).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
        #expect(plain[0x3c00] == 1 && plain[0xc000] == -2 && plain[1] == 0x1p-24 && plain[0x7bff] == 65504)
        var random = SeededGenerator(seed: 3)
        let floats =
            plain.filter { !$0.isNaN }
            + (0..<20_000).map { _ in Float(bitPattern: .random(in: 0x3200_0000...0x4790_0000, using: &random)) }
        var back = [UInt16](repeating: 0, count: floats.count)
        var chosenBack = back
        unsafe trellis_to_f16_plain(floats, floats.count, &back)
        unsafe trellis_to_f16(floats, floats.count, &chosenBack)
        #expect(back == chosenBack)
    }

    @Test(arguments: [1, 5, 8, 13, 64, 257])
    func steps(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let x = (0..<count).map { _ in Float.random(in: -6...6, using: &random) }
        let y = (0..<count).map { _ in Float.random(in: -2...2, using: &random) }
        /// Runs both forms on a copy and compares them, relative to the largest result.
        func compare(_ plain: (inout [Float]) -> Void, _ chosen: (inout [Float]) -> Void) {
            var a = x
            var b = x
            plain(&a)
            chosen(&b)
            let size = max(a.map(abs).max() ?? 0, 1)
            for (left, right) in zip(a, b) { #expect(abs(left - right) < 1e-6 * size) }
        }
        compare(
            { unsafe trellis_silu_gate_plain(&$0, y, count) }, { unsafe trellis_silu_gate(&$0, y, count) })
        compare(
            { unsafe trellis_gelu_gate_plain(&$0, y, count) }, { unsafe trellis_gelu_gate(&$0, y, count) })
        compare(
            { unsafe trellis_clamped_gate_plain(&$0, y, count) }, { unsafe trellis_clamped_gate(&$0, y, count) })
        compare(
            { unsafe trellis_soft_cap_plain(&$0, count, 0.7, 3) }, { unsafe trellis_soft_cap(&$0, count, 0.7, 3) })
        for (cap, sink) in Self.scoreRules {
            let rule = trellis_score_rule(scale: 0.3, cap: cap, sink: sink)
            compare({ unsafe trellis_softmax_plain(&$0, count, rule) }, { unsafe trellis_softmax(&$0, count, rule) })
        }
        compare(
            { unsafe trellis_rms_norm_plain(x, y, count, 1e-6, &$0) },
            { unsafe trellis_rms_norm(x, y, count, 1e-6, &$0) })
    }

    /// Caps and sinks, none among them.
    static let scoreRules: [(cap: Float, sink: Float)] = [(0, -.infinity), (2, -.infinity), (0, 1.5), (2, -3)]

    /// Caps and sinks as the models' papers define them, in double precision.
    @Test(arguments: scoreRules)
    func softmaxIsTheDefinition(cap: Float, sink: Float) {
        let scores: [Float] = [-4, 0.5, 3, 2.9, -1, 7, 6.5, 0, 1]
        var weights = scores
        unsafe trellis_softmax(&weights, scores.count, trellis_score_rule(scale: 0.5, cap: cap, sink: sink))
        let capped = scores.map { score in
            cap == 0 ? 0.5 * Double(score) : Double(cap) * tanh(0.5 * Double(score) / Double(cap))
        }
        let sum = capped.map(exp).reduce(exp(Double(sink)), +)
        for (weight, score) in zip(weights, capped) { #expect(abs(Double(weight) - exp(score) / sum) < 1e-6) }
    }

    @Test(arguments: [8, 64, 80, 256], [1, 3, 4, 17])
    func attention(dimension: Int, length: Int) {
        var random = SeededGenerator(seed: UInt64(dimension + length))
        func floats(_ count: Int) -> [Float] { (0..<count).map { _ in Float.random(in: -1...1, using: &random) } }
        let rule = trellis_score_rule(scale: 0.2, cap: 0, sink: -.infinity)
        let query = floats(dimension)
        let keys = floats(dimension * length)
        let values = floats(dimension * length)
        var halfKeys = [UInt16](repeating: 0, count: keys.count)
        var halfValues = halfKeys
        unsafe trellis_to_f16(keys, keys.count, &halfKeys)
        unsafe trellis_to_f16(values, values.count, &halfValues)
        var scores = [Float](repeating: 0, count: length)
        var plain = [Float](repeating: 0, count: dimension)
        var chosen = plain
        unsafe trellis_attention_f32_plain(query, keys, values, length, dimension, rule, &scores, &plain)
        unsafe trellis_attention_f32(query, keys, values, length, dimension, rule, &scores, &chosen)
        for (a, b) in zip(plain, chosen) { #expect(abs(a - b) < 1e-5) }
        #expect(abs(scores.reduce(0, +) - 1) < 1e-5)
        if dimension % 32 == 0 {
            var blocks = [[UInt8]](repeating: [UInt8](repeating: 0, count: keys.count / 32 * 34), count: 4)
            for (index, vectors) in [keys, values].enumerated() {
                unsafe trellis_to_q8_0_plain(vectors, vectors.count, &blocks[index])
                unsafe trellis_to_q8_0(vectors, vectors.count, &blocks[index + 2])
            }
            #expect(blocks[0] == blocks[2] && blocks[1] == blocks[3])
            // Half a step of 1 / 127 is the greatest error of an element, besides the rounding of the scale.
            var unpacked = [Float](repeating: 0, count: keys.count)
            unsafe trellis_dequantize_plain(TRELLIS_Q8_0, blocks[0], keys.count, &unpacked)
            #expect(zip(unpacked, keys).allSatisfy { abs($0 - $1) < 0.0045 })
            let exact = plain
            unsafe trellis_attention_q8_0_plain(
                query, blocks[0], blocks[1], length, dimension, rule, &scores, &plain)
            unsafe trellis_attention_q8_0(query, blocks[0], blocks[1], length, dimension, rule, &scores, &chosen)
            for (a, b) in zip(plain, chosen) { #expect(abs(a - b) < 1e-5) }
            for (a, b) in zip(plain, exact) { #expect(abs(a - b) < 0.02) }
        }
        unsafe trellis_attention_f16_plain(query, halfKeys, halfValues, length, dimension, rule, &scores, &plain)
        unsafe trellis_attention_f16(query, halfKeys, halfValues, length, dimension, rule, &scores, &chosen)
        for (a, b) in zip(plain, chosen) { #expect(abs(a - b) < 1e-5) }
    }
}

/// A small random generator with a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
