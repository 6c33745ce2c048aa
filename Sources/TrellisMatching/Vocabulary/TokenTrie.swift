import TrellisTokenization

/// A prefix tree of byte strings, flat in depth-first order.
///
/// A walk is one loop over the nodes: to enter a node is to go on with the next index, to skip its subtree is to go
/// on at `subtreeEnd`. The tokens that end in a node stand in `tokens` from its `tokenBegin` to the next node's, so
/// that those of a whole subtree are one run too.
final class TokenTrie {
    /// A string that some strings of the tree begin with: in eight bytes, for to pass over a subtree is to read one place.
    struct Node {
        /// The index after the last node of the subtree.
        fileprivate(set) var subtreeEnd: Int32 = 0
        /// The length of the string.
        let depth: UInt16
        /// The last byte of the string.
        let byte: UInt8
    }

    /// The nodes. Node 0 is the root, whose byte means nothing.
    let nodes: [Node]
    /// Where each node's own tokens begin in `tokens`, with one more entry for the end.
    let tokenBegins: [Int32]
    /// Token numbers in the order of the nodes.
    let tokens: [Int32]
    /// The length of the longest string.
    let longest: Int
    /// What is below each node. Empty in a small tree.
    let contents: [SubtreeContents]
    /// The nodes of one byte, then those of two; 0 for none. Empty in a small tree.
    private let beginnings: [Int32]

    /// The number of nodes, the root included.
    var count: Int { nodes.count }
    /// About its size in bytes.
    var bytes: Int { nodes.count * 12 + tokens.count * 4 }

    /// Makes the tree of all text tokens of a vocabulary.
    convenience init(_ vocabulary: Vocabulary) {
        let numbers = (0..<vocabulary.count).filter { vocabulary.kind(of: TokenID($0)) == .text }.map(Int32.init)
        self.init(
            storage: vocabulary.bytes,
            strings: numbers.map { number in
                (vocabulary.offsets[Int(number)], vocabulary.offsets[Int(number) + 1], number)
            }, isIndexed: true)
    }

    /// Makes the tree of byte strings that lie in one array; longer than 65,535 bytes are cut there (and never match).
    ///
    /// - Parameter isIndexed: Whether the tree is large enough to pay for tables of what is below its nodes.
    init(storage: [UInt8], strings: [TokenOrder.Entry], isIndexed: Bool = false) {
        let sorted = TokenOrder(storage: storage).sorted(strings)
        var nodes = [Node(depth: 0, byte: 0)]
        var (tokenBegins, tokens): ([Int32], [Int32]) = ([0], [])
        var longest = 0
        nodes.reserveCapacity(sorted.count * 2)
        tokenBegins.reserveCapacity(sorted.count * 2)
        tokens.reserveCapacity(sorted.count)
        /// The open nodes from the root to the last string.
        var path: [Int32] = [0]
        var previous: Range<Int> = 0..<0
        for string in sorted {
            let range = Int(string.start)..<min(Int(string.end), Int(string.start) + Int(UInt16.max))
            var common = 0
            while common < min(previous.count, range.count),
                storage[previous.lowerBound + common] == storage[range.lowerBound + common]
            { common += 1 }
            while path.count > common + 1 { nodes[Int(path.removeLast())].subtreeEnd = Int32(nodes.count) }
            for depth in common..<range.count {
                path.append(Int32(nodes.count))
                nodes.append(Node(depth: UInt16(depth + 1), byte: storage[range.lowerBound + depth]))
                tokenBegins.append(Int32(tokens.count))
            }
            tokens.append(string.token)
            longest = max(longest, range.count)
            previous = range
        }
        for node in path { nodes[Int(node)].subtreeEnd = Int32(nodes.count) }
        tokenBegins.append(Int32(tokens.count))
        beginnings = isIndexed ? Self.beginnings(nodes) : []
        contents = isIndexed ? Self.contents(nodes) : []
        (self.nodes, self.tokenBegins, self.tokens, self.longest) = (nodes, tokenBegins, tokens, longest)
    }

    /// Makes a tree of arrays that fit together.
    init(
        bytes: [UInt8], depths: [UInt16], subtreeEnds: [Int32], tokenBegins: [Int32], tokens: [Int32], isIndexed: Bool
    ) {
        nodes = bytes.indices.map { Node(subtreeEnd: subtreeEnds[$0], depth: depths[$0], byte: bytes[$0]) }
        (self.tokenBegins, self.tokens) = (tokenBegins, tokens)
        longest = Int(depths.max() ?? 0)
        beginnings = isIndexed ? Self.beginnings(nodes) : []
        contents = isIndexed ? Self.contents(nodes) : []
    }

    /// The longest token at the start of the bytes, with its length.
    func longestMatch(_ text: ArraySlice<UInt8>) -> (token: Int32, length: Int)? {
        var node = 0
        var best: (token: Int32, length: Int)?
        for (index, byte) in text.enumerated() {
            guard let child = child(of: node, byte) else { break }
            node = child
            if tokenBegins[node] < tokenBegins[node + 1] { best = (tokens[Int(tokenBegins[node])], index + 1) }
        }
        return best
    }

    /// The tokens that end in a node.
    func tokens(at node: Int) -> ArraySlice<Int32> { tokens[Int(tokenBegins[node])..<Int(tokenBegins[node + 1])] }

    /// Whether no string goes on beyond a node.
    func isLeaf(_ node: Int) -> Bool { Int(nodes[node].subtreeEnd) == node + 1 }

    /// Where the strings of one and of two bytes are: the nodes there have so many children that looking for one of them
    /// along the others costs more than the rest of a descent.
    private static func beginnings(_ nodes: [Node]) -> [Int32] {
        var beginnings = [Int32](repeating: 0, count: 256 + 65536)
        var first = 0
        for node in 1..<nodes.count where nodes[node].depth < 3 {
            if nodes[node].depth == 1 {
                first = Int(nodes[node].byte)
                beginnings[first] = Int32(node)
            } else {
                beginnings[256 + first * 256 + Int(nodes[node].byte)] = Int32(node)
            }
        }
        return beginnings
    }

    private static func contents(_ nodes: [Node]) -> [SubtreeContents] {
        var contents = [SubtreeContents](repeating: SubtreeContents(), count: nodes.count)
        var path = [0]
        for node in 1...nodes.count {
            // Nodes that are left have all of their children.
            let depth = node < nodes.count ? Int(nodes[node].depth) : 0
            while path.count > max(depth, 1), let child = path.popLast(), let parent = path.last {
                contents[parent].add(contents[child], after: nodes[child].byte)
            }
            path.append(node)
        }
        return contents
    }

    /// The children of a node for bytes that are asked for in ascending order.
    struct Children {
        fileprivate let trie: TokenTrie
        fileprivate let node: Int
        fileprivate var next: Int

        /// The child that a byte leads to.
        mutating func next(_ byte: UInt8) -> Int? {
            if !trie.beginnings.isEmpty, trie.nodes[node].depth < 2 { return trie.child(of: node, byte) }
            let end = Int(trie.nodes[node].subtreeEnd)
            while next < end, trie.nodes[next].byte < byte { next = Int(trie.nodes[next].subtreeEnd) }
            return next < end && trie.nodes[next].byte == byte ? next : nil
        }
    }

    /// The children of a node.
    func children(of node: Int) -> Children { Children(trie: self, node: node, next: node + 1) }

    /// The node after one more byte.
    func child(of node: Int, _ byte: UInt8) -> Int? {
        if !beginnings.isEmpty, nodes[node].depth < 2 {
            let place = nodes[node].depth == 0 ? Int(byte) : 256 + Int(nodes[node].byte) * 256 + Int(byte)
            let child = Int(beginnings[place])
            return child == 0 ? nil : child
        }
        var child = node + 1
        let end = Int(nodes[node].subtreeEnd)
        while child < end {
            if nodes[child].byte == byte { return child }
            child = Int(nodes[child].subtreeEnd)
        }
        return nil
    }
}
