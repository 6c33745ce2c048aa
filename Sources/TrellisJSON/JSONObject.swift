/// The members of a JSON object in the order of the text, each name once.
///
/// Names are the same when their UTF-8 bytes are. Finding a member is linear up to sixteen members and constant on
/// average above; removing one is linear.
public struct JSONObject: Sendable {
    fileprivate struct Member: Sendable {
        let name: JSONName
        var value: JSONValue
    }

    /// The number of members from which on an index is kept.
    private static let indexThreshold = 16

    private var members: [Member] = []
    /// The positions of all members by name once there are more than a few; nil before.
    private var index: [JSONName: Int]?

    /// Makes an object without members.
    public init() {}

    /// The names in order. Makes a new array, in linear time.
    public var names: [String] { members.map(\.name.text) }

    /// The values in the order of the names. Makes a new array, in linear time.
    public var values: [JSONValue] { members.map(\.value) }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of the member; setting a new name appends it, setting nil removes it.
    public subscript(name: String) -> JSONValue? {
        get { position(of: JSONName(name)).map { members[$0].value } }
        set {
            let name = JSONName(name)
            switch (position(of: name), newValue) {
            case (let position?, let value?): members[position].value = value
            case (nil, let value?): append(name, value)
            case (let position?, nil): remove(at: position)
            case (nil, nil): break
            }
        }
    }

    /// Whether there is a member of that name.
    func contains(_ name: JSONName) -> Bool { position(of: name) != nil }

    /// Appends a member whose name the caller knows to be new.
    mutating func append(_ name: JSONName, _ value: JSONValue) {
        members.append(Member(name: name, value: value))
        if index != nil {
            index?[name] = members.count - 1
        } else if members.count > JSONObject.indexThreshold {
            var positions: [JSONName: Int] = [:]
            for (position, member) in members.enumerated() { positions[member.name] = position }
            index = positions
        }
    }

    private func position(of name: JSONName) -> Int? {
        if let index { return index[name] }
        return members.firstIndex { $0.name == name }
    }

    private mutating func remove(at position: Int) {
        let name = members.remove(at: position).name
        guard index != nil else { return }
        index?[name] = nil
        for later in position..<members.count { index?[members[later].name] = later }
    }
}

extension JSONObject: Hashable {
    /// Equal when the same names have equal values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        return left.members.allSatisfy { member in
            right.position(of: member.name).map { right.members[$0].value == member.value } ?? false
        }
    }

    /// Hashes the members without their order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var own = Hasher()
            own.combine(member.name)
            own.combine(member.value)
            sum &+= own.finalize()
        }
        hasher.combine(members.count)
        hasher.combine(sum)
    }
}

extension JSONObject: Sequence {
    /// The members in order.
    public struct Iterator: IteratorProtocol {
        fileprivate var members: IndexingIterator<[Member]>

        /// The next member; nil after the last.
        public mutating func next() -> (name: String, value: JSONValue)? {
            members.next().map { (name: $0.name.text, value: $0.value) }
        }
    }

    /// Iterates over names and values in order.
    public func makeIterator() -> Iterator { Iterator(members: members.makeIterator()) }

    /// The number of members.
    public var underestimatedCount: Int { members.count }
}
