extension Grammar {
    /// The nodes that refer to each node.
    package var users: [[Int]] {
        var users = [[Int]](repeating: [], count: nodes.count)
        for (index, node) in nodes.enumerated() {
            for part in node.references where users[part.index].last != index { users[part.index].append(index) }
        }
        return users
    }
}

/// The numbers by which nodes refer to others; all of them, whatever they are for.
extension Grammar.Node {
    /// All nodes that this one refers to.
    var references: [Grammar.NodeID] {
        switch self {
        case .literal, .lexeme, .sequence, .choice, .repetition: parts
        case .object(let object): object.properties.map(\.value) + object.openProperties.map(\.value)
        case .array(let array):
            array.prefix + (array.items.map { [$0] } ?? []) + array.tallies.flatMap(\.kinds)
        }
    }

    /// The node with other numbers in place of those it refers to.
    package func mappingReferences(_ map: (Grammar.NodeID) -> Grammar.NodeID) -> Grammar.Node {
        switch self {
        case .literal, .lexeme: return self
        case .sequence(let parts): return .sequence(parts.map(map))
        case .choice(let nodes): return .choice(nodes.map(map))
        case .repetition(let body, let minimum, let maximum):
            return .repetition(map(body), atLeast: minimum, atMost: maximum)
        case .object(var object):
            for index in object.properties.indices {
                object.properties[index].value = map(object.properties[index].value)
            }
            for index in object.openProperties.indices {
                object.openProperties[index].value = map(object.openProperties[index].value)
            }
            return .object(object)
        case .array(var array):
            array.prefix = array.prefix.map(map)
            array.items = array.items.map(map)
            for index in array.tallies.indices { array.tallies[index].kinds = array.tallies[index].kinds.map(map) }
            return .array(array)
        }
    }
}
