import Foundation
import TestSupport
import Testing
import TrellisInference
import TrellisModelFiles
import TrellisTokenization

/// Contexts, batches and threads of a real model.
@Suite(.serialized, .enabled(if: Reference.modelFile("smollm2-135m") != nil, Reference.skipReason))
struct TransformerTests {
    private let model: Transformer

    init() throws {
        model = try Transformer(file: GGUFFile(url: #require(Reference.modelFile("smollm2-135m"))), threadCount: 2)
    }

    /// Some tokens without a meaning.
    private func tokens(_ count: Int) -> [TokenID] { (0..<count).map { TokenID(($0 * 7919 + 13) % 49152) } }

    @Test func resultsDoNotDependOnTheNumberOfThreads() throws {
        let single = try Transformer(file: GGUFFile(url: #require(Reference.modelFile("smollm2-135m"))), threadCount: 1)
        var results: [[Double]] = []
        for model in [model, single, model] {
            let context = try model.makeContext(length: 200)
            try model.run(tokens(150), in: context)
            try model.run([5], in: context)
            results.append(context.logits)
        }
        #expect(results[0] == results[1])
        #expect(results[0] == results[2])
    }

    @Test func aTruncatedContextIsReused() throws {
        let context = try model.makeContext(length: 100)
        let first = tokens(20)
        let second = Array(tokens(40).dropFirst(20))
        try model.run(first, in: context)
        try model.run(second, in: context)
        let expected = context.logits
        try model.run(tokens(10), in: context)
        #expect(context.count == 50)
        context.truncate(to: 20)
        #expect(context.count == 20)
        try model.run(second, in: context)
        #expect(context.logits == expected)
        context.truncate(to: 1000)
        #expect(context.count == 40)
    }

    @Test func misuseIsRefused() throws {
        let context = try model.makeContext(length: 10)
        #expect(throws: InferenceError.noTokens) { try model.run([], in: context) }
        #expect(throws: InferenceError.contextOverflow(needed: 11, capacity: 10)) {
            try model.run(tokens(11), in: context)
        }
        #expect(throws: InferenceError.tokenOutOfRange(token: 49152, vocabularySize: 49152)) {
            try model.run([49152], in: context)
        }
        #expect(context.count == 0)
        #expect(throws: InferenceError.contextTooLong(length: 8193, limit: 8192)) {
            try model.makeContext(length: 8193)
        }
        let other = try Transformer(file: GGUFFile(url: #require(Reference.modelFile("smollm2-135m"))))
        #expect(throws: InferenceError.foreignContext) { try other.run([1], in: context) }
    }

    @Test func cancellationKeepsWholeBatches() throws {
        let context = try model.makeContext(length: 400)
        var asked = 0
        #expect(throws: InferenceError.cancelled) {
            try model.run(tokens(400), in: context) {
                asked += 1
                return asked > 2
            }
        }
        #expect(context.count == 2 * Transformer.batchLength)
    }
}
