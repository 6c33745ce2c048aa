extension GenerationOptions {
    /// How a token is chosen among the likely ones.
    public struct SamplingMode: Sendable, Equatable {
        /// The ways of choosing.
        public enum Kind: Sendable, Equatable {
            /// The likeliest token.
            case greedy
            /// At random among so many of the likeliest.
            case randomTopK(_ k: Int, seed: UInt64?)
            /// At random among the likeliest whose probabilities sum to the threshold.
            case randomProbabilityThreshold(_ threshold: Double, seed: UInt64?)
        }

        /// The way of choosing, with its parameters.
        public let kind: Kind

        /// Always the likeliest token, so that an answer can be repeated.
        public static var greedy: SamplingMode { SamplingMode(kind: .greedy) }

        /// At random among the likeliest tokens.
        ///
        /// - Parameters:
        ///   - k: How many of the likeliest tokens, at least 1.
        ///   - seed: Makes the choices repeatable.
        public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
            SamplingMode(kind: .randomTopK(k, seed: seed))
        }

        /// At random among the likeliest tokens whose probabilities sum to a threshold.
        ///
        /// - Parameters:
        ///   - probabilityThreshold: The sum of probabilities, above 0 and at most 1.
        ///   - seed: Makes the choices repeatable.
        public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
            SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
        }
    }
}
