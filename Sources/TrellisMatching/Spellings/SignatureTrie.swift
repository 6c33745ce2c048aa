/// Tokens by the classes of the scalars they spell: a prefix tree of class sequences, flat in depth-first order.
///
/// A vocabulary of 128,000 tokens has some 5,000 sequences of classes, so a walk of this tree looks at a twentieth of
/// the nodes of a tree of bytes. The tokens of a subtree are one run of `tokens`; those of one node are sorted, and
/// `shared` tells how many scalars each has in common with the one before, so that a walk of single tokens goes over
/// no scalar twice either.
final class SignatureTrie {
    /// The class that leads to each node. Node 0 is the root, whose class means nothing.
    let classes: [UInt8]
    /// The length of each node's sequence.
    let depths: [UInt16]
    /// The index after the last node of each subtree.
    let subtreeEnds: [Int32]
    /// The greatest depth in each subtree.
    let heights: [UInt16]
    /// Where each node's own tokens begin in `tokens`, with one more entry for the end.
    let tokenBegins: [Int32]
    /// The tokens in the order of the nodes.
    let tokens: [Int32]
    /// For each token the scalars it begins with as the one before it does.
    let shared: [UInt16]
    /// Where each token's scalars begin in `scalars`, with one more entry for the end.
    let scalarBegins: [Int32]
    /// The scalars of all tokens.
    let scalars: [UInt32]
    /// Whether each token ends inside a scalar or an escape.
    let endsInside: [Bool]
    /// What the scalar may be inside of which a token ends, by the place of the token in `tokens`.
    let tails: [Int32: [ClosedRange<UInt32>]]
    /// The length of the longest sequence.
    let longest: Int

    /// The number of nodes, the root included.
    var count: Int { classes.count }

    /// Makes the tree of some tokens, given in the order of their bytes.
    ///
    /// Tokens of more than 65,000 scalars are left out.
    convenience init(_ spellings: [(token: Int32, spelling: TokenSpelling)]) {
        var builder = Builder()
        let nodes = spellings.map { builder.node(of: $0.spelling) }
        var (classes, depths, subtreeEnds): ([UInt8], [UInt16], [Int32]) = ([], [], [])
        let places = builder.flatten(into: &classes, &depths, &subtreeEnds)
        // The tokens by node; within a node they keep the order they came in.
        var begins = [Int32](repeating: 0, count: classes.count + 1)
        for node in nodes { if let node { begins[Int(places[node]) + 1] += 1 } }
        for node in 1...classes.count { begins[node] += begins[node - 1] }
        let tokenBegins = begins
        var sorted = [Int32](repeating: 0, count: Int(begins[classes.count]))
        for (index, node) in nodes.enumerated() {
            guard let node else { continue }
            let place = Int(places[node])
            sorted[Int(begins[place])] = Int32(index)
            begins[place] += 1
        }
        var list = TokenList()
        for (place, index) in sorted.enumerated() { list.append(spellings[Int(index)], at: Int32(place)) }
        self.init(
            classes: classes, depths: depths, subtreeEnds: subtreeEnds, tokenBegins: tokenBegins, tokens: list.tokens,
            shared: list.shared, scalars: list.scalars, tails: list.tails)
    }

    /// Makes a tree of arrays that fit together.
    init(
        classes: [UInt8], depths: [UInt16], subtreeEnds: [Int32], tokenBegins: [Int32], tokens: [Int32],
        shared: [UInt16], scalars: [UInt32], tails: [Int32: [ClosedRange<UInt32>]]
    ) {
        var scalarBegins: [Int32] = [0]
        scalarBegins.reserveCapacity(tokens.count + 1)
        var end: Int32 = 0
        for node in classes.indices {
            let length = Int32(Self.length(of: classes[node], depths[node]))
            for _ in tokenBegins[node]..<tokenBegins[node + 1] {
                end += length
                scalarBegins.append(end)
            }
        }
        // From the last node back, so that the heights of a node's children are known.
        var heights = depths
        for node in classes.indices.reversed() {
            var child = node + 1
            while child < Int(subtreeEnds[node]) {
                heights[node] = max(heights[node], heights[child])
                child = Int(subtreeEnds[child])
            }
        }
        var endsInside = [Bool](repeating: false, count: tokens.count)
        for place in tails.keys { endsInside[Int(place)] = true }
        (self.classes, self.depths, self.subtreeEnds, self.heights) = (classes, depths, subtreeEnds, heights)
        (self.tokenBegins, self.tokens, self.shared) = (tokenBegins, tokens, shared)
        (self.scalarBegins, self.scalars, self.endsInside, self.tails) = (scalarBegins, scalars, endsInside, tails)
        longest = Int(heights.first ?? 0)
    }

    /// The number of whole scalars of a node's tokens: where they end inside one, that is a class of the node, but no scalar.
    static func length(of number: UInt8, _ depth: UInt16) -> Int {
        Int(depth) - (number < ScalarClass.count ? 0 : 1)
    }
}

extension SignatureTrie {
    /// The tokens of the tree while they are added, in its order.
    private struct TokenList {
        var tokens: [Int32] = []
        var shared: [UInt16] = []
        var scalarBegins: [Int32] = [0]
        var scalars: [UInt32] = []
        var tails: [Int32: [ClosedRange<UInt32>]] = [:]

        mutating func append(_ token: (token: Int32, spelling: TokenSpelling), at place: Int32) {
            let spelled = token.spelling.scalars
            var common = 0
            if place > 0 {
                let start = Int(scalarBegins[Int(place) - 1])
                let length = min(scalars.count - start, spelled.count)
                while common < length, scalars[start + common] == spelled[common] { common += 1 }
            }
            tokens.append(token.token)
            shared.append(UInt16(common))
            scalars.append(contentsOf: spelled)
            scalarBegins.append(Int32(scalars.count))
            if !token.spelling.tail.isEmpty { tails[place] = token.spelling.tail }
        }
    }
}

extension SignatureTrie {
    /// The tree while it grows, its nodes in the order they were made.
    private struct Builder {
        private var classes: [UInt8] = [0]
        private var firstChild: [Int32] = [-1]
        private var nextSibling: [Int32] = [-1]

        /// The node of a token; nil when it is too long.
        mutating func node(of spelling: TokenSpelling) -> Int? {
            guard spelling.scalars.count < 65_000 else { return nil }
            var node = 0
            for scalar in spelling.scalars { node = child(of: node, ScalarClass.of(scalar)) }
            guard !spelling.tail.isEmpty else { return node }
            return child(of: node, spelling.endsInEscape ? ScalarClass.escape : ScalarClass.truncated)
        }

        private mutating func child(of node: Int, _ number: UInt8) -> Int {
            var child = firstChild[node]
            while child >= 0 {
                if classes[Int(child)] == number { return Int(child) }
                child = nextSibling[Int(child)]
            }
            let new = classes.count
            classes.append(number)
            firstChild.append(-1)
            nextSibling.append(firstChild[node])
            firstChild[node] = Int32(new)
            return new
        }

        /// Lays the nodes in depth-first order, and gives the place of each.
        func flatten(
            into flatClasses: inout [UInt8], _ depths: inout [UInt16], _ subtreeEnds: inout [Int32]
        ) -> [Int32] {
            var places = [Int32](repeating: 0, count: classes.count)
            var open: [Int32] = []
            var pending: [(node: Int32, depth: UInt16)] = [(0, 0)]
            while let (node, depth) = pending.popLast() {
                let place = Int32(flatClasses.count)
                while open.count > Int(depth) { subtreeEnds[Int(open.removeLast())] = place }
                places[Int(node)] = place
                open.append(place)
                flatClasses.append(classes[Int(node)])
                depths.append(depth)
                subtreeEnds.append(0)
                var child = firstChild[Int(node)]
                while child >= 0 {
                    pending.append((child, depth + 1))
                    child = nextSibling[Int(child)]
                }
            }
            for place in open { subtreeEnds[Int(place)] = Int32(flatClasses.count) }
            return places
        }
    }
}
