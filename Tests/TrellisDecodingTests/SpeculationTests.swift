import Testing
import TrellisDecoding
import TrellisTokenization

/// Answers with guessed tokens against those of plain decoding, token for token.
@Suite struct SpeculationTests {
    let tokenizer = ToyTokenizer(words: ["{\"", "name", "\":", " \"", "\"}", "an", "anna", "b", "otto", "\"an", "aaaa"])

    /// Guesses a random token, or what the prompt holds at that place.
    private struct Guesser: Drafter {
        var random: RandomSequence
        let answer: [TokenID]
        let promptLength: Int

        mutating func next(after text: [TokenID], under constraint: inout some TokenConstraint) -> TokenID? {
            let index = text.count - promptLength
            switch random.nextUnit() {
            case ..<0.6 where answer.indices.contains(index): return answer[index]
            case ..<0.95: return TokenID(Int(random.nextUnit() * 260))
            default: return nil
            }
        }
    }

    private func decode(
        _ constraint: some TokenConstraint, seed: UInt64, temperature: Double, drafter: (any Drafter)?
    ) throws -> (result: DecodingResult, source: MarkovSource, seen: [TokenID]) {
        let source = MarkovSource(tokenizer.vocabulary.count, seed: seed)
        var loop = DecodingLoop(
            prompt: tokenizer.encode("Hi, Hi, Hi", parsesSpecial: false), source: source, constraint: constraint,
            tokenizer: tokenizer, sampling: try SamplingOptions(temperature: temperature, seed: seed),
            maximumTokens: 80,
            drafter: drafter)
        let result = try loop.run(isCancelled: { false }) { _ in }
        return (result, source, loop.seen)
    }

    private func check(_ constraint: some TokenConstraint, seeds: Range<UInt64>) throws -> DecodingStatistics {
        var total = DecodingStatistics()
        var runs = (plain: 0, guessed: 0)
        for seed in seeds {
            let temperature = seed % 2 == 0 ? 0 : 0.5
            let plain = try decode(constraint, seed: seed, temperature: temperature, drafter: nil)
            #expect(plain.result.statistics.guessedTokens == 0)
            let guesser = Guesser(
                random: RandomSequence(seed: seed), answer: plain.result.tokens,
                promptLength: tokenizer.encode("Hi, Hi, Hi", parsesSpecial: false).count)
            for drafter in [PromptLookup(), guesser] as [any Drafter] {
                let guessed = try decode(constraint, seed: seed, temperature: temperature, drafter: drafter)
                #expect(guessed.result.tokens == plain.result.tokens)
                #expect(guessed.result.reason == plain.result.reason)
                #expect(guessed.result.statistics.sampledTokens == plain.result.statistics.sampledTokens)
                #expect(guessed.source.tokens.starts(with: guessed.seen))
                #expect(guessed.result.statistics.confirmedTokens <= guessed.result.statistics.guessedTokens)
                #expect(guessed.source.runCount <= plain.source.runCount)
                total.add(guessed.result.statistics)
                runs = (runs.plain + plain.source.runCount, runs.guessed + guessed.source.runCount)
            }
        }
        #expect(runs.guessed < runs.plain)
        return total
    }

    @Test func freeTextIsTheSame() throws {
        let total = try check(FreeText(FreeText.Table(tokenizer.vocabulary)), seeds: 0..<40)
        #expect(total.confirmedTokens > 0)
        #expect(total.confirmedTokens < total.guessedTokens)
    }

    @Test func textUnderAGrammarIsTheSame() throws {
        let names = ["anna", "otto", "an", "b", "anb", "ottob", "aaaaan"]
        let texts = names.flatMap { a in names.map { b in "{\"name\": \"\(a)\", \"name\": \"\(b)\"}" } }
        let total = try check(OneOf(texts, tokenizer), seeds: 0..<20)
        #expect(total.confirmedTokens > 0)
    }

    @Test func lookupFindsTheLastOccurrenceOfTheLongestEnd() {
        var constraint = FreeText(FreeText.Table(tokenizer.vocabulary))
        func guess(_ text: [Int]) -> TokenID? {
            PromptLookup().next(after: text.map { TokenID($0) }, under: &constraint)
        }
        #expect(guess([1, 2, 3, 9, 2, 3, 8, 1, 2, 3]) == 9)
        #expect(guess([2, 3, 9, 2, 3, 8, 7, 2, 3]) == 8)
        #expect(guess([1, 2, 3, 4]) == nil)
        #expect(guess([]) == nil)
        #expect(guess([5, 5, 5]) == 5)
    }
}
