import CKernels
import Foundation
import TestSupport
import Testing

/// The unpacking of quantised blocks against the gguf package; `Scripts/make_dequantized_blocks.py` writes the fixture.
@Suite struct BlockTests {
    /// Random blocks of one type and what they stand for.
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let type: UInt32
        let name: String
        let count: Int
        let blocks: Data
        let weights: Data

        var testDescription: String { name }

        static func all() throws -> [Case] {
            struct File: Decodable { let cases: [Case] }
            let url = Checkout.root.appendingPathComponent("Tests/TrellisInferenceTests/Fixtures/blocks.json")
            return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).cases
        }
    }

    @Test(arguments: try Case.all())
    func unpacksLikeTheReference(_ example: Case) {
        let expected = unsafe example.weights.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
        let type = trellis_weight_type(rawValue: example.type)
        let blocks = Array(example.blocks)
        var plain = [Float](repeating: -1, count: example.count)
        unsafe trellis_dequantize_plain(type, blocks, example.count, &plain)
        #expect(plain == expected)
        var chosen = [Float](repeating: -1, count: example.count)
        unsafe trellis_dequantize(type, blocks, example.count, &chosen)
        #expect(chosen == expected)
    }
}
