import Foundation
import Testing
import TrellisDecoding
import TrellisTokenization

/// What masks take from probabilities, against sums by hand.
@Suite struct MaskEffectTests {
    private func effect(_ logits: [Float], _ allowed: [Int], chosen: Int) -> MaskEffect {
        let mask = [allowed.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }]
        return MaskEffect(logits.span, mask: mask.span, chosen: TokenID(chosen))
    }

    private func isClose(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-6 }

    @Test func sumsProbabilities() {
        // Probabilities of a tenth to four tenths, with any constant added to the logits.
        let effect = effect([1, 2, 3, 4].map { logf($0) + 40 }, [0, 2], chosen: 2)
        #expect(effect.allowedCount == 2)
        #expect(isClose(effect.removedProbability, 0.6))
        #expect(isClose(effect.probability, 0.3))
        #expect(effect.favorite == TokenID(3))
        #expect(isClose(effect.favoriteProbability, 0.4))
    }

    @Test func countsNothingTwice() {
        let all = effect([0, 0], [0, 1], chosen: 1)
        #expect(all.removedProbability == 0 && isClose(all.probability, 0.5) && all.favorite == TokenID(0))
        #expect(effect([0, 0], [], chosen: 0).removedProbability == 1)
    }

    @Test func survivesStrangeLogits() {
        let infinite = effect([.infinity, 3, .nan, -.infinity], [1, 2], chosen: 1)
        #expect(infinite.removedProbability == 1 && infinite.probability == 0 && infinite.favorite == TokenID(0))
        let none = effect([.nan, .nan], [0], chosen: 0)
        #expect(none.removedProbability == 0 && none.probability == 0 && none.allowedCount == 1)
    }
}
