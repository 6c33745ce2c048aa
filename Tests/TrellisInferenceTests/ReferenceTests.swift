import Foundation
import Testing
import TrellisInference
import TrellisModelFiles
import TrellisTokenization

/// Real models against transformers.
@Suite(.serialized) struct ReferenceTests {
    @Test(
        .enabled(if: Reference.modelFile("smollm2-135m") != nil, Reference.skipReason),
        arguments: try Reference.load("smollm2-135m").cases)
    func smolLM2(_ example: Reference.Case) throws {
        try check(example, model: "smollm2-135m")
    }

    @Test(
        .enabled(if: Reference.modelFile("gemma-3-270m") != nil, Reference.skipReason),
        arguments: try Reference.load("gemma-3-270m").cases)
    func gemma3(_ example: Reference.Case) throws {
        try check(example, model: "gemma-3-270m")
    }

    /// In 32-bit floats the logits and the greedy text are the reference's; as stored, the distribution is close.
    private func check(_ example: Reference.Case, model: String) throws {
        let file = try GGUFFile(url: #require(Reference.modelFile(model)))
        let exact = try Transformer(file: file, precision: .float32)
        let context = try exact.makeContext(length: example.tokens.count + example.continuation.count)
        try exact.run(example.tokenIDs, in: context)
        var largestDifference = 0.0
        for (token, logit) in zip(example.logitTokens, example.logits) {
            largestDifference = max(largestDifference, abs(context.logits[token] - logit))
        }
        #expect(largestDifference < 1e-2)
        var continuation: [Int] = []
        for _ in example.continuation {
            continuation.append(context.bestToken)
            guard continuation.count < example.continuation.count else { break }
            try exact.run([TokenID(context.bestToken)], in: context)
        }
        #expect(continuation == example.continuation)

        let stored = try Transformer(file: file)
        for cache in [CachePrecision.half, .byte] {
            let context = try stored.makeContext(length: example.tokens.count, cache: cache)
            try stored.run(Array(example.tokenIDs.dropLast()), in: context)
            try stored.run(Array(example.tokenIDs.suffix(1)), in: context)
            #expect(context.bestToken == example.continuation[0])
            let divergence = divergence(of: context.logits, from: example)
            #expect(divergence < 0.02)
            print(
                "\(model), \(example.tokens.count) tokens: logits within \(largestDifference),"
                    + " KL as stored \(divergence) with a \(cache) cache")
        }
    }

    /// The Kullback-Leibler divergence from the reference, with all but the reference's likely tokens as one event.
    private func divergence(of logits: [Double], from example: Reference.Case) -> Double {
        let largest = logits.max() ?? 0
        let logSum = largest + log(logits.reduce(0) { $0 + exp($1 - largest) })
        var divergence = 0.0
        var referenceRest = 1.0
        var rest = 1.0
        for (token, reference) in zip(example.likelyTokens, example.logProbabilities) {
            let own = logits[token] - logSum
            divergence += exp(reference) * (reference - own)
            referenceRest -= exp(reference)
            rest -= exp(own)
        }
        if referenceRest > 1e-6, rest > 0 { divergence += referenceRest * log(referenceRest / rest) }
        return divergence
    }
}

extension InferenceContext {
    /// The logits of the last token.
    var logits: [Double] { unsafe withLogits { logits in unsafe logits.map(Double.init) } }

    /// The token with the largest logit.
    var bestToken: Int {
        let logits = logits
        return logits.indices.max { logits[$0] < logits[$1] } ?? 0
    }
}
