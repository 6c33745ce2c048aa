import TrellisGrammars

/// A walk of tokens by the classes of their scalars, from what remains of a pattern.
///
/// A bound on the length is no part of the pattern here: a text is viable under it exactly when a shortest text of what
/// remains still fits. So the states of the walk do not depend on how much of the bound is used up, and the walk finds
/// out from which bound on the answer is always the same.
struct SignatureWalk {
    /// What is asked of each token.
    enum Question {
        /// Whether the pattern can go on after it.
        ///
        /// - isPlain: Whether all tokens consist of plain scalars.
        case viable(isPlain: Bool)
        /// Whether the pattern may end after it.
        case complete
    }

    let pool: PatternPool
    let rows: ClassRows
    /// The greatest number of scalars that are left.
    let limit: Int?
    /// The least limit under which all that the walk saw is allowed: a walk with a limit from there on has the same result.
    var need = 0
    /// What remains of the pattern after each scalar of the sequence that is walked.
    var path: [PatternPool.State]

    init(_ pool: PatternPool, _ rows: ClassRows, limit: Int?, from pattern: PatternPool.State, longest: Int) {
        self.pool = pool
        self.rows = rows
        self.limit = limit
        path = [PatternPool.State](repeating: pattern, count: longest + 1)
    }

    /// The number of plain tokens walked one by one beyond which a walk gives up.
    private static let singleLimit = 4096
    /// A number of scalars that few tokens have.
    private static let usualLength = 16

    /// The tokens for which the answer is yes, as ascending runs of places in `trie.tokens`; nil when the pattern tells so
    /// many scalars of one class apart that a walk of the plain tokens' bytes is quicker.
    mutating func tokens(_ question: Question, of trie: SignatureTrie) -> [Range<Int32>]? {
        var singles = 0
        var runs: [Range<Int32>] = []
        var node = 0
        while node < trie.count {
            let end = Int(trie.subtreeEnds[node])
            let subtree = trie.tokenBegins[node]..<trie.tokenBegins[end]
            let depth = Int(trie.depths[node])
            let height = Int(trie.heights[node])
            if node > 0 {
                let (before, number) = (path[depth - 1], trie.classes[node])
                if isSure(question, after: before, at: depth - 1, to: height)
                    || number == ScalarClass.truncated && hasUniformTail(before, after: depth - 1)
                {
                    runs.append(joining: subtree)
                    node = end
                    continue
                }
                let target = number < ScalarClass.count ? rows.target(of: before, number) : ClassRows.mixed
                if target == ClassRows.mixed {
                    if number < ScalarClass.count, pool.matchedLength(before) < Self.usualLength {
                        singles += subtree.count
                    }
                    if case .viable(isPlain: true) = question, singles > Self.singleLimit { return nil }
                    add(subtree, of: trie, question, from: depth - 1, &runs)
                    node = end
                    continue
                }
                guard target != PatternPool.nothing, fits(target, after: depth) else {
                    node = end
                    continue
                }
                path[depth] = target
            }
            // A class that changes nothing leaves the answer as it was for the node above.
            let isNew = node == 0 || limit != nil || path[depth] != path[depth - 1]
            if isNew, isDecided(question, path[depth], after: depth, to: height) {
                runs.append(joining: subtree)
                node = end
                continue
            }
            if isMet(question, by: path[depth]) {
                runs.append(joining: trie.tokenBegins[node]..<trie.tokenBegins[node + 1])
            }
            node += 1
        }
        return runs
    }

    /// Adds those of a run of tokens for which the answer is yes, one by one.
    private mutating func add(
        _ run: Range<Int32>, of trie: SignatureTrie, _ question: Question, from start: Int,
        _ runs: inout [Range<Int32>]
    ) {
        /// The scalars after which the token before was decided, and how.
        var decided: (depth: Int, isYes: Bool)?
        var known = start
        let (shares, begins, scalars) = (trie.shared, trie.scalarBegins, trie.scalars)
        for place in run {
            let shared = place == run.lowerBound ? start : Int(shares[Int(place)])
            if let decided, shared >= decided.depth {
                if decided.isYes { runs.append(joining: place..<place + 1) }
                continue
            }
            decided = nil
            let begin = Int(begins[Int(place)])
            let count = Int(begins[Int(place) + 1]) - begin
            // The classes have led all tokens of the run alike as far as the start.
            var depth = max(start, min(known, shared))
            if isSure(question, after: path[depth], at: depth, to: count) {
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
                if isDecided(question, target, after: depth, to: limit == nil ? depth : trie.longest) {
                    decided = (depth, true)
                    break
                }
            }
            known = decided?.isYes == false ? depth - 1 : depth
            let isYes =
                decided?.isYes
                ?? (trie.endsInside[Int(place)]
                    ? hasTail(trie.tails[place], of: path[depth], after: depth) : isMet(question, by: path[depth]))
            if isYes { runs.append(joining: place..<place + 1) }
        }
    }

    func target(of pattern: PatternPool.State, _ scalar: UInt32) -> PatternPool.State {
        if scalar < 128 { return rows.target(of: pattern, UInt8(scalar)) }
        // Few patterns tell letters from the rest, and what a scalar is takes a look into a large table.
        let letter = rows.target(of: pattern, ScalarClass.letter)
        let isEither = letter == rows.target(of: pattern, ScalarClass.wide) && ScalarClass.isLetterOrWide(scalar)
        let target = isEither ? letter : rows.target(of: pattern, ScalarClass.of(scalar))
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
