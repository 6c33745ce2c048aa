/// What an array with tallies still needs, for each number of elements and of counted ones so far.
///
/// A situation is the number of elements, as far as it matters, and the counts of all tallies, each kept at its least
/// number where there is no greatest one. From every situation the table has the best way to one in which the array may
/// end; where there is none, the situation is a dead end. It is filled from the end: an element never makes a number smaller.
package struct TallyTable: Sendable {
    /// One way an element can be.
    package struct Kind: Sendable {
        /// The tallies that it counts for.
        package var tallies: [Int]
        /// What it costs.
        package var cost: Int

        /// Makes a kind.
        package init(tallies: [Int], cost: Int) {
            self.tallies = tallies
            self.cost = cost
        }
    }

    private let tallies: [ArrayNode.Tally]
    /// What one more of each tally adds to the number of the counts.
    private let strides: [Int]
    private let width: Int
    private let places: Int
    private var plans: [CompletionPlan?]

    /// Fills the table.
    ///
    /// - Parameters:
    ///   - array: Its numbers count; `situationCount` must be within `situationLimit`.
    ///   - kinds: The ways an element can be, by place; the last list is for all further places.
    package init(_ array: ArrayNode, kinds: [[Kind]], preferring preference: CompletionPlan.Preference) {
        tallies = array.tallies
        var strides: [Int] = []
        var width = 1
        for tally in array.tallies {
            strides.append(width)
            width *= (tally.maximumCount ?? tally.minimumCount) + 1
        }
        self.strides = strides
        self.width = width
        places = array.countedPlaces
        plans = [CompletionPlan?](repeating: nil, count: (places + 1) * width)
        for place in stride(from: places, through: 0, by: -1) {
            let kinds = kinds[min(place, kinds.count - 1)]
            let after = min(place + 1, places)
            for counts in stride(from: width - 1, through: 0, by: -1) {
                if place >= array.minimumCount, isMet(counts) {
                    plans[place * width + counts] = .end
                    continue
                }
                var best: CompletionPlan?
                for kind in kinds {
                    guard let next = self.counts(counts, adding: kind.tallies), after > place || next > counts,
                        let plan = plans[after * width + next]?.adding(cost: kind.cost)
                    else { continue }
                    if best.map({ plan.isBetter(than: $0, by: preference) }) ?? true { best = plan }
                }
                plans[place * width + counts] = best
            }
        }
    }

    private func count(_ tally: Int, in counts: Int) -> Int {
        counts / strides[tally] % ((tallies[tally].maximumCount ?? tallies[tally].minimumCount) + 1)
    }

    private func isMet(_ counts: Int) -> Bool {
        tallies.indices.allSatisfy { count($0, in: counts) >= tallies[$0].minimumCount }
    }

    /// The counts after an element that counts for some tallies; nil when one of them would be over its greatest number.
    package func counts(_ counts: Int, adding kind: [Int]) -> Int? {
        var result = counts
        for tally in kind {
            let count = count(tally, in: counts)
            if count < tallies[tally].maximumCount ?? tallies[tally].minimumCount {
                result += strides[tally]
            } else if tallies[tally].maximumCount != nil {
                return nil
            }
        }
        return result
    }

    /// The best way to the end after so many elements with such counts; nil when there is none.
    package func plan(after elements: Int, counts: Int) -> CompletionPlan? {
        plans[min(elements, places) * width + counts]
    }
}
