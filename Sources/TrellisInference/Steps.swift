import CKernels
import Foundation

/// The steps between the matrix products, on slices whose lengths are checked here.
enum Steps {
    /// Adds a vector, or a multiple of it, to another.
    static func add(_ addend: ArenaSlice<Float>, times factor: Float = 1, to values: ArenaSlice<Float>) {
        precondition(addend.count == values.count)
        unsafe trellis_add(values.base, addend.base, values.count, factor)
    }

    /// The product of two vectors.
    static func dot(_ first: ArenaSlice<Float>, _ second: ArenaSlice<Float>) -> Float {
        precondition(first.count == second.count)
        var sum: Float = 0
        for index in 0..<first.count { sum += first[index] * second[index] }
        return sum
    }

    /// Scales values and softly caps them.
    static func cap(_ values: ArenaSlice<Float>, at cap: Float, scale: Float) {
        unsafe trellis_soft_cap(values.base, values.count, scale, cap)
    }

    /// Turns scores into attention weights.
    static func softmax(_ scores: ArenaSlice<Float>, _ rule: trellis_score_rule) {
        unsafe trellis_softmax(scores.base, scores.count, rule)
    }

    /// 1 / (1 + exp(-x))
    static func sigmoid(_ value: Float) -> Float { 1 / (1 + exp(-value)) }

    /// Multiplies a vector by a number.
    static func scale(_ values: ArenaSlice<Float>, by factor: Float) {
        for index in 0..<values.count { values[index] *= factor }
    }

    /// Scales a vector to a root mean square of one and multiplies it by the norm's weights.
    static func normalize(
        _ input: ArenaSlice<Float>, _ weights: ArenaSlice<Float>, epsilon: Float, into output: ArenaSlice<Float>
    ) {
        precondition(input.count == weights.count && input.count == output.count)
        unsafe trellis_rms_norm(input.base, weights.base, input.count, epsilon, output.base)
    }

    /// Turns a head by the angles of its position.
    static func rotate(_ head: ArenaSlice<Float>, by angles: RotaryTable.Angles, pairing: ModelFamily.RotaryPairing) {
        let pairs = angles.cosines.count
        precondition(head.count >= 2 * pairs && angles.sines.count == pairs)
        unsafe trellis_rope(head.base, angles.cosines.base, angles.sines.base, pairs, pairing == .halves)
    }

    /// Applies the gate: gate = activation(gate) · up.
    static func gate(_ gate: ArenaSlice<Float>, _ up: ArenaSlice<Float>, _ activation: ModelFamily.GateActivation) {
        precondition(gate.count == up.count)
        switch activation {
        case .silu: unsafe trellis_silu_gate(gate.base, up.base, gate.count)
        case .gelu: unsafe trellis_gelu_gate(gate.base, up.base, gate.count)
        case .clampedSilu: unsafe trellis_clamped_gate(gate.base, up.base, gate.count)
        }
    }
}
