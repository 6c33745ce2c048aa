import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisModelFiles
import TrellisTokenization

/// Masks against brute force over real vocabularies: that of the default model, and of the files that `TRELLIS_VOCABULARIES`
/// names (GGUF, or ranks as tiktoken reads them; with colons between them).
///
/// In the same suite as the other comparisons, for what the naive matcher remembers is for one test at a time.
extension BruteForceTests {
    private static func vocabularies() throws -> [(name: String, vocabulary: Vocabulary)] {
        var result: [(name: String, vocabulary: Vocabulary)] = []
        if let url = ModelStore.standard.url(of: ModelCatalog.defaultModel.name) {
            result.append((ModelCatalog.defaultModel.name, try makeTokenizer(from: GGUFFile(url: url)).vocabulary))
        } else {
            print("skipped: the default model is not in the store")
        }
        let paths = ProcessInfo.processInfo.environment["TRELLIS_VOCABULARIES"]?.split(separator: ":") ?? []
        for path in paths.map(String.init) {
            let url = URL(fileURLWithPath: path)
            let vocabulary =
                try url.pathExtension == "gguf" ? makeTokenizer(from: GGUFFile(url: url)).vocabulary : ranks(at: url)
            result.append((url.lastPathComponent, vocabulary))
        }
        return result
    }

    /// The tokens of a file with a token in base64 and a rank on each line.
    private static func ranks(at url: URL) throws -> Vocabulary {
        var tokens: [[UInt8]] = []
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
            let token = try #require(Data(base64Encoded: String(line.prefix { $0 != " " })))
            tokens.append(Array(token))
        }
        return Vocabulary(tokens: tokens + [[]], special: [TokenID(tokens.count)], endTokens: [TokenID(tokens.count)])
    }

    @Test func masksAlongWholeTexts() throws {
        let folder = Checkout.root.appendingPathComponent("Schemas/examples")
        let schemas = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
        #expect(!schemas.isEmpty)
        for (name, vocabulary) in try Self.vocabularies() {
            let matching = MatchingVocabulary(vocabulary)
            var compared = 0
            for (index, schema) in schemas.enumerated() {
                let value = try JSONValue(parsing: Array(try Data(contentsOf: schema)))
                let grammar = try Grammar(jsonSchema: value["schema"] ?? value)
                compared += try Self.compareMasks(
                    grammar, matching, seed: UInt64(index), steps: Self.isLong ? 60 : 12)
            }
            print("compared \(compared) masks over the \(vocabulary.count) tokens of \(name)")
        }
    }

    /// In the long mode, the random grammars over the tokens of models too.
    @Test(.enabled(if: isLong)) func masksOfRandomGrammarsOverRealVocabularies() throws {
        for (name, vocabulary) in try Self.vocabularies() {
            let matching = MatchingVocabulary(vocabulary)
            var compared = 0
            var seed: UInt64 = 1_000_000
            while compared < 1_000 {
                var random = RandomGrammar(seed: seed, isExtended: seed % 2 == 0, isRecursive: seed % 4 == 3)
                compared += try Self.compareMasks(random.make(), matching, seed: seed, steps: 8)
                seed += 1
            }
            print("compared \(compared) masks over the \(vocabulary.count) tokens of \(name), last seed \(seed - 1)")
        }
    }
}
