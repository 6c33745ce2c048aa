import Foundation

/// The cosines and sines of the rotary embedding for the positions of a batch.
struct RotaryTable: Sendable {
    /// The angles of one position.
    struct Angles {
        let cosines: ArenaSlice<Float>  // [rotary size / 2]
        let sines: ArenaSlice<Float>  // [rotary size / 2]
    }

    /// The angle that each pair turns by from one position to the next.
    private let frequencies: ArenaSlice<Double>  // [rotary size / 2]
    private let cosines: ArenaSlice<Float>  // [tokens, rotary size / 2]
    private let sines: ArenaSlice<Float>  // [tokens, rotary size / 2]

    /// Makes the table for a base; positions are divided by the scaling, and frequencies by the divisors.
    init(
        size: Int, base: Double, scaling: Double, divisors: ArenaSlice<Float>?, tokenCount: Int, arena: Arena
    ) throws(InferenceError) {
        let pairs = size / 2
        frequencies = try arena.allocate(Double.self, count: pairs)
        cosines = try arena.allocate(Float.self, count: tokenCount * pairs)
        sines = try arena.allocate(Float.self, count: tokenCount * pairs)
        for pair in 0..<pairs {
            let divisor = divisors.map { Double($0[pair]) } ?? 1
            frequencies[pair] = pow(base, -2 * Double(pair) / Double(size)) / scaling / divisor
        }
    }

    /// Computes the angles of a token of the batch.
    func prepare(token: Int, position: Int) {
        let pairs = frequencies.count
        for pair in 0..<pairs {
            let angle = Double(position) * frequencies[pair]
            cosines[token * pairs + pair] = Float(cos(angle))
            sines[token * pairs + pair] = Float(sin(angle))
        }
    }

    /// The angles of a token of the batch.
    subscript(token: Int) -> Angles {
        let pairs = frequencies.count
        return Angles(cosines: cosines[token * pairs, count: pairs], sines: sines[token * pairs, count: pairs])
    }
}
