import Foundation
package import TrellisTokenization

/// A token of an answer, and how it was chosen.
package struct DecodedToken: Sendable {
    /// The token.
    package let token: TokenID
    /// What the mask did to the choice; nil when the constraint forced the token, so that the model was not asked.
    package let effect: MaskEffect?
}

/// What a mask took from the probabilities of the model, as they were before temperature and the like.
package struct MaskEffect: Sendable {
    /// The number of tokens in the mask.
    package let allowedCount: Int
    /// The probability of all other tokens together, from 0 to 1.
    package let removedProbability: Double
    /// The probability that the model gave the token that was chosen.
    package let probability: Double
    /// The likeliest of all tokens.
    package let favorite: TokenID
    /// The probability of that one.
    package let favoriteProbability: Double

    /// Measures a mask, in time linear in the vocabulary.
    ///
    /// - Parameters:
    ///   - logits: one number a token; those that are no numbers count as smallest.
    ///   - mask: bit t of word t/32 is set when token t may come.
    ///   - chosen: the token that was drawn.
    package init(_ logits: Span<Float>, mask: Span<UInt32>, chosen: TokenID) {
        var favorite = 0
        var largest = -Double.infinity
        for index in 0..<logits.count where Double(logits[index]) > largest {
            favorite = index
            largest = Double(logits[index])
        }
        func weight(_ index: Int) -> Double {
            guard index < logits.count, !logits[index].isNaN else { return 0 }
            // Without a finite largest one the others are as nothing.
            return largest.isFinite ? exp(Double(logits[index]) - largest) : Double(logits[index]) == largest ? 1 : 0
        }
        var allowed = 0
        var (kept, removed) = (0.0, 0.0)
        for index in 0..<logits.count {
            if mask[index / 32] >> UInt32(index % 32) & 1 == 1 {
                allowed += 1
                kept += weight(index)
            } else {
                removed += weight(index)
            }
        }
        let total = kept + removed
        allowedCount = allowed
        removedProbability = total > 0 ? removed / total : 0
        probability = total > 0 ? weight(chosen.index) / total : 0
        self.favorite = TokenID(favorite)
        favoriteProbability = total > 0 ? weight(favorite) / total : 0
    }
}
