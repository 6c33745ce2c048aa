import TrellisInference
import TrellisTokenization

/// Guesses what a smaller model of the same vocabulary finds likeliest under the constraint.
struct DraftModel: Drafter {
    private let transformer: Transformer
    private let context: InferenceContext
    /// The tokens in the context.
    private var seen: [TokenID] = []
    private var mask: [UInt32]

    /// Makes a drafter with a context of its own, no longer than the model allows.
    init(_ transformer: Transformer, adapter: Adapter?, contextLength: Int) throws {
        self.transformer = transformer
        context = try transformer.makeContext(length: min(contextLength, transformer.configuration.contextLength))
        if let adapter { try context.adapt(with: adapter) }
        mask = [UInt32](repeating: 0, count: (transformer.configuration.vocabularySize + 31) / 32)
    }

    mutating func next(after text: [TokenID], under constraint: inout some TokenConstraint) throws -> TokenID? {
        guard text.count <= context.capacity else { return nil }
        let shared = min(zip(seen, text).prefix { $0 == $1 }.count, text.count - 1)
        context.truncate(to: shared)
        seen.removeLast(seen.count - shared)
        try transformer.run(Array(text[shared...]), in: context)
        seen = text
        constraint.fillMask(&mask)
        return unsafe context.withLogits { logits in
            Sampler.likeliest(unsafe UnsafeBufferPointer(logits).span, mask: mask.span)
        }
    }
}
