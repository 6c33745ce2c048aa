import Testing
import TrellisGrammars
import TrellisMatching
import TrellisTokenization

/// A tokenizer that takes the longest token at each place.
struct LongestMatchTokenizer: Tokenizer {
    let vocabulary: Vocabulary

    func encode(_ text: String, parsesSpecial: Bool) -> [TokenID] {
        var rest = Array(text.utf8)[...]
        var tokens: [TokenID] = []
        while !rest.isEmpty {
            let fitting = (0..<vocabulary.count).map { TokenID($0) }.filter {
                vocabulary.kind(of: $0) == .text && rest.starts(with: vocabulary.bytes(of: $0))
            }
            let best = fitting.max { vocabulary.bytes(of: $0).count < vocabulary.bytes(of: $1).count } ?? 0
            tokens.append(best)
            rest = rest.dropFirst(vocabulary.bytes(of: best).count)
        }
        return tokens
    }
}

/// Tokens that need not be sampled: those with which the spellings of all texts begin, and no more.
@Suite struct ForcedTokenTests {
    let tokenizer = LongestMatchTokenizer(
        vocabulary: toyVocabulary(["ab", "abc", "bc", "c ", "aa", "aaaa", "é", "éa", "\": \"", "\":", "name", "\"n"]))

    private func matcher(_ texts: [String], _ vocabulary: MatchingVocabulary) throws -> Matcher {
        var builder = GrammarBuilder()
        let root = builder.add(.choice(texts.map { builder.literal($0) }))
        return Matcher(try CompiledGrammar(builder.build(root: root, layout: .compact), for: vocabulary))
    }

    @Test func areTheCommonBeginningOfAllSpellings() throws {
        let vocabulary = MatchingVocabulary(tokenizer)
        var generator = SeededGenerator(seed: 5)
        var counts: [Int: Int] = [:]
        for _ in 0..<300 {
            func text(_ length: Int) -> String {
                (0..<length).map { _ in ["a", "b", "c", " ", "é", "è", "\": \""].randomElement(using: &generator) ?? ""
                }
                .joined()
            }
            let beginning = text(Int.random(in: 0...6, using: &generator))
            let texts = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                beginning + text(Int.random(in: 0...4, using: &generator)) + "!"
            }
            let spelled = texts.map { tokenizer.encode($0, parsesSpecial: false) }
            var common = spelled[0]
            for other in spelled { common = Array(common.prefix(zip(common, other).prefix { $0 == $1 }.count)) }
            var matcher = try matcher(texts, vocabulary)
            let forced = matcher.forcedTokens
            #expect(forced == common, "\(texts)")
            for token in forced { expectAccepts(&matcher, token) }
            counts[forced.count, default: 0] += 1
        }
        #expect(counts.count > 6)
    }

    @Test func aLongRunGoesOnAtTheNextCall() throws {
        let text = String(repeating: "abc", count: 10_000)
        var matcher = try matcher([text], MatchingVocabulary(tokenizer))
        var tokens: [TokenID] = []
        while !matcher.isComplete {
            let forced = matcher.forcedTokens
            #expect(!forced.isEmpty)
            for token in forced { expectAccepts(&matcher, token) }
            tokens += forced
        }
        #expect(tokens.count == 10_000)
    }

    @Test func areNoneWithoutATokenizer() throws {
        let matcher = try matcher(["abc"], MatchingVocabulary(tokenizer.vocabulary))
        #expect(matcher.forcedBytes == Array("abc".utf8))
        #expect(matcher.forcedTokens.isEmpty)
    }

    @Test func whereATextBreaksTheGrammar() throws {
        let grammar = try matcher(["abcé", "abx"], MatchingVocabulary(tokenizer)).grammar
        #expect(try grammar.firstMismatch(in: "abx".utf8) == nil)
        #expect(try grammar.firstMismatch(in: "abxx".utf8) == 3)
        #expect(try grammar.firstMismatch(in: "abcè".utf8) == 4)
        #expect(try grammar.firstMismatch(in: "ab".utf8) == 2)
        #expect(try grammar.firstMismatch(in: "".utf8) == 0)
        #expect(try grammar.matches("abcé".utf8) && !grammar.matches("abc".utf8))
    }
}
