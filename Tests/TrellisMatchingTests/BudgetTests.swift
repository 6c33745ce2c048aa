import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Token budgets: a text is never cut, and never longer than allowed.
@Suite struct BudgetTests {
    /// Random walks under a random budget, each checked by the matcher that is written from the description alone.
    @Test func everyWalkEndsCompleteAndInTime() throws {
        let vocabulary = MatchingVocabulary(BruteForceTests.toy)
        var walks = 0
        let last: UInt64 = BruteForceTests.isLong ? 3_000 : 120
        for seed: UInt64 in 1...last {
            NaiveMemory.forget()
            var random = RandomGrammar(seed: seed, isExtended: seed % 4 == 2, isRecursive: seed % 4 == 3)
            let grammar = try random.make()
            guard let compiled = try BruteForceTests.compiled(grammar, vocabulary) else { continue }
            var generator = SeededGenerator(seed: seed)
            var matcher = Matcher(compiled)
            let least = try minimum(of: matcher)
            if least > 0 {
                #expect(throws: MatchingError.budgetTooSmall(needed: least, available: least - 1)) {
                    try matcher.setTokenBudget(least - 1)
                }
                #expect(
                    completes(matcher, within: least - 1) != true, "seed \(seed): fewer than \(least) tokens suffice")
            }
            #expect(matcher.remainingTokenBudget == nil)
            let budget = least + Int.random(in: 0...6, using: &generator)
            try matcher.setTokenBudget(budget)
            try walk(&matcher, NaiveMatcher(grammar), budget, &generator, "seed \(seed)")
            walks += 1
        }
        #expect(walks > 80)
    }

    /// The least budget that is accepted.
    private func minimum(of matcher: Matcher) throws -> Int {
        var matcher = matcher
        do {
            try matcher.setTokenBudget(0)
            return 0
        } catch {
            guard case .budgetTooSmall(let needed, available: 0) = error else { throw error }
            return needed
        }
    }

    /// Whether some text is complete within a number of tokens, by trying all; nil when those are too many.
    private func completes(_ matcher: Matcher, within count: Int) -> Bool? {
        var tries = 0
        func search(_ matcher: Matcher, _ count: Int) -> Bool {
            if matcher.isComplete { return true }
            tries += 1
            guard count > 0, tries < 200 else { return false }
            let mask = matcher.mask
            return (0..<BruteForceTests.toy.count).contains { index in
                guard mask[index / 32] >> UInt32(index % 32) & 1 == 1 else { return false }
                var next = matcher
                return next.accept(TokenID(index)) && search(next, count - 1)
            }
        }
        let found = search(matcher, count)
        return found || tries < 200 ? found : nil
    }

    /// Takes random tokens of the mask until an end token comes.
    private func walk(
        _ start: inout Matcher, _ naive: NaiveMatcher, _ budget: Int, _ generator: inout SeededGenerator,
        _ place: String
    ) throws {
        let vocabulary = BruteForceTests.toy
        var matcher = start
        var reference = naive
        var count = 0
        while !matcher.isFinished {
            let mask = matcher.mask
            var free = matcher
            try free.setTokenBudget(nil)
            let unlimited = free.mask
            var choices: [TokenID] = []
            for index in 0..<vocabulary.count {
                let token = TokenID(index)
                let isAllowed = mask[index / 32] >> UInt32(index % 32) & 1 == 1
                if isAllowed { choices.append(token) }
                // A token is in the mask when it is in that without a budget and can be followed in time.
                var next = matcher
                let isAccepted = next.accept(token)
                #expect(isAccepted == isAllowed, "\(place), token \(count): mask and accept disagree on \(token)")
                if isAllowed {
                    #expect(unlimited[index / 32] >> UInt32(index % 32) & 1 == 1)
                    #expect(next.fits(within: next.remainingTokenBudget ?? -1))
                } else if free.accept(token) {
                    let fits = free.fits(within: budget - count - 1)
                    #expect(!fits, "\(place): \(token) is refused and fits")
                    free.rollback(1)
                }
            }
            let completion = try #require(matcher.shortestCompletion)
            #expect(completion.count <= budget - count, "\(place): \(completion.count) tokens are needed")
            var end = reference
            for token in completion { for byte in vocabulary.bytes(of: token) { end.step(byte) } }
            guard !NaiveMemory.hasGivenUp else { return }
            #expect(end.isComplete, "\(place): the completion does not complete")
            guard let token = choices.randomElement(using: &generator) else {
                Issue.record("\(place), token \(count): nothing is allowed")
                return
            }
            let before = mask
            let isAccepted = matcher.accept(token)
            #expect(isAccepted)
            matcher.rollback(1)
            #expect(matcher.mask == before && matcher.remainingTokenBudget == budget - count)
            _ = matcher.accept(token)
            if matcher.isFinished { break }
            for byte in vocabulary.bytes(of: token) { reference.step(byte) }
            count += 1
        }
        #expect(count <= budget, "\(place): \(count) tokens, \(budget) allowed")
        #expect(reference.isComplete || NaiveMemory.hasGivenUp, "\(place): not complete")
    }

    /// Members in any order: each choice leaves a set of members that no other choice does.
    @Test func largeObjectsInAnyOrderEndInTime() throws {
        let names = (0..<60).map { "member\($0)" }
        let bytes = (0..<256).map { [UInt8($0)] }
        let pieces =
            names.map { Array("\"\($0)".utf8) } + ["\": ", "true", "false", ", \"", "\"}"].map { Array($0.utf8) }
        let vocabulary = Vocabulary(
            tokens: bytes + pieces + [[]], special: [], endTokens: [TokenID(bytes.count + pieces.count)])
        var builder = GrammarBuilder()
        let flag = builder.add(
            .choice([builder.add(.literal(Array("true".utf8))), builder.add(.literal(Array("false".utf8)))]))
        let object = builder.add(
            .object(
                ObjectNode(properties: names.map { .init(name: $0, value: flag, isRequired: true) }, order: .any)))
        let compiled = try CompiledGrammar(
            builder.build(root: object, layout: .spaced), for: MatchingVocabulary(vocabulary))
        var generator = SeededGenerator(seed: 1)
        for room in [0, 1, 20] {
            var matcher = Matcher(compiled)
            let budget = try #require(matcher.leastTokenCount) + room
            try matcher.setTokenBudget(budget)
            var text: [UInt8] = []
            var count = 0
            while !matcher.isFinished {
                let mask = matcher.mask
                let allowed = (0..<vocabulary.count).filter { mask[$0 / 32] >> UInt32($0 % 32) & 1 == 1 }
                let token = TokenID(try #require(allowed.randomElement(using: &generator)))
                let isAccepted = matcher.accept(token)
                #expect(isAccepted)
                if matcher.isFinished { break }
                text += vocabulary.bytes(of: token)
                count += 1
            }
            #expect(count <= budget)
            let value = try JSONValue(parsing: String(decoding: text, as: UTF8.self))
            #expect(Set(value.objectValue?.map(\.name) ?? []) == Set(names))
        }
    }

    /// Going back leads to where there was another budget, or none.
    @Test func goingBackRestoresTheBudget() throws {
        let compiled = try CompiledGrammar(
            Grammar(pattern: "[ab]*c"), for: MatchingVocabulary(BruteForceTests.toy))
        var matcher = Matcher(compiled)
        func take() {
            let isAccepted = matcher.accept(bytes: "a".utf8)
            #expect(isAccepted)
        }
        take()
        take()
        try matcher.setTokenBudget(5)
        take()
        #expect(matcher.remainingTokenBudget == 4)
        try matcher.setTokenBudget(2)
        take()
        #expect(matcher.remainingTokenBudget == 1)
        matcher.rollback(1)
        #expect(matcher.remainingTokenBudget == 2)
        matcher.rollback(1)
        #expect(matcher.remainingTokenBudget == 5)
        matcher.rollback(1)
        #expect(matcher.remainingTokenBudget == nil)
    }
}
