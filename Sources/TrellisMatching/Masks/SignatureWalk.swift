import TrellisGrammars

/// A walk of tokens by the classes of their scalars, from what remains of a pattern.
///
/// A bound on the length is no part of the pattern here: a text is viable under it exactly when a shortest text of what
/// remains still fits. So the states of the walk do not depend on how much of the bound is used up, and the walk finds
/// out from which bound on the answer is always the same.
struct SignatureWalk {
    let pool: PatternPool
    let rows: ClassRows
    /// The greatest number of scalars that are left.
    let limit: Int?
    /// The least limit under which all that the walk saw is allowed: a walk with a limit from there on has the same result.
    private(set) var need = 0
    /// What remains of the pattern after each scalar of the sequence that is walked.
    private var path: [PatternPool.State]

    init(_ pool: PatternPool, _ rows: ClassRows, limit: Int?, from pattern: PatternPool.State, longest: Int) {
        self.pool = pool
        self.rows = rows
        self.limit = limit
        path = [PatternPool.State](repeating: pattern, count: longest + 1)
    }

    /// The number of plain tokens walked one by one beyond which `viable` gives up.
    private static let singleLimit = 4096
    /// A number of scalars that few tokens have.
    private static let usualLength = 16

    /// The tokens after which the pattern can go on, as runs of places in `trie.tokens`; nil when the pattern tells so many
    /// scalars of one class apart that a walk of the plain tokens' bytes is quicker.
    ///
    /// - Parameter isPlain: whether all tokens consist of plain scalars.
    mutating func viable(_ trie: SignatureTrie, isPlain: Bool) -> [Range<Int32>]? {
        var singles = 0
        var runs: [Range<Int32>] = []
        var node = 0
        while node < trie.count {
            let end = Int(trie.subtreeEnds[node])
            let subtree = trie.tokenBegins[node]..<trie.tokenBegins[end]
            let depth = Int(trie.depths[node])
            if node > 0 {
                let before = path[depth - 1]
                if isFree(before, after: depth - 1, for: Int(trie.heights[node]) - depth + 1) {
                    runs.append(joining: subtree)
                    node = end
                    continue
                }
                switch trie.classes[node] {
                case ScalarClass.truncated where hasUniformTail(before, after: depth - 1):
                    runs.append(joining: subtree)
                    node = end
                    continue
                case ScalarClass.truncated, ScalarClass.escape:
                    viableOnes(trie, subtree, from: depth - 1, isPlain, &runs)
                    node = end
                    continue
                case let number:
                    let target = rows.target(of: before, number)
                    if target == ClassRows.mixed {
                        if pool.matchedLength(before) < Self.usualLength { singles += subtree.count }
                        if isPlain, singles > Self.singleLimit { return nil }
                        viableOnes(trie, subtree, from: depth - 1, isPlain, &runs)
                        node = end
                        continue
                    }
                    guard target != PatternPool.nothing, fits(target, after: depth) else {
                        node = end
                        continue
                    }
                    path[depth] = target
                }
            }
            // A class that changes nothing leaves the answer as it was for the node above.
            let isNew = node == 0 || limit != nil || path[depth] != path[depth - 1]
            if isNew, isOpen(path[depth], after: depth, to: Int(trie.heights[node]), isPlain) {
                runs.append(joining: subtree)
                node = end
            } else {
                runs.append(joining: trie.tokenBegins[node]..<trie.tokenBegins[node + 1])
                node += 1
            }
        }
        return runs
    }

    /// The tokens after which the pattern may end, as places in `trie.tokens`.
    mutating func complete(_ trie: SignatureTrie) -> [Range<Int32>] {
        var runs: [Range<Int32>] = []
        var node = 0
        while node < trie.count {
            let end = Int(trie.subtreeEnds[node])
            let subtree = trie.tokenBegins[node]..<trie.tokenBegins[end]
            let depth = Int(trie.depths[node])
            if node > 0 {
                let target = rows.target(of: path[depth - 1], trie.classes[node])
                if target == ClassRows.mixed {
                    completeOnes(trie, subtree, from: depth - 1, &runs)
                    node = end
                    continue
                }
                guard target != PatternPool.nothing, fits(target, after: depth) else {
                    node = end
                    continue
                }
                path[depth] = target
            }
            if path[depth] == PatternPool.anything, limit == nil {
                runs.append(subtree)
                node = end
                continue
            }
            if pool.isNullable(path[depth]) { runs.append(trie.tokenBegins[node]..<trie.tokenBegins[node + 1]) }
            node += 1
        }
        return runs
    }

    // MARK: Token by token

    private mutating func viableOnes(
        _ trie: SignatureTrie, _ run: Range<Int32>, from start: Int, _ isPlain: Bool,
        _ runs: inout [Range<Int32>]
    ) {
        /// The scalars after which the token before was decided, and how.
        var decided: (depth: Int, isViable: Bool)?
        var known = start
        let (shares, begins, scalars) = (trie.shared, trie.scalarBegins, trie.scalars)
        for place in run {
            let shared = place == run.lowerBound ? start : Int(shares[Int(place)])
            if let decided, shared >= decided.depth {
                if decided.isViable { runs.append(joining: place..<place + 1) }
                continue
            }
            decided = nil
            let begin = Int(begins[Int(place)])
            let count = Int(begins[Int(place) + 1]) - begin
            // The classes have led all tokens of the run alike as far as the start.
            var depth = max(start, min(known, shared))
            if isFree(path[depth], after: depth, for: count - depth) {
                known = depth
                runs.append(joining: place..<place + 1)
                continue
            }
            while depth < count {
                let target = target(of: path[depth], scalars[begin + depth])
                depth += 1
                if target == PatternPool.nothing || !fits(target, after: depth) {
                    decided = (depth, false)
                    break
                }
                path[depth] = target
                if isOpen(target, after: depth, to: limit == nil ? depth : trie.longest, isPlain) {
                    decided = (depth, true)
                    break
                }
            }
            known = decided?.isViable == false ? depth - 1 : depth
            let isViable =
                decided?.isViable
                ?? (!trie.endsInside[Int(place)] || hasTail(trie.tails[place], of: path[depth], after: depth))
            if isViable { runs.append(joining: place..<place + 1) }
        }
    }

    private mutating func completeOnes(
        _ trie: SignatureTrie, _ run: Range<Int32>, from start: Int, _ runs: inout [Range<Int32>]
    ) {
        var decided: (depth: Int, isComplete: Bool)?
        var known = start
        let (shares, begins, scalars) = (trie.shared, trie.scalarBegins, trie.scalars)
        for place in run {
            let shared = place == run.lowerBound ? start : Int(shares[Int(place)])
            if let decided, shared >= decided.depth {
                if decided.isComplete { runs.append(joining: place..<place + 1) }
                continue
            }
            decided = nil
            let begin = Int(begins[Int(place)])
            let count = Int(begins[Int(place) + 1]) - begin
            // The classes have led all tokens of the run alike as far as the start.
            var depth = max(start, min(known, shared))
            while depth < count {
                let target = target(of: path[depth], scalars[begin + depth])
                depth += 1
                if target == PatternPool.nothing || !fits(target, after: depth) {
                    decided = (depth, false)
                    break
                }
                path[depth] = target
                if target == PatternPool.anything, limit == nil {
                    decided = (depth, true)
                    break
                }
            }
            known = decided?.isComplete == false ? depth - 1 : depth
            if decided?.isComplete ?? pool.isNullable(path[depth]) { runs.append(joining: place..<place + 1) }
        }
    }

    func target(of pattern: PatternPool.State, _ scalar: UInt32) -> PatternPool.State {
        if scalar < 128 { return rows.target(of: pattern, UInt8(scalar)) }
        let target = rows.target(of: pattern, ScalarClass.of(scalar))
        return target == ClassRows.mixed ? pool.successor(of: pattern, after: scalar) : target
    }

    /// Whether some scalar of a tail can come after `depth` scalars; true without a tail.
    mutating func hasTail(
        _ tail: [ClosedRange<UInt32>]?, of pattern: PatternPool.State, after depth: Int
    ) -> Bool {
        guard let tail else { return true }
        let transitions = pool.transitions(from: pattern)
        for range in tail {
            var place = pool.firstTransition(of: transitions, notBelow: range.lowerBound)
            while place < transitions.count, transitions[place].low <= range.upperBound {
                if fits(transitions[place].target, after: depth + 1) { return true }
                place += 1
            }
        }
        return false
    }

    /// Whether a token may end inside any scalar beyond ASCII: the beginning of one is always that of a letter or a wide one.
    mutating func hasUniformTail(_ pattern: PatternPool.State, after depth: Int) -> Bool {
        for number in [ScalarClass.letter, ScalarClass.wide] {
            let target = rows.target(of: pattern, number)
            guard target != ClassRows.mixed, target != PatternPool.nothing, fits(target, after: depth + 1) else {
                return false
            }
        }
        return true
    }

    // MARK: The bound on the length

    /// Whether what remains after so many scalars can be completed within the limit.
    mutating func fits(_ pattern: PatternPool.State, after depth: Int) -> Bool {
        guard let limit else { return true }
        let total = depth + (pool.shortest(of: pattern, by: .scalars) ?? 0)
        need = max(need, total)
        return total <= limit
    }

    /// Whether every text of so many more scalars is viable, and of one more: a token may end inside it.
    mutating func isFree(_ pattern: PatternPool.State, after depth: Int, for more: Int) -> Bool {
        guard more + 1 < pool.matchedLength(pattern) else { return false }
        guard let limit else { return true }
        let total = depth + more + 1
        guard total <= limit else { return false }
        need = max(need, total)
        return true
    }

    /// Whether every text that goes on to a depth is viable, or every text of plain scalars.
    mutating func isOpen(_ pattern: PatternPool.State, after depth: Int, to height: Int, _ isPlain: Bool) -> Bool {
        guard let opening = pool.opening(pattern), isPlain || opening.isForAll else { return false }
        guard let limit else { return true }
        // One scalar more for a token that ends inside one.
        let total = max(depth + opening.lead, height + 1 + opening.rest)
        guard total <= limit else { return false }
        need = max(need, total)
        return true
    }
}

extension [Range<Int32>] {
    /// Appends a run, to the last one where it goes on there.
    mutating func append(joining run: Range<Int32>) {
        if run.isEmpty { return }
        if let last, last.upperBound == run.lowerBound {
            self[count - 1] = last.lowerBound..<run.upperBound
        } else {
            append(run)
        }
    }
}
