import Foundation
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Texts of schemas, sampled from random logits under masks and a token budget, for another program to judge.
///
/// Nothing pulls such texts towards what people write, so that they get into every corner of a grammar. Each text has a
/// temperature and a liking for closing tokens and for the end, from texts that stop as soon as they may to texts that the budget
/// must bring to an end.
struct RandomGenerations {
    private let vocabulary: MatchingVocabulary
    /// Logits, as the weights of tokens.
    private let profiles: [[Float]]
    private var generator: SplitMix
    private var words: [UInt32]
    /// What went wrong: no token allowed, one refused, more tokens than the budget.
    private(set) var faults = 0
    private(set) var count = 0

    /// Makes the logits.
    init(_ vocabulary: MatchingVocabulary, seed: UInt64) {
        self.vocabulary = vocabulary
        var generator = SplitMix(state: seed)
        let tokens = vocabulary.vocabulary
        let closers = Set("\"}]".utf8)
        profiles = [(0.5, 2.0), (1.0, 2.0), (1.0, 6.0), (2.0, 10.0), (3.0, 6.0)].map { spread, liking in
            (0..<tokens.count).map { index -> Float in
                let token = TokenID(index)
                let isClosing =
                    tokens.endTokens.contains(token) || tokens.bytes(of: token).contains(where: closers.contains)
                return Float(exp(spread * generator.normal() + (isClosing ? liking : 0)))
            }
        }
        self.generator = generator
        words = [UInt32](repeating: 0, count: (tokens.count + 31) / 32)
    }

    /// Samples texts of a grammar; each becomes a line of JSON with its name, budget and number of tokens.
    mutating func sample(_ count: Int, of grammar: CompiledGrammar, named name: String) -> [String] {
        (0..<count).map { index in
            let start = Matcher(grammar)
            guard let least = start.leastTokenCount else { return fault(name, "no text can be spelled", []) }
            // Some budgets leave no choice, most a little; with others the text ends by itself as a rule.
            let room = index % 8 == 0 ? 0 : index % 8 < 6 ? generator.next() % 32 : 500
            let budget = least + Int(room)
            return text(from: start, named: name, budget, profiles[Int(generator.next() % UInt64(profiles.count))])
        }
    }

    private mutating func text(from start: Matcher, named name: String, _ budget: Int, _ weights: [Float]) -> String {
        var matcher = start
        var bytes: [UInt8] = []
        var used = 0
        do {
            try matcher.setTokenBudget(budget)
        } catch {
            return fault(name, "budget \(budget): \(error)", bytes)
        }
        while !matcher.isFinished {
            var span = words.mutableSpan
            matcher.fillMask(into: &span)
            guard let token = draw(weights) else {
                return fault(name, failure(of: matcher, "no token is allowed"), bytes)
            }
            guard matcher.accept(token) else {
                return fault(name, failure(of: matcher, "token \(token) is refused"), bytes)
            }
            if matcher.isFinished { break }
            bytes += vocabulary.vocabulary.bytes(of: token)
            used += 1
            guard used <= budget else { return fault(name, "more than \(budget) tokens", bytes) }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return fault(name, "not UTF-8", bytes) }
        count += 1
        let row: JSONValue = [
            "id": .string(name), "text": .string(text),
            "tokens": .number(JSONNumber(used)), "budget": .number(JSONNumber(budget)),
        ]
        return row.text(.compact)
    }

    private func failure(of matcher: Matcher, _ message: String) -> String {
        matcher.failure.map { "\(message): \($0)" } ?? message
    }

    private mutating func fault(_ name: String, _ message: String, _ bytes: [UInt8]) -> String {
        faults += 1
        count += 1
        let row: JSONValue = [
            "id": .string(name), "fault": .string(message), "text": .string(String(decoding: bytes, as: UTF8.self)),
        ]
        return row.text(.compact)
    }

    /// A token of the mask by the weights; nil when there is none.
    private mutating func draw(_ weights: [Float]) -> TokenID? {
        var sum: Float = 0
        eachAllowed { token in
            sum += weights[token]
            return true
        }
        var goal = Float.random(in: 0..<1, using: &generator) * sum
        var choice: TokenID?
        eachAllowed { token in
            choice = TokenID(token)
            goal -= weights[token]
            return goal >= 0
        }
        return choice
    }

    /// Calls a body for each token of the mask until it returns false.
    private func eachAllowed(_ body: (Int) -> Bool) {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                guard body(index * 32 + rest.trailingZeroBitCount) else { return }
                rest &= rest - 1
            }
        }
    }
}

/// A repeatable source of numbers.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// A number of the normal distribution.
    mutating func normal() -> Double {
        let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
