import Foundation
import TestSupport
import Testing
import TrellisInference
import TrellisModelFiles
import TrellisTokenization

/// Several sequences in one step, and the logits of all tokens of a small batch, against single tokens run one by one.
@Suite struct StepTests {
    private func tokens(_ count: Int, seed: Int) -> [TokenID] {
        (0..<count).map { TokenID(($0 * 23 + seed * 7 + 3) % 64) }
    }

    /// The logits after each token behind a prompt, run one by one.
    private func single(_ model: Transformer, _ prompt: [TokenID], _ tokens: [TokenID]) throws -> [[Double]] {
        let context = try model.makeContext(length: 64)
        try model.run(prompt, in: context)
        return try tokens.map { token in
            try model.run([token], in: context)
            return context.logits
        }
    }

    /// Ten sequences with prompts of other lengths; one joins late, one leaves early, two have caches of their own kind.
    @Test(arguments: TinyModelTests.names, [Transformer.WeightPrecision.asStored, .float32])
    func sequencesDoNotTouchEachOther(name: String, precision: Transformer.WeightPrecision) throws {
        let model = try Transformer(file: TinyModelTests.file(name), precision: precision, threadCount: 2)
        let prompts = (0..<10).map { tokens(3 + 2 * $0, seed: $0) }
        let texts = (0..<10).map { tokens(6, seed: 50 + $0) }
        let expected = try zip(prompts, texts).map { try single(model, $0, $1) }
        let contexts = try prompts.map { prompt in
            let context = try model.makeContext(length: 30 + prompt.count)
            try model.run(prompt, in: context)
            return context
        }
        var place = [Int](repeating: 0, count: 10)
        for step in 0..<8 {
            let members = (0..<10).filter { ($0 != 4 || step >= 2) && ($0 != 7 || step < 3) && place[$0] < 6 }
            guard !members.isEmpty else { break }
            try model.step(members.map { texts[$0][place[$0]] }, in: members.map { contexts[$0] })
            for member in members {
                #expect(contexts[member].logits == expected[member][place[member]], "sequence \(member), step \(step)")
                place[member] += 1
            }
        }
        #expect(place == (0..<10).map { $0 == 7 ? 3 : 6 })
    }

    @Test(arguments: TinyModelTests.names, 2...8)
    func aSmallBatchGivesEachTokenItsOwnLogits(name: String, count: Int) throws {
        let model = try Transformer(file: TinyModelTests.file(name), threadCount: 2)
        let prompt = tokens(11, seed: 1)
        let text = tokens(count, seed: 2)
        let expected = try single(model, prompt, text)
        let context = try model.makeContext(length: 64)
        try model.run(prompt, in: context)
        try model.run(text, in: context, keepsAllLogits: true)
        for index in 0..<count {
            let logits = unsafe context.withLogits(ofToken: index) { unsafe $0.map(Double.init) }
            #expect(logits == expected[index])
        }
    }

    /// Sequences whose experts are chosen for the request go alone, and their choice is their own.
    @Test func expertsOfARequestAreItsOwn() throws {
        let model = try Transformer(file: TinyModelTests.file("qwen3moe"), threadCount: 2)
        func contexts() throws -> [InferenceContext] {
            try (0..<3).map { index in
                let context = try model.makeContext(length: 40)
                if index > 0 { try context.route(.perRequest(activeParameters: 60_000, refreshEvery: 2)) }
                try model.run(tokens(9, seed: index), in: context)
                return context
            }
        }
        let together = try contexts()
        let alone = try contexts()
        for step in 0..<5 {
            let next = (0..<3).map { TokenID(step * 5 + $0) }
            try model.step(next, in: together)
            for (token, context) in zip(next, alone) { try model.run([token], in: context) }
            #expect(together.map(\.logits) == alone.map(\.logits))
        }
    }

    @Test func misuseIsRefused() throws {
        let model = try Transformer(file: TinyModelTests.file("llama"))
        let full = try model.makeContext(length: 2)
        let other = try model.makeContext(length: 9)
        try model.run([1, 2], in: full)
        #expect(throws: InferenceError.contextOverflow(needed: 3, capacity: 2)) {
            try model.step([1, 2], in: [other, full])
        }
        #expect(other.count == 0)
        #expect(throws: InferenceError.tooManyLogits(tokens: 9, limit: 8)) {
            try model.run(tokens(9, seed: 0), in: other, keepsAllLogits: true)
        }
    }

    /// What a request has used is gone with its context, also when it was given up.
    @Test func aContextIsFreedWithItsRequest() throws {
        let model = try Transformer(file: TinyModelTests.file("llama"))
        weak var seen: InferenceContext?
        do {
            let context = try model.makeContext(length: 20)
            seen = context
            #expect(throws: InferenceError.cancelled) { try model.run([1, 2], in: context, isCancelled: { true }) }
        }
        #expect(seen == nil)
    }
}
