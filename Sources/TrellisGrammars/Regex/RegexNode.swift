/// A regular expression as it was written, with character sets resolved.
indirect enum RegexNode {
    /// A condition on a place in the text.
    enum Assertion {
        case textStart
        case textEnd
        case lineStart
        case lineEnd
        /// The place is at one end of a word of such scalars, or is not.
        case wordBoundary(ScalarSet, isNegative: Bool)
    }

    /// One scalar of the set.
    case scalars(ScalarSet)
    /// The nodes one after the other.
    case sequence([RegexNode])
    /// Any of the nodes.
    case alternation([RegexNode])
    /// The node repeated; a possessive repetition gives nothing back.
    case repetition(RegexNode, atLeast: Int, atMost: Int?, isPossessive: Bool, offset: Int)
    /// The first way to match the node, and no other.
    case atomic(RegexNode, offset: Int)
    /// A condition on the place.
    case assertion(Assertion)
    /// A condition on the text after or before the place.
    case look(RegexNode, isBehind: Bool, isNegative: Bool, offset: Int)
}

extension RegexNode {
    /// Whether the node is a regular expression in the narrow sense: no conditions on what is around it.
    var isPlain: Bool {
        switch self {
        case .scalars: true
        case .sequence(let nodes), .alternation(let nodes): nodes.allSatisfy(\.isPlain)
        case .repetition(let node, _, _, let isPossessive, _): !isPossessive && node.isPlain
        case .atomic, .assertion, .look: false
        }
    }

    /// Whether the node asks what is before it.
    var looksBack: Bool {
        switch self {
        case .scalars: false
        case .sequence(let nodes), .alternation(let nodes): nodes.contains(where: \.looksBack)
        case .repetition(let node, _, _, _, _), .atomic(let node, _): node.looksBack
        case .assertion(let assertion):
            switch assertion {
            case .textStart, .lineStart, .wordBoundary: true
            case .textEnd, .lineEnd: false
            }
        case .look(let node, let isBehind, _, _): isBehind || node.looksBack
        }
    }

    /// Whether the node asks what is after it.
    var looksAhead: Bool {
        switch self {
        case .scalars: false
        case .sequence(let nodes), .alternation(let nodes): nodes.contains(where: \.looksAhead)
        case .repetition(let node, _, _, let isPossessive, _): isPossessive || node.looksAhead
        case .atomic: true
        case .assertion(let assertion):
            switch assertion {
            case .textEnd, .lineEnd, .wordBoundary: true
            case .textStart, .lineStart: false
            }
        case .look(let node, let isBehind, _, _): !isBehind || node.looksAhead
        }
    }

    /// The number of scalars of every match, when it is the same for all.
    var fixedLength: Int? {
        switch self {
        case .scalars: return 1
        case .sequence(let nodes):
            var sum = 0
            for node in nodes {
                guard let length = node.fixedLength else { return nil }
                let (total, overflow) = sum.addingReportingOverflow(length)
                guard !overflow else { return nil }
                sum = total
            }
            return sum
        case .alternation(let nodes):
            guard let first = nodes.first?.fixedLength else { return nil }
            return nodes.allSatisfy { $0.fixedLength == first } ? first : nil
        case .repetition(let node, let atLeast, let atMost, _, _):
            guard atLeast == atMost, let length = node.fixedLength else { return nil }
            let (product, overflow) = length.multipliedReportingOverflow(by: atLeast)
            return overflow ? nil : product
        case .atomic(let node, _): return node.fixedLength
        case .assertion, .look: return 0
        }
    }

    /// The set, when the node is one scalar of a set.
    var scalarSet: ScalarSet? {
        switch self {
        case .scalars(let set): return set
        case .sequence(let nodes): return nodes.count == 1 ? nodes[0].scalarSet : nil
        case .alternation(let nodes):
            var union = ScalarSet.none
            for node in nodes {
                guard let set = node.scalarSet else { return nil }
                union = union.union(set)
            }
            return union
        default: return nil
        }
    }
}
