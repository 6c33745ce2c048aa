/// A JSON array: first the elements that have a node of their own, then any number of others.
public struct ArrayNode: Hashable, Sendable {
    /// How many elements of a kind an array has.
    ///
    /// Where elements are counted, the node of an element is a choice; an element counts when it is one of the
    /// alternatives that are listed, or when the choice itself is. Alternatives have no value in common.
    public struct Tally: Hashable, Sendable {
        /// The nodes that count.
        public var kinds: [Grammar.NodeID]
        /// The first place that is looked at.
        public var firstPlace: Int
        /// The least number of such elements.
        public var minimumCount: Int
        /// The greatest number of such elements.
        public var maximumCount: Int?

        /// Makes a tally.
        public init(kinds: [Grammar.NodeID], from firstPlace: Int = 0, minimumCount: Int = 0, maximumCount: Int? = nil)
        {
            self.kinds = kinds
            self.firstPlace = firstPlace
            self.minimumCount = minimumCount
            self.maximumCount = maximumCount
        }
    }

    /// The nodes of the first elements.
    public var prefix: [Grammar.NodeID]
    /// The node of every element after them; nil when there are none.
    public var items: Grammar.NodeID?
    /// The least number of elements.
    public var minimumCount: Int
    /// The greatest number of elements.
    public var maximumCount: Int?
    /// What is counted besides.
    public var tallies: [Tally]
    /// Whether no two elements may be equal as JSON values; then they are numbers, strings and literals, or choices of these.
    public var isUnique: Bool

    /// Makes an array.
    public init(
        prefix: [Grammar.NodeID] = [], items: Grammar.NodeID?, minimumCount: Int = 0, maximumCount: Int? = nil,
        tallies: [Tally] = [], isUnique: Bool = false
    ) {
        self.prefix = prefix
        self.items = items
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        self.tallies = tallies
        self.isUnique = isUnique
    }
}

extension ArrayNode {
    /// The greatest number of elements, or of names, that may be required and have to differ.
    package static let distinctLimit = 256

    /// The greatest number of situations that the counts of one array may make.
    package static let situationLimit = 1 << 16

    /// The number of elements beyond which no more are told apart, as long as there is no greatest one.
    package var countedPlaces: Int { max(minimumCount, prefix.count, tallies.map(\.firstPlace).max() ?? 0) }

    /// The number of situations that counts make: numbers of elements so far, and of those in each tally.
    package var situationCount: Int {
        tallies.reduce(countedPlaces.addingSaturated(1)) { product, tally in
            let counts = (tally.maximumCount ?? tally.minimumCount).addingSaturated(1)
            let (result, overflow) = product.multipliedReportingOverflow(by: counts)
            return overflow ? .max : result
        }
    }
}
