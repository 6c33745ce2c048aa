import TrellisInference
import TrellisTokenization

/// A transformer with one of its contexts.
struct TransformerSource: LogitsSource {
    /// The weights.
    let transformer: Transformer
    /// The key-value cache and buffers of one sequence.
    let context: InferenceContext
    /// Where single tokens meet those of other requests.
    let steps: StepQueue

    var smallBatchLength: Int { Transformer.smallBatchLength }

    /// Runs tokens after those already in the cache.
    mutating func run(_ tokens: [TokenID], keepsAllLogits: Bool) throws {
        if tokens.count == 1 {
            try steps.run(tokens[0], in: context)
        } else {
            try transformer.run(tokens, in: context, keepsAllLogits: keepsAllLogits)
        }
    }

    /// Forgets the last tokens.
    mutating func drop(_ count: Int) { context.truncate(to: context.count - count) }

    /// Lends the logits that follow a token of the last run.
    ///
    /// Unsafe because the context lends a pointer; it is valid during the call and the span does not outlive it.
    func withLogits<R>(ofToken index: Int, _ body: (Span<Float>) throws -> R) rethrows -> R {
        try unsafe context.withLogits(ofToken: index) { buffer in
            try body(unsafe UnsafeBufferPointer(buffer).span)
        }
    }
}
