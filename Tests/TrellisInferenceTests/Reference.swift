import Foundation
import TestSupport
import Testing
import TrellisModelFiles
import TrellisTokenization

/// What transformers computes for some prompts; `Scripts/make_reference_logits.py` writes the fixtures.
struct Reference: Decodable, Sendable {
    /// One prompt.
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let prompt: String
        let tokens: [Int]
        /// The greedy continuation.
        let continuation: [Int]
        /// Some tokens and their logits after the prompt.
        let logitTokens: [Int]
        let logits: [Double]
        /// The most likely next tokens and their log-probabilities.
        let likelyTokens: [Int]
        let logProbabilities: [Double]

        var testDescription: String { "\(prompt.prefix(40)) … (\(tokens.count) tokens)" }
        var tokenIDs: [TokenID] { tokens.map { TokenID($0) } }
    }

    let cases: [Case]

    /// Reads the fixture of a model.
    static func load(_ model: String) throws -> Reference {
        let url = Checkout.root.appendingPathComponent("Tests/TrellisInferenceTests/Fixtures/\(model).json")
        return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: url))
    }

    /// The file of a model, when the store has it and the build is one that can run it in reasonable time.
    static func modelFile(_ model: String) -> URL? {
        #if DEBUG
            return nil
        #else
            return ModelStore.standard.url(of: model)
        #endif
    }

    /// Why the tests of a model may be skipped.
    static let skipReason: Comment = "needs the model in the store, and a release build"
}
