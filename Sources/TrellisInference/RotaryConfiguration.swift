import Foundation

/// How far the rotary embedding turns each pair of elements from one position to the next.
struct RotaryConfiguration: Sendable {
    /// How a model that was trained on short texts is made to read longer ones.
    enum Scaling: Sendable {
        case none
        /// Positions are divided by a factor.
        case linear(factor: Double)
        /// Slow pairs are slowed down by a factor, fast ones are left alone, those between are blended (YaRN).
        case yarn(Yarn)
        /// The same by how often pairs turn over the original length, from the slow turns to the fast ones (Llama 3).
        case llama3(factor: Double, originalLength: Int, fastTurns: Double, slowTurns: Double)
        /// Each pair is slowed down by a factor of its own, another one in contexts beyond the original length.
        case longrope(short: [Double], long: [Double])
    }

    /// The numbers of YaRN scaling.
    struct Yarn: Sendable {
        /// By how much the slow pairs are slowed down.
        var factor: Double
        /// The number of tokens that the model was first trained on.
        var originalLength: Int
        /// Pairs that turn more often than this over the original length are left alone.
        var fastTurns: Double
        /// Pairs that turn less often than this are slowed down by the whole factor.
        var slowTurns: Double
        /// How much of its own speed a fast pair keeps.
        var extrapolation: Double
        /// Whether the ends of the blend are rounded to whole pairs.
        var roundsBlend: Bool
    }

    /// The number of elements of a head that are turned.
    var size: Int
    /// The base of the powers that the speeds are.
    var base: Double
    /// How the speeds are changed.
    var scaling: Scaling
    /// What cosines and sines are multiplied by.
    var magnitude: Double

    /// The angle of each pair for one position.
    ///
    /// - Parameters:
    ///   - isLong: whether the context is longer than the model's original length.
    ///   - divisors: what each pair's speed is divided by besides, where the file has such numbers.
    func frequencies(isLong: Bool, divisors: ArenaSlice<Float>?) -> [Double] {
        let pairs = size / 2
        return (0..<pairs).map { pair in
            let divisor = divisors.map { Double($0[pair]) } ?? 1
            let frequency = pow(base, -2 * Double(pair) / Double(size)) / divisor
            switch scaling {
            case .none: return frequency
            case .linear(let factor): return frequency / factor
            case .yarn(let yarn):
                let kept = yarn.extrapolation * keptShare(of: pair, yarn)
                return frequency / yarn.factor * (1 - kept) + frequency * kept
            case .llama3(let factor, let originalLength, let fastTurns, let slowTurns):
                let turns = Double(originalLength) * frequency / (2 * .pi)
                let kept = min(max((turns - slowTurns) / (fastTurns - slowTurns), 0), 1)
                return frequency / factor * (1 - kept) + frequency * kept
            case .longrope(let short, let long): return frequency / (isLong ? long[pair] : short[pair])
            }
        }
    }

    /// How much of its own speed a pair keeps under YaRN scaling, from 0 to 1.
    private func keptShare(of pair: Int, _ yarn: Yarn) -> Double {
        /// The pair, as a fraction, that turns so many times over the original length.
        func pairThatTurns(_ turns: Double) -> Double {
            Double(size) * log(Double(yarn.originalLength) / (turns * 2 * .pi)) / (2 * log(base))
        }
        var first = pairThatTurns(yarn.fastTurns)
        var last = pairThatTurns(yarn.slowTurns)
        if yarn.roundsBlend {
            first = first.rounded(.down)
            last = last.rounded(.up)
        }
        first = max(first, 0)
        last = min(last, Double(size - 1))
        return 1 - min(max((Double(pair) - first) / max(last - first, 0.001), 0), 1)
    }
}
