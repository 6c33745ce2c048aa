import TrellisInference
import TrellisTokenization

/// A transformer with one of its contexts.
struct TransformerSource: LogitsSource {
    /// The weights.
    let transformer: Transformer
    /// The key-value cache and buffers of one sequence.
    let context: InferenceContext

    /// Runs tokens after those already in the cache.
    mutating func run(_ tokens: [TokenID]) throws { try transformer.run(tokens, in: context) }

    /// Lends the logits that follow the last token run.
    ///
    /// Unsafe because the context lends a pointer; it is valid during the call and the span does not outlive it.
    func withLogits<R>(_ body: (Span<Float>) throws -> R) rethrows -> R {
        try unsafe context.withLogits { buffer in
            try body(unsafe UnsafeBufferPointer(buffer).span)
        }
    }
}
