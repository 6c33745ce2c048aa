import Foundation
package import TrellisTokenization

/// Draws tokens from masked logits.
///
/// Masked tokens are not in the distribution at all. The steps are: mask, temperature, top-k, top-p, draw. The result is a
/// function of the logits, the mask, the options and the seed alone; equal logits are ordered by token number. Nothing
/// is allocated per token.
package struct Sampler: Sendable {
    private struct Candidate {
        var weight: Double
        var token: UInt32

        /// Whether it comes before another in the order of likelihood.
        func precedes(_ other: Candidate) -> Bool {
            weight > other.weight || (weight == other.weight && token < other.token)
        }
    }

    private let options: SamplingOptions
    private var random: RandomSequence
    /// The tokens in the draw: the first `count`; room for a whole vocabulary.
    private var candidates: [Candidate]
    private var count = 0

    /// Makes a sampler for a vocabulary of a given size.
    package init(_ options: SamplingOptions, vocabularySize: Int) {
        self.options = options
        random = RandomSequence(seed: options.seed ?? UInt64.random(in: .min ... .max))
        let room = options.isGreedy ? 0 : max(0, vocabularySize)
        candidates = [Candidate](repeating: Candidate(weight: 0, token: 0), count: room)
    }

    /// Draws one token.
    ///
    /// - Parameters:
    ///   - logits: one number a token.
    ///   - mask: bit t of word t/32 is set when token t may be drawn.
    /// - Returns: the token; nil when the mask is empty.
    /// - Complexity: linear in the vocabulary, plus k log V for top-k and the size of the nucleus times log V for top-p.
    package mutating func sample(_ logits: Span<Float>, mask: Span<UInt32>) -> TokenID? {
        if options.isGreedy { return Sampler.likeliest(logits, mask: mask) }
        let largest = gather(logits, mask: mask)
        guard count > 0 else { return nil }
        // An infinite largest logit leaves no distribution to draw from: the likeliest token is the limit.
        guard largest.isFinite else { return Sampler.likeliest(logits, mask: mask) }
        var total = 0.0
        for index in 0..<count {
            let weight = exp((candidates[index].weight - largest) / options.temperature)
            candidates[index].weight = weight
            total += weight
        }
        let kept = keepLikeliest(&total)
        return draw(from: kept, total: total)
    }

    /// The allowed token with the largest logit, the first of equals; NaN counts as smallest.
    package static func likeliest(_ logits: Span<Float>, mask: Span<UInt32>) -> TokenID? {
        var best: Int?
        var bestLogit = -Float.infinity
        for wordIndex in 0..<mask.count {
            var word = mask[wordIndex]
            while word != 0 {
                let token = wordIndex * 32 + word.trailingZeroBitCount
                word &= word - 1
                guard token < logits.count else { return best.map { TokenID($0) } }
                if best == nil || logits[token] > bestLogit {
                    best = token
                    bestLogit = logits[token].isNaN ? -.infinity : logits[token]
                }
            }
        }
        return best.map { TokenID($0) }
    }

    /// Collects the allowed tokens with their logits as weights and returns the largest logit.
    private mutating func gather(_ logits: Span<Float>, mask: Span<UInt32>) -> Double {
        count = 0
        var largest = -Double.infinity
        let limit = min(logits.count, candidates.count)
        for wordIndex in 0..<mask.count {
            var word = mask[wordIndex]
            while word != 0 {
                let token = wordIndex * 32 + word.trailingZeroBitCount
                word &= word - 1
                guard token < limit else { return largest }
                let logit = Double(logits[token])
                let weight = logit.isNaN ? -.infinity : logit
                candidates[count] = Candidate(weight: weight, token: UInt32(token))
                count += 1
                largest = max(largest, weight)
            }
        }
        return largest
    }

    /// Moves the candidates that top-k and top-p keep to the end of the list, likeliest last, and sets their total weight.
    private mutating func keepLikeliest(_ total: inout Double) -> Range<Int> {
        let limit = min(options.topK ?? count, count)
        let topP = options.topP ?? 1
        guard limit < count || topP < 1 else { return 0..<count }
        makeHeap()
        var first = count
        if limit < count {
            total = 0
            while count - first < limit {
                first -= 1
                moveLargest(to: first)
                total += candidates[first].weight
            }
        }
        guard topP < 1 else { return first..<count }
        // The nucleus: the fewest likeliest candidates that reach p together. What top-k took is already in order.
        let wanted = topP * total
        var sum = 0.0
        var start = count
        while start > count - limit, sum < wanted || start == count {
            start -= 1
            if start < first {
                first = start
                moveLargest(to: start)
            }
            sum += candidates[start].weight
        }
        total = sum
        return start..<count
    }

    private mutating func draw(from kept: Range<Int>, total: Double) -> TokenID {
        var rest = random.nextUnit() * total
        for index in kept.reversed() {
            rest -= candidates[index].weight
            if rest < 0 { return TokenID(rawValue: candidates[index].token) }
        }
        // Rounding can leave a crumb: it belongs to the last candidate that has any weight, the first always has.
        let last = kept.first { candidates[$0].weight > 0 } ?? (kept.upperBound - 1)
        return TokenID(rawValue: candidates[last].token)
    }

    // MARK: A heap in the first part of the list, its likeliest candidate at 0

    private mutating func makeHeap() {
        for index in stride(from: count / 2 - 1, through: 0, by: -1) { sink(index, end: count) }
    }

    /// Swaps the likeliest of the first `end + 1` candidates to the place `end`.
    private mutating func moveLargest(to end: Int) {
        candidates.swapAt(0, end)
        sink(0, end: end)
    }

    private mutating func sink(_ start: Int, end: Int) {
        var parent = start
        while true {
            var child = 2 * parent + 1
            guard child < end else { return }
            if child + 1 < end, candidates[child + 1].precedes(candidates[child]) { child += 1 }
            guard candidates[child].precedes(candidates[parent]) else { return }
            candidates.swapAt(parent, child)
            parent = child
        }
    }
}
