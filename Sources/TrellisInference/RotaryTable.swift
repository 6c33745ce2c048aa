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
    private let magnitude: Double
    private let cosines: ArenaSlice<Float>  // [tokens, rotary size / 2]
    private let sines: ArenaSlice<Float>  // [tokens, rotary size / 2]

    /// Makes the table of a configuration for contexts within or beyond the model's original length.
    init(
        _ configuration: RotaryConfiguration, isLong: Bool, divisors: ArenaSlice<Float>?, tokenCount: Int, arena: Arena
    ) throws(InferenceError) {
        let pairs = configuration.size / 2
        magnitude = configuration.magnitude
        frequencies = try arena.allocate(Double.self, count: pairs)
        cosines = try arena.allocate(Float.self, count: tokenCount * pairs)
        sines = try arena.allocate(Float.self, count: tokenCount * pairs)
        for (pair, frequency) in configuration.frequencies(isLong: isLong, divisors: divisors).enumerated() {
            frequencies[pair] = frequency
        }
    }

    /// Computes the angles of a token of the batch.
    func prepare(token: Int, position: Int) {
        let pairs = frequencies.count
        for pair in 0..<pairs {
            let angle = Double(position) * frequencies[pair]
            cosines[token * pairs + pair] = Float(magnitude * cos(angle))
            sines[token * pairs + pair] = Float(magnitude * sin(angle))
        }
    }

    /// The angles of a token of the batch.
    subscript(token: Int) -> Angles {
        let pairs = frequencies.count
        return Angles(cosines: cosines[token * pairs, count: pairs], sines: sines[token * pairs, count: pairs])
    }
}
