import Foundation
import Testing
import TestSupport
import TrellisJSON
import TrellisModelFiles
import TrellisTokenization

/// Agreement with reference implementations, token for token, on the stored corpus.
@Suite struct AgreementTests {
    private func check(_ tokenizer: any Tokenizer, _ name: String) throws {
        let corpus = try Fixtures.corpus()
        let expectation = try Expectation("\(name).expected.json")
        #expect(corpus.count > 2000)
        for (text, ids) in zip(expectation.listed(corpus), expectation.ids) {
            #expect(tokenizer.encode(text, parsesSpecial: true) == ids, "\(text.debugDescription)")
        }
        for (hashes, parsesSpecial) in [(expectation.hashes, false), (expectation.specialHashes, true)] {
            let differences = Fixtures.differences(tokenizer, corpus, hashes, parsesSpecial: parsesSpecial)
            #expect(
                differences.isEmpty,
                "\(differences.count) differ: \(differences.prefix(5).map { ($0.text.debugDescription, $0.tokens) })")
        }
    }

    @Test(arguments: ["byte-level", "metaspace", "characters", "byte-merges"])
    func tokenizerJSON(name: String) throws {
        let url = Fixtures.folder.appendingPathComponent("\(name).tokenizer.json")
        try check(makeTokenizer(tokenizerJSON: url), name)
    }

    @Test func normalizersAndPreTokenizers() throws {
        let description = try Fixtures.json("characters.tokenizer.json")
        var members = try #require(description.objectValue)
        let texts = try Fixtures.corpus().enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        let cases = try #require(try Fixtures.json("variants.expected.json").arrayValue)
        #expect(cases.count > 40)
        for variant in cases {
            members["normalizer"] = variant["normalizer"]
            members["pre_tokenizer"] = variant["pre_tokenizer"]
            let tokenizer = try makeTokenizer(tokenizerJSON: .object(members))
            let hashes = variant["hashes"]?.stringValue ?? ""
            let differences = Fixtures.differences(tokenizer, texts, hashes, parsesSpecial: true)
            #expect(
                differences.isEmpty,
                "\(variant["name"]?.stringValue ?? ""): \(differences.count) differ: \(differences.prefix(3).map(\.text.debugDescription))"
            )
        }
    }

    /// The expressions of named pre-tokenizers against another engine's reading of the models' own.
    @Test func namedPreTokenizers() throws {
        let description = try Fixtures.json("byte-merges.tokenizer.json")
        let texts = try Fixtures.corpus().enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        let cases = try #require(try Fixtures.json("named.expected.json").arrayValue)
        #expect(cases.count > 10)
        for named in cases {
            let name = try #require(named["name"]?.stringValue)
            let tokenizer = try makeTokenizer(metadata: Fixtures.metadata(of: description, pre: name))
            let differences = Fixtures.differences(
                tokenizer, texts, named["hashes"]?.stringValue ?? "", parsesSpecial: true)
            #expect(
                differences.isEmpty,
                "\(name): \(differences.count) differ: \(differences.prefix(3).map(\.text.debugDescription))")
        }
    }

    @Test func rankedVocabularies() throws {
        let pattern = try #require(try Fixtures.json("ranks.tekken.json")["config"]?["pattern"]?.stringValue)
        let tiktoken = try makeTokenizer(
            tiktoken: Fixtures.folder.appendingPathComponent("ranks.tiktoken"), pattern: pattern,
            specialTokens: ["<|im_start|>": 1300, "<|im_end|>": 1301, "<bos>": 1307], prefix: ["<bos>"])
        try check(tiktoken, "ranks")
        #expect(tiktoken.specialTokens == SpecialTokens(bos: 1307, eos: 1301, prefix: [1307]))
        #expect(tiktoken.vocabulary.endTokens == [1301])
        let tekken = try makeTokenizer(tekken: Fixtures.folder.appendingPathComponent("ranks.tekken.json"))
        try check(tekken, "ranks.tekken")
        #expect(tekken.specialTokens == SpecialTokens(bos: 1, eos: 2, prefix: [1]))
        #expect(tekken.vocabulary.count == 910)
        #expect(tekken.vocabulary.kind(of: 4) == .unused)
    }

    /// The vocabularies of real models, when the model store has them.
    @Test(arguments: [("smollm2-135m", "smollm2"), ("gemma-3-270m", "gemma3")])
    func modelFile(model: String, name: String) throws {
        guard let url = ModelStore.standard.url(of: model) else {
            print("skipped: \(model) is not in the model store")
            return
        }
        try check(makeTokenizer(from: GGUFFile(url: url)), name)
    }
}
