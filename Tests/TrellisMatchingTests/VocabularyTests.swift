import Testing
import TrellisGrammars
import TrellisMatching
import TrellisTokenization

/// Vocabularies as their tokens are arranged for matching.
@Suite struct VocabularyTests {
    /// So many tokens of few different bytes that most begin alike, some are equal, and zeros stand beside ends.
    private static func tokens(_ count: Int, seed: UInt64) -> [[UInt8]] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            (0..<Int.random(in: 1...14, using: &generator)).map { _ in
                [0, 0x61, 0x62].randomElement(using: &generator) ?? 0
            }
        }
    }

    @Test(arguments: [300, 70_000])
    func findsEveryToken(_ count: Int) throws {
        let tokens = Self.tokens(count, seed: UInt64(count))
        let vocabulary = MatchingVocabulary(
            Vocabulary(tokens: tokens + [[0x3C]], special: [], endTokens: [TokenID(count)]))
        var generator = SeededGenerator(seed: 7)
        let texts = (0..<40).map { _ in (0..<3).flatMap { _ in tokens.randomElement(using: &generator) ?? [] } }
        var builder = GrammarBuilder()
        let root = builder.add(.choice(texts.map { builder.add(.literal($0)) }))
        let compiled = try CompiledGrammar(builder.build(root: root, layout: .compact), for: vocabulary)
        var matcher = Matcher(compiled)
        for position in [0, 1, 3] {
            let rests = texts.filter { $0.starts(with: texts[0].prefix(position)) }.map { $0.dropFirst(position) }
            let expected = tokens.indices.filter { index in rests.contains { $0.starts(with: tokens[index]) } }
            #expect(!expected.isEmpty)
            let mask = matcher.mask
            #expect(tokens.indices.filter { mask[$0 / 32] >> UInt32($0 % 32) & 1 == 1 } == expected)
            matcher = Matcher(compiled)
            expectAccepts(&matcher, bytes: Array(texts[0].prefix(position == 0 ? 1 : 3)))
        }
    }
}
