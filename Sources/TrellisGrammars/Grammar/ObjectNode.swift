/// A JSON object: declared properties, then others by the pattern of their names.
public struct ObjectNode: Hashable, Sendable {
    /// A property with a fixed name.
    public struct Property: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The node of its value.
        public var value: Grammar.NodeID
        /// Whether every object has it.
        public var isRequired: Bool

        /// Makes a property.
        public init(name: String, value: Grammar.NodeID, isRequired: Bool) {
            self.name = name
            self.value = value
            self.isRequired = isRequired
        }

        /// Whether two properties are the same, their names by scalars.
        public static func == (left: Property, right: Property) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
                && left.isRequired == right.isRequired
        }

        /// Hashes the bytes of the name, the value and whether it is required.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(Array(name.utf8))
            hasher.combine(value)
            hasher.combine(isRequired)
        }
    }

    /// Properties of any number whose names a pattern matches.
    public struct OpenProperty: Hashable, Sendable {
        /// The names; no declared name is among them. Where two open properties share names, their values differ.
        public var names: Pattern
        /// The node of their values.
        public var value: Grammar.NodeID

        /// Makes an open property.
        public init(names: Pattern, value: Grammar.NodeID) {
            self.names = names
            self.value = value
        }
    }

    /// The order in which declared properties may come.
    public enum Order: Hashable, Sendable {
        /// As declared, open properties after them.
        case declared
        /// Any, open properties anywhere.
        case any
    }

    /// The declared properties, in order; names are distinct.
    public var properties: [Property]
    /// The open properties.
    public var openProperties: [OpenProperty]
    /// The least number of members.
    public var minimumCount: Int
    /// The greatest number of members.
    public var maximumCount: Int?
    /// Lists of open properties; of each list at least one member has to come.
    public var needs: [[Int]]
    /// Whether no name of an open property may come twice. It may where that changes nothing: the last one counts.
    public var hasDistinctNames: Bool
    /// The order of members.
    public var order: Order

    /// The greatest number of lists in `needs`.
    package static let needLimit = 8

    /// Makes an object.
    public init(
        properties: [Property], openProperties: [OpenProperty] = [], minimumCount: Int = 0, maximumCount: Int? = nil,
        needs: [[Int]] = [], hasDistinctNames: Bool = false, order: Order = .declared
    ) {
        self.properties = properties
        self.openProperties = openProperties
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        self.needs = needs
        self.hasDistinctNames = hasDistinctNames
        self.order = order
    }
}
