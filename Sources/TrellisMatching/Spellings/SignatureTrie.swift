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
    init(_ spellings: [(token: Int32, spelling: TokenSpelling)]) {
        var builder = Builder()
        let nodes = spellings.map { builder.node(of: $0.spelling) }
        var (classes, depths, subtreeEnds): ([UInt8], [UInt16], [Int32]) = ([], [], [])
        let order = builder.flatten(into: &classes, &depths, &subtreeEnds)
        var heights = depths
        for node in stride(from: classes.count - 1, through: 1, by: -1) {
            let parent = Int(order.parents[node])
            heights[parent] = max(heights[parent], heights[node])
        }
        // The tokens by node; within a node they keep the order they came in.
        var begins = [Int32](repeating: 0, count: classes.count + 1)
        for node in nodes { if let node { begins[Int(order.places[node]) + 1] += 1 } }
        for node in 1...classes.count { begins[node] += begins[node - 1] }
        tokenBegins = begins
        var sorted = [Int32](repeating: 0, count: Int(begins[classes.count]))
        for (index, node) in nodes.enumerated() {
            guard let node else { continue }
            let place = Int(order.places[node])
            sorted[Int(begins[place])] = Int32(index)
            begins[place] += 1
        }
        var list = TokenList()
        for (place, index) in sorted.enumerated() { list.append(spellings[Int(index)], at: Int32(place)) }
        (self.classes, self.depths, self.subtreeEnds, self.heights) = (classes, depths, subtreeEnds, heights)
        longest = Int(heights[0])
        (tokens, shared, scalarBegins, scalars) = (list.tokens, list.shared, list.scalarBegins, list.scalars)
        (endsInside, tails) = (list.endsInside, list.tails)
    }
}

extension SignatureTrie {
    /// The tokens of the tree while they are added, in its order.
    private struct TokenList {
        var tokens: [Int32] = []
        var shared: [UInt16] = []
        var scalarBegins: [Int32] = [0]
        var scalars: [UInt32] = []
        var endsInside: [Bool] = []
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
            endsInside.append(!token.spelling.tail.isEmpty)
            if !token.spelling.tail.isEmpty { tails[place] = token.spelling.tail }
        }
    }
}

extension SignatureTrie {
    /// The tree while it grows, its nodes in the order they were made.
    private struct Builder {
        /// The nodes as they lie in depth-first order.
        struct Order {
            /// The place of each node.
            var places: [Int32] = []
            /// The place of each place's parent.
            var parents: [Int32] = []
        }

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

        func flatten(
            into flatClasses: inout [UInt8], _ depths: inout [UInt16], _ subtreeEnds: inout [Int32]
        ) -> Order {
            var order = Order(places: [Int32](repeating: 0, count: classes.count))
            var open: [Int32] = []
            var pending: [(node: Int32, depth: UInt16)] = [(0, 0)]
            while let (node, depth) = pending.popLast() {
                let place = Int32(flatClasses.count)
                while open.count > Int(depth) { subtreeEnds[Int(open.removeLast())] = place }
                order.places[Int(node)] = place
                order.parents.append(open.last ?? 0)
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
            return order
        }
    }
}
