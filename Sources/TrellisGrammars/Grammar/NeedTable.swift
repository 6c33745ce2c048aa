/// The open members that an object still needs, for each set of unmet needs.
///
/// Needs are few, so that a set of them is a number; each number knows the best members that meet them all.
package struct NeedTable: Sendable {
    /// The best members for each set; nil where no members meet them.
    private var plans: [CompletionPlan?]

    /// Fills the table.
    ///
    /// - Parameters:
    ///   - members: For each open property the set of needs that it meets, and its cost.
    ///   - count: The number of needs.
    package init(members: [(needs: Int, cost: Int)], count: Int, preferring preference: CompletionPlan.Preference) {
        plans = [CompletionPlan?](repeating: nil, count: 1 << count)
        plans[0] = .end
        for unmet in 1..<max(1 << count, 1) {
            var best: CompletionPlan?
            for member in members where member.needs & unmet != 0 {
                guard let plan = plans[unmet & ~member.needs]?.adding(cost: member.cost) else { continue }
                if best.map({ plan.isBetter(than: $0, by: preference) }) ?? true { best = plan }
            }
            plans[unmet] = best
        }
    }

    /// The best members that meet a set of needs; nil when there are none.
    package func plan(for unmet: Int) -> CompletionPlan? { plans[unmet] }
}
