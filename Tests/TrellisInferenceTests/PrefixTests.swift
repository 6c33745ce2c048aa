import Foundation
import TestSupport
import Testing
import TrellisInference
import TrellisModelFiles
import TrellisTokenization

/// Prefixes saved to files and loaded again.
@Suite struct PrefixTests {
    private func tokens(_ count: Int) -> [TokenID] { (0..<count).map { TokenID(($0 * 13 + 5) % 64) } }

    /// A model, and a context that has seen some tokens.
    private func context(
        _ name: String, seen: Int = 20, cache: CachePrecision = .half
    ) throws -> (Transformer, InferenceContext) {
        let model = try Transformer(file: TinyModelTests.file(name), threadCount: 2)
        let context = try model.makeContext(length: 32, cache: cache)
        if seen > 0 { try model.run(tokens(seen), in: context) }
        return (model, context)
    }

    /// Goes on after a loaded prefix as after the tokens themselves, to the bit.
    private func goesOn(_ model: Transformer, _ context: InferenceContext, cache: CachePrecision) throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("prefix")
            let seen = tokens(context.count)
            try context.savePrefix(seen, to: file)
            // A second time, over the first.
            try context.savePrefix(seen, to: file)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["prefix"])
            let other = try model.makeContext(length: 30, cache: cache)
            try model.run([9, 8, 7], in: other)
            #expect(try other.loadPrefix(from: file) == seen)
            #expect(other.count == seen.count)
            for token in [3, 1, 4] as [TokenID] {
                try model.run([token], in: context)
                try model.run([token], in: other)
            }
            #expect(context.logits == other.logits)
        }
    }

    @Test(arguments: ["gemma3", "afm", "gpt-oss"], [CachePrecision.half, .single])
    func aLoadedPrefixGoesOn(_ name: String, cache: CachePrecision) throws {
        let (model, context) = try context(name, cache: cache)
        try goesOn(model, context, cache: cache)
    }

    @Test(.enabled(if: Reference.modelFile("smollm2-135m") != nil, Reference.skipReason))
    func aLoadedPrefixInEightBitsGoesOn() throws {
        let model = try Transformer(file: GGUFFile(url: #require(Reference.modelFile("smollm2-135m"))), threadCount: 2)
        let context = try model.makeContext(length: 30, cache: .byte)
        try model.run(tokens(12), in: context)
        try goesOn(model, context, cache: .byte)
    }

    @Test func badFilesAreRefused() throws {
        let (_, context) = try context("qwen2")
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("prefix")
            /// The problem with loading the file into a context.
            func problem(_ context: InferenceContext) throws -> PrefixProblem? {
                let held = context.count
                do {
                    _ = try context.loadPrefix(from: file)
                    return nil
                } catch .badPrefix(_, let problem) {
                    #expect(context.count == held)
                    return problem
                }
            }
            guard case .inaccessible? = try problem(context) else {
                Issue.record("a missing file was read")
                return
            }
            #expect(throws: InferenceError.wrongTokenCount(given: 3, held: 20)) {
                try context.savePrefix([1, 2, 3], to: file)
            }
            #expect(throws: InferenceError.self) {
                try context.savePrefix(tokens(20), to: folder.appendingPathComponent("none/prefix"))
            }
            try context.savePrefix(tokens(20), to: file)
            #expect(try problem(self.context("qwen2", seen: 4, cache: .single).1) == .otherPrecision)
            #expect(try problem(self.context("qwen3", seen: 4).1) == .otherModel)
            let short = try Transformer(file: TinyModelTests.file("qwen2"), threadCount: 1).makeContext(length: 19)
            #expect(try problem(short) == .tooLong(tokens: 20, capacity: 19))
            let good = try Data(contentsOf: file)
            for length in [0, 7, 24, 31, 32, 100, good.count - 1] {
                try good.prefix(length).write(to: file)
                #expect(try problem(context) == (length < 32 ? .notAPrefix : .damaged))
            }
            try (good + [0]).write(to: file)
            #expect(try problem(context) == .damaged)
            for place in [24, 60, 104, 2000, good.count - 9, good.count - 1] {
                var bytes = good
                bytes[place] ^= 0x10
                try bytes.write(to: file)
                #expect(try problem(context) == .damaged)
            }
            try good.write(to: file)
            #expect(try problem(context) == nil)
        }
    }
}
