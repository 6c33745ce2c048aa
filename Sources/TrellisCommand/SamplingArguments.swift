import TrellisDecoding

/// The options that say how tokens are drawn and how many.
struct SamplingArguments {
    /// The temperature when none is given.
    static let defaultTemperature = 0.7

    private let temperature: Double
    private let topK: Int?
    private let topP: Double?
    private let seed: UInt64
    private let maximumTokens: Int?

    /// Reads the options; without a seed it draws one.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        temperature =
            try arguments.number("temperature", in: 0...1_000, expected: "a number from 0 to 1000")
            ?? Self.defaultTemperature
        topK = try arguments.integer("top-k", in: 1...Int.max)
        topP = try arguments.number(
            "top-p", in: Double.leastNonzeroMagnitude...1, expected: "a number above 0 and at most 1")
        seed = try arguments.integer("seed", in: 0...UInt64.max) ?? .random(in: 0...UInt64.max)
        maximumTokens = try arguments.integer("max-tokens", in: 1...Int.max)
    }

    /// Gives the options of one answer in a row of them, each with a seed of its own.
    func options(answer index: Int) throws -> SamplingOptions {
        try SamplingOptions(temperature: temperature, topK: topK, topP: topP, seed: seed &+ UInt64(index))
    }

    /// The options in words, the seed too where it was drawn.
    var summary: String {
        var parts = ["temperature \(temperature)"]
        if let topK { parts.append("top-k \(topK)") }
        if let topP { parts.append("top-p \(topP)") }
        parts.append("seed \(seed)")
        if let maximumTokens { parts.append("at most \(maximumTokens) tokens") }
        return parts.joined(separator: ", ")
    }

    /// Gives the limit that was asked for, or another one.
    func limit(else absent: DecodingRequest.TokenLimit) -> DecodingRequest.TokenLimit {
        maximumTokens.map { .atMost($0) } ?? absent
    }
}
