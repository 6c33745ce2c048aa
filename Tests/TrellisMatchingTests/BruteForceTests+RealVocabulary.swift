import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisModelFiles
import TrellisTokenization

/// Masks against brute force over the vocabulary of the default model, along whole texts of the example schemas.
///
/// In the same suite as the other comparisons, for what the naive matcher remembers is for one test at a time.
extension BruteForceTests {
    /// The number of positions compared for each schema.
    private static let positions = 12

    @Test func masksAlongWholeTexts() throws {
        guard let url = ModelStore.standard.url(of: ModelCatalog.defaultModel.name) else {
            print("skipped: the default model is not in the store")
            return
        }
        let vocabulary = try makeTokenizer(from: GGUFFile(url: url)).vocabulary
        let matching = MatchingVocabulary(vocabulary)
        let folder = Checkout.root.appendingPathComponent("Schemas/examples")
        let schemas = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
        #expect(!schemas.isEmpty)
        var compared = 0
        for (index, schema) in schemas.enumerated() {
            let value = try JSONValue(parsing: Array(try Data(contentsOf: schema)))
            let grammar = try Grammar(jsonSchema: value["schema"] ?? value)
            compared += try BruteForceTests.compareMasks(
                grammar, matching, seed: UInt64(index), steps: Self.positions)
        }
        print("compared \(compared) masks over \(vocabulary.count) tokens")
    }
}
