import Testing
import TrellisDecoding
import TrellisTokenization

@Suite struct DecodingLoopTests {
    let tokenizer = ToyTokenizer(words: ["{\"", "name", "\":", " \"", "\"}", "an", "anna", "b", "otto", "\"an", "aaaa"])

    private func decode(
        _ constraint: some TokenConstraint, _ source: ToySource, seed: UInt64 = 1, maximum: Int = 1000
    ) throws -> (text: String, result: DecodingResult) {
        var loop = DecodingLoop(
            prompt: tokenizer.encode("Hi", parsesSpecial: false), source: source, constraint: constraint,
            tokenizer: tokenizer, sampling: try SamplingOptions(temperature: 1, seed: seed), maximumTokens: maximum)
        var text = ""
        let result = try loop.run(isCancelled: { false }) { text += $0 }
        return (text, result)
    }

    @Test func everyAnswerIsOneOfTheLanguage() throws {
        let texts = ["{\"name\": \"anna\"}", "{\"name\": \"otto\"}", "{\"name\": \"an\"}", "{\"name\": \"é€😀\"}"]
        var found: Set<String> = []
        for seed in 0..<60 {
            let source = ToySource(tokenizer.vocabulary.count, seed: UInt64(seed))
            let (text, result) = try decode(OneOf(texts, tokenizer), source, seed: UInt64(seed))
            #expect(texts.contains(text))
            #expect(tokenizer.decode(result.tokens) == Array(text.utf8))
            #expect(result.reason == .complete)
            #expect(result.tokens.count == result.statistics.forcedTokens + result.statistics.sampledTokens)
            found.insert(text)
        }
        #expect(found == Set(texts))
    }

    @Test func forcedTextGoesInWithThePromptAndIsNotSampled() throws {
        let source = ToySource(tokenizer.vocabulary.count)
        let (text, result) = try decode(OneOf(["{\"name\": \"b\"}"], tokenizer), source)
        #expect(text == "{\"name\": \"b\"}")
        // Nothing is left to choose: the model is not run at all.
        #expect(source.batches.isEmpty)
        #expect(result.statistics.sampledTokens == 0)

        let choice = ToySource(tokenizer.vocabulary.count)
        let (_, second) = try decode(OneOf(["{\"name\":1}", "{\"name\":2}"], tokenizer), choice)
        #expect(choice.batches == [tokenizer.encode("Hi{\"name\":", parsesSpecial: false)])
        #expect(second.statistics.sampledTokens == 1)
    }

    @Test func theLastForcedTokenIsLeftToTheModelWhenALongerOneExists() throws {
        // After `x"` both `"` followed by a, and the token `"an`, may come: the quotation mark must not be forced.
        let texts = ["x\"anna", "x\"b"]
        let wanted = tokenizer.token("\"an")
        let source = ToySource(tokenizer.vocabulary.count) { _, logits in logits[wanted.index] = 100 }
        let (text, result) = try decode(OneOf(texts, tokenizer), source)
        #expect(text == "x\"anna")
        #expect(result.tokens.contains(wanted))
        #expect(source.batches.first == tokenizer.encode("Hix", parsesSpecial: false))
    }

    @Test func theBudgetAlwaysLeavesRoomForACompletion() throws {
        // A model that wants the longest text: with less room it must take a shorter one.
        let texts = (1...30).map { String(repeating: "c", count: $0) + "!" }
        let c = tokenizer.token("c")
        for maximum in 2...40 {
            let source = ToySource(tokenizer.vocabulary.count) { _, logits in logits[c.index] = 1000 }
            let (text, result) = try decode(OneOf(texts, tokenizer), source, maximum: maximum)
            #expect(result.tokens.count <= maximum)
            #expect(text == texts[min(maximum - 1, 30) - 1])
        }
    }

    @Test func manyTokensOutOfBudgetEndInTheShortestCompletion() throws {
        // Any of 40 first bytes starts a text that is too long; only the unlikeliest fits.
        let texts = (0..<40).map { "\(Character(UnicodeScalar(UInt8(65 + $0))))longlong" } + ["~"]
        let last = tokenizer.token("~")
        let source = ToySource(tokenizer.vocabulary.count) { _, logits in logits[last.index] = -1000 }
        let (text, _) = try decode(OneOf(texts, tokenizer), source, maximum: 3)
        #expect(text == "~")
    }

    @Test func aBudgetBelowTheShortestTextIsRefusedWithTheLeastOne() {
        #expect(throws: DecodingError.budgetTooSmall(needed: 5, available: 4)) {
            _ = try decode(OneOf(["12345", "1234567"], tokenizer), ToySource(tokenizer.vocabulary.count), maximum: 4)
        }
    }

    @Test func freeTextEndsAtTheEndTokenAndIsAlwaysUTF8() throws {
        let table = FreeText.Table(tokenizer.vocabulary)
        for seed in 0..<40 {
            let source = ToySource(tokenizer.vocabulary.count, seed: UInt64(seed)) { tokens, logits in
                if tokens.count > 20 { logits[tokenizer.end.index] = 1000 }
            }
            let (text, result) = try decode(FreeText(table), source, seed: UInt64(seed))
            #expect(result.reason == .complete)
            #expect(String(validating: tokenizer.decode(result.tokens), as: UTF8.self) == text)
        }
    }

    @Test func freeTextStopsAtTheLimitAndSaysSo() throws {
        let source = ToySource(tokenizer.vocabulary.count) { _, logits in logits[tokenizer.end.index] = -1000 }
        let (text, result) = try decode(FreeText(FreeText.Table(tokenizer.vocabulary)), source, maximum: 9)
        #expect(result.reason == .tokenLimit)
        #expect(result.tokens.count == 9)
        #expect(Array(text.utf8) == Array(tokenizer.decode(result.tokens).prefix(text.utf8.count)))
    }

    @Test func cancellationStopsBetweenTokens() throws {
        var asked = 0
        let source = ToySource(tokenizer.vocabulary.count) { _, logits in logits[tokenizer.end.index] = -1000 }
        var loop = DecodingLoop(
            prompt: [1], source: source, constraint: FreeText(FreeText.Table(tokenizer.vocabulary)),
            tokenizer: tokenizer, sampling: .greedy, maximumTokens: 1000)
        #expect(throws: DecodingError.cancelled) {
            _ = try loop.run(
                isCancelled: {
                    asked += 1
                    return asked > 5
                }, emit: { _ in })
        }
        #expect(source.batches.count == 5)
        #expect(loop.seen == source.batches.flatMap { $0 })
    }

    @Test func longPromptsRunInBatches() throws {
        let source = ToySource(tokenizer.vocabulary.count) { _, logits in logits[tokenizer.end.index] = 1000 }
        var loop = DecodingLoop(
            prompt: [TokenID](repeating: 65, count: 600), source: source,
            constraint: FreeText(FreeText.Table(tokenizer.vocabulary)), tokenizer: tokenizer, sampling: .greedy,
            maximumTokens: 10)
        _ = try loop.run(isCancelled: { false }, emit: { _ in })
        #expect(source.batches.map(\.count) == [256, 256, 88])
    }
}
