/// Formulas in the order they came in, each once.
///
/// Most lists have two or three: comparing those is quicker than to hash them.
struct DistinctFormulas {
    private(set) var list: [Formula] = []
    /// The same formulas, when there are many.
    private var set: Set<Formula> = []
    private static let many = 8

    func contains(_ formula: Formula) -> Bool {
        list.count < Self.many ? list.contains(formula) : set.contains(formula)
    }

    mutating func insert(_ formula: Formula) {
        guard !contains(formula) else { return }
        list.append(formula)
        if list.count == Self.many { set = Set(list) } else if list.count > Self.many { set.insert(formula) }
    }
}
