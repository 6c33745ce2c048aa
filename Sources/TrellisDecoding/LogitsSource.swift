package import TrellisTokenization

/// A model with one sequence in its cache, as the decoding loop sees it.
package protocol LogitsSource {
    /// The length up to which a batch gives each token the same logits as it would get alone.
    var smallBatchLength: Int { get }

    /// Runs tokens after those already in the cache.
    ///
    /// - Parameter keepsAllLogits: whether the logits after each of them are kept, for a small batch; else those after the last.
    mutating func run(_ tokens: [TokenID], keepsAllLogits: Bool) throws

    /// Takes the last tokens out of the cache again; the logits that were kept stay.
    mutating func drop(_ count: Int)

    /// Lends the logits that follow a token of the last run: one of all, or number 0 when only the last one's were kept.
    func withLogits<R>(ofToken index: Int, _ body: (Span<Float>) throws -> R) rethrows -> R
}
