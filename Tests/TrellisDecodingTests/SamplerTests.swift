import Foundation
import Testing
import TrellisDecoding
import TrellisTokenization

@Suite struct SamplerTests {
    let logits: [Float] = (0..<40).map { Float(sin(Double($0) * 1.7) * 3) }

    private func mask(_ tokens: some Sequence<Int>) -> [UInt32] {
        var words: [UInt32] = [0, 0]
        for token in tokens { words[token / 32] |= 1 << UInt32(token % 32) }
        return words
    }

    private func draw(_ sampler: inout Sampler, _ logits: [Float], _ mask: [UInt32]) -> TokenID? {
        sampler.sample(logits.span, mask: mask.span)
    }

    /// The distribution of the options by the definition, without a heap.
    private func distribution(_ options: SamplingOptions, _ allowed: [Int]) -> [Int: Double] {
        var ranked = allowed.map { ($0, exp(Double(logits[$0]) / options.temperature)) }
        ranked.sort { $0.1 > $1.1 || ($0.1 == $1.1 && $0.0 < $1.0) }
        ranked = Array(ranked.prefix(options.topK ?? ranked.count))
        let total = ranked.reduce(0) { $0 + $1.1 }
        var sum = 0.0
        var kept: [(Int, Double)] = []
        for item in ranked where kept.isEmpty || sum < (options.topP ?? 1) * total {
            sum += item.1
            kept.append(item)
        }
        return Dictionary(uniqueKeysWithValues: kept.map { ($0.0, $0.1 / sum) })
    }

    @Test(
        arguments: [
            (1.0, nil, nil), (0.5, nil, nil), (1.0, 5, nil), (2.0, 1000, nil), (1.0, nil, 0.6), (1.3, 10, 0.8),
            (1.0, nil, 1e-9),
            (1.5, 2, 1.0),
        ] as [(Double, Int?, Double?)])
    func drawsTheDefinedDistribution(_ temperature: Double, _ topK: Int?, _ topP: Double?) throws {
        let options = try SamplingOptions(temperature: temperature, topK: topK, topP: topP, seed: 7)
        let allowed = Array(stride(from: 1, to: 40, by: 2)) + [0, 38]
        let expected = distribution(options, allowed)
        var sampler = Sampler(options, vocabularySize: 40)
        let words = mask(allowed)
        let draws = 4000
        var counts: [Int: Int] = [:]
        for _ in 0..<draws {
            let drawn = draw(&sampler, logits, words)
            let token = try #require(drawn)
            counts[token.index, default: 0] += 1
        }
        #expect(Set(counts.keys).isSubset(of: Set(expected.keys)))
        for (token, probability) in expected {
            let found = Double(counts[token] ?? 0)
            let deviation = sqrt(Double(draws) * probability * (1 - probability)) + 1
            #expect(abs(found - Double(draws) * probability) < 5 * deviation, "token \(token)")
        }
    }

    @Test func aSeedRepeatsAndSeedsDiffer() throws {
        let words = mask(0..<40)
        func draws(_ seed: UInt64) throws -> [TokenID?] {
            var sampler = Sampler(try SamplingOptions(temperature: 1.5, topK: 20, seed: seed), vocabularySize: 40)
            return (0..<50).map { _ in draw(&sampler, logits, words) }
        }
        #expect(try draws(3) == draws(3))
        #expect(try draws(3) != draws(4))
    }

    @Test func greedyTakesTheLargestAllowedLogitAndTheFirstOfEquals() {
        var sampler = Sampler(.greedy, vocabularySize: 40)
        let equal: [Float] = [1, 5, 5, 9, .nan, 5]
        let words = mask([0, 1, 2, 4, 5])
        let first = draw(&sampler, equal, words)
        #expect(first == 1)
        let onlyNaN = mask([4])
        let second = draw(&sampler, equal, onlyNaN)
        #expect(second == 4)
    }

    @Test func anEmptyMaskHasNoToken() throws {
        let words: [UInt32] = [0, 0]
        var greedy = Sampler(.greedy, vocabularySize: 40)
        let likeliest = draw(&greedy, logits, words)
        #expect(likeliest == nil)
        var random = Sampler(try SamplingOptions(), vocabularySize: 40)
        let drawn = draw(&random, logits, words)
        #expect(drawn == nil)
    }

    @Test(arguments: [0.0, 1e-300, 0.7, 1e300])
    func strangeLogitsNeverLeaveTheMask(_ temperature: Double) throws {
        let strange: [Float] = [.infinity, .nan, -.infinity, .greatestFiniteMagnitude, 0, -.greatestFiniteMagnitude]
        for bits in 1..<64 {
            let words = [UInt32(bits)]
            var sampler = Sampler(
                try SamplingOptions(temperature: temperature, topP: 0.9, seed: UInt64(bits)), vocabularySize: 6)
            let drawn = draw(&sampler, strange, words)
            let token = try #require(drawn)
            #expect(bits & (1 << token.index) != 0)
        }
    }

    @Test func parametersOutOfRangeAreNamed() {
        #expect(throws: DecodingError.self) { try SamplingOptions(temperature: .nan) }
        #expect(throws: DecodingError.self) { try SamplingOptions(temperature: .infinity) }
        #expect(throws: DecodingError.self) { try SamplingOptions(temperature: -0.1) }
        #expect(throws: DecodingError.self) { try SamplingOptions(topK: 0) }
        #expect(throws: DecodingError.self) { try SamplingOptions(topP: 0) }
        #expect(throws: DecodingError.self) { try SamplingOptions(topP: 1.01) }
        #expect(throws: DecodingError.self) { try SamplingOptions(topP: .nan) }
        #expect(
            DecodingError.invalidOption(name: "top-k", value: "0", requirement: "at least 1").description
                == "top-k is 0, it must be at least 1")
    }

    @Test func theGeneratorIsTheOneOfThePaper() {
        // xoshiro256** after splitmix64 from 0, as the reference programs print it.
        var random = RandomSequence(seed: 0)
        #expect(random.next() == 0x99EC_5F36_CB75_F2B4)
        #expect(random.next() == 0xBF6E_1F78_4956_452A)
    }
}
