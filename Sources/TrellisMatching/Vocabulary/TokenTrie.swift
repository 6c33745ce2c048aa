import TrellisTokenization

/// A prefix tree of byte strings, flat in depth-first order.
///
/// A walk is one loop over the nodes: to enter a node is to go on with the next index, to skip its subtree is to go
/// on at `subtreeEnd`. The tokens that end in a node stand in `tokens` from its `tokenBegin` to the next node's, so
/// that those of a whole subtree are one run too.
struct TokenTrie {
    /// The last byte of each node's string. Node 0 is the root, whose byte means nothing.
    private(set) var bytes: [UInt8] = [0]
    /// The length of each node's string.
    private(set) var depths: [UInt16] = [0]
    /// The index after the last node of each subtree.
    private(set) var subtreeEnds: [Int32] = []
    /// Where each node's own tokens begin in `tokens`, with one more entry for the end.
    private(set) var tokenBegins: [Int32] = []
    /// Token numbers in the order of the nodes.
    private(set) var tokens: [Int32] = []
    /// The length of the longest string.
    private(set) var longest = 0
    /// The nodes of one byte, then those of two; 0 for none. Empty in a small tree.
    private var beginnings: [Int32] = []

    /// The number of nodes, the root included.
    var count: Int { bytes.count }

    /// Makes the tree of all text tokens of a vocabulary.
    init(_ vocabulary: Vocabulary) {
        let numbers = (0..<vocabulary.count).filter { vocabulary.kind(of: TokenID($0)) == .text }.map(Int32.init)
        self.init(
            storage: vocabulary.bytes,
            strings: numbers.map { number in
                (vocabulary.offsets[Int(number)], vocabulary.offsets[Int(number) + 1], number)
            })
        index()
    }

    /// Makes the tree of byte strings that lie in one array; longer than 65,535 bytes are cut there (and never match).
    init(storage: [UInt8], strings: [TokenOrder.Entry]) {
        let sorted = TokenOrder(storage: storage).sorted(strings)
        tokenBegins = [0]
        subtreeEnds = [0]
        bytes.reserveCapacity(sorted.count * 2)
        depths.reserveCapacity(sorted.count * 2)
        subtreeEnds.reserveCapacity(sorted.count * 2)
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
            while path.count > common + 1 { subtreeEnds[Int(path.removeLast())] = Int32(bytes.count) }
            for depth in common..<range.count {
                path.append(Int32(bytes.count))
                bytes.append(storage[range.lowerBound + depth])
                depths.append(UInt16(depth + 1))
                subtreeEnds.append(0)
                tokenBegins.append(Int32(tokens.count))
            }
            tokens.append(string.token)
            longest = max(longest, range.count)
            previous = range
        }
        for node in path { subtreeEnds[Int(node)] = Int32(bytes.count) }
        tokenBegins.append(Int32(tokens.count))
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
    func isLeaf(_ node: Int) -> Bool { Int(subtreeEnds[node]) == node + 1 }

    /// Notes where the strings of one and of two bytes are: the nodes there have so many children that looking for one of
    /// them along the others costs more than the rest of a descent.
    private mutating func index() {
        beginnings = [Int32](repeating: 0, count: 256 + 65536)
        for node in 1..<count where depths[node] == 1 { beginnings[Int(bytes[node])] = Int32(node) }
        var first = 0
        for node in 1..<count where depths[node] < 3 {
            if depths[node] == 1 {
                first = Int(bytes[node])
            } else {
                beginnings[256 + first * 256 + Int(bytes[node])] = Int32(node)
            }
        }
    }

    /// The node after one more byte.
    func child(of node: Int, _ byte: UInt8) -> Int? {
        if !beginnings.isEmpty, depths[node] < 2 {
            let place = depths[node] == 0 ? Int(byte) : 256 + Int(bytes[node]) * 256 + Int(byte)
            let child = Int(beginnings[place])
            return child == 0 ? nil : child
        }
        var child = node + 1
        let end = Int(subtreeEnds[node])
        while child < end {
            if bytes[child] == byte { return child }
            child = Int(subtreeEnds[child])
        }
        return nil
    }
}
