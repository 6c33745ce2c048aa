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
        /// The names; no declared name is among them, and no other open property matches one of them.
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
    /// The order of members.
    public var order: Order

    /// Makes an object.
    public init(
        properties: [Property], openProperties: [OpenProperty] = [], minimumCount: Int = 0, maximumCount: Int? = nil,
        order: Order = .declared
    ) {
        self.properties = properties
        self.openProperties = openProperties
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        self.order = order
    }
}

/// A JSON array: first the elements that have a node of their own, then any number of others.
public struct ArrayNode: Hashable, Sendable {
    /// The nodes of the first elements.
    public var prefix: [Grammar.NodeID]
    /// The node of every element after them; nil when there are none.
    public var items: Grammar.NodeID?
    /// The least number of elements.
    public var minimumCount: Int
    /// The greatest number of elements.
    public var maximumCount: Int?

    /// Makes an array.
    public init(
        prefix: [Grammar.NodeID] = [], items: Grammar.NodeID?, minimumCount: Int = 0, maximumCount: Int? = nil
    ) {
        self.prefix = prefix
        self.items = items
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
    }
}
