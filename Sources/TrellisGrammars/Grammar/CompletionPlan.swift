/// A way to the end of an array or object: further elements or members, and what they cost.
package struct CompletionPlan: Sendable {
    /// What makes one way better than another.
    package enum Preference: Sendable {
        /// Fewer elements, then less cost.
        case elements
        /// Less cost.
        case cost
    }

    /// The number of further elements.
    package var elements = 0
    /// The sum of their costs.
    package var cost = 0

    /// Nothing more.
    package static let end = CompletionPlan()

    /// The way that begins with one more element.
    func adding(cost other: Int) -> CompletionPlan {
        CompletionPlan(elements: elements + 1, cost: cost.addingSaturated(other))
    }

    func isBetter(than other: CompletionPlan, by preference: Preference) -> Bool {
        switch preference {
        case .elements: (elements, cost) < (other.elements, other.cost)
        case .cost: cost < other.cost
        }
    }
}
