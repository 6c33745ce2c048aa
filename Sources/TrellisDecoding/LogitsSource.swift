package import TrellisTokenization

/// A model with one sequence in its cache, as the decoding loop sees it.
package protocol LogitsSource {
    /// Runs tokens after those already in the cache.
    mutating func run(_ tokens: [TokenID]) throws

    /// Lends the logits that follow the last token run.
    func withLogits<R>(_ body: (Span<Float>) throws -> R) rethrows -> R
}
