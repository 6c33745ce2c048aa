/// How the next token is drawn from the model's distribution.
package struct SamplingOptions: Sendable, Hashable {
    /// The divisor of the logits; 0 takes the likeliest token.
    package let temperature: Double
    /// How many of the likeliest tokens stay in the draw; nil for all.
    package let topK: Int?
    /// The probability that the likeliest tokens in the draw must reach together; nil for all.
    package let topP: Double?
    /// The start of the random sequence; nil for a new one each time.
    package let seed: UInt64?

    /// The likeliest token, always.
    package static let greedy = SamplingOptions(checkedTemperature: 0, topK: nil, topP: nil, seed: nil)

    /// Whether no chance is involved.
    package var isGreedy: Bool { temperature == 0 || topK == 1 }

    /// Checks and keeps the parameters.
    ///
    /// - Parameters:
    ///   - temperature: finite and not negative; 1 is the model's own distribution.
    ///   - topK: at least 1. Applied after the temperature.
    ///   - topP: above 0, at most 1. Applied to what top-k left.
    ///   - seed: any number.
    /// - Throws: `DecodingError.invalidOption` for a parameter outside its range.
    package init(temperature: Double = 1, topK: Int? = nil, topP: Double? = nil, seed: UInt64? = nil)
        throws(DecodingError)
    {
        guard temperature.isFinite, temperature >= 0 else {
            throw .invalidOption(name: "temperature", value: "\(temperature)", requirement: "a finite number from 0 up")
        }
        if let topK, topK < 1 {
            throw .invalidOption(name: "top-k", value: "\(topK)", requirement: "at least 1")
        }
        if let topP, !(topP > 0 && topP <= 1) {
            throw .invalidOption(name: "top-p", value: "\(topP)", requirement: "above 0 and at most 1")
        }
        self.init(checkedTemperature: temperature, topK: topK, topP: topP, seed: seed)
    }

    private init(checkedTemperature: Double, topK: Int?, topP: Double?, seed: UInt64?) {
        self.temperature = checkedTemperature
        self.topK = topK
        self.topP = topP
        self.seed = seed
    }
}
