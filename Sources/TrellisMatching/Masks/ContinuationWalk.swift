/// A walk of a token trie along everything a grammar can go on with from some place.
///
/// Each lexeme is followed by the way that fits it: a literal byte for byte, declared names along their sorted list, a
/// shared lexeme through its automaton. Only where one ends is the grammar asked what comes next, so that no state is
/// made for the places between. What is still to be followed waits in lists: no recursion grows with a token's length.
struct ContinuationWalk {
    private let automaton: GrammarAutomaton
    private let trie: TokenTrie
    private let follows: FollowTable
    /// The tokens that were reached; one may be there twice.
    private(set) var tokens: [Int32] = []
    /// Those that were reached behind a value that was compared with one that isn't known.
    private(set) var uncertain: [Int32] = []
    private var isUncertain = false
    /// A place where a lexeme has ended, and what may follow there.
    private struct Place: Hashable {
        var node: Int
        var state: GrammarAutomaton.State
        var isUncertain: Bool
    }
    /// The places to go on from.
    private var pending: [Place] = []
    /// Those that were met: a text that can be cut into lexemes in many ways comes to the same place by each of them.
    private var met: Set<Place> = []

    /// Makes a walk of the trie of a table.
    init(_ automaton: GrammarAutomaton, _ follows: FollowTable) {
        self.automaton = automaton
        self.follows = follows
        trie = follows.trie
    }

    /// Follows everything that a state may go on with from the root.
    mutating func follow(_ state: GrammarAutomaton.State) {
        if state != GrammarAutomaton.dead {
            add(Place(node: 0, state: state, isUncertain: automaton.isUncertain(state)))
        }
        followPending()
    }

    /// Follows one lexeme from the root.
    mutating func follow(_ lexeme: Int32, _ stack: StackTable.Stack) {
        follow(lexeme, stack, from: 0)
        followPending()
    }

    private mutating func followPending() {
        while let place = pending.popLast() {
            isUncertain = place.isUncertain
            automaton.eachConfiguration(of: place.state) { lexeme, stack in follow(lexeme, stack, from: place.node) }
        }
    }

    private mutating func add(_ place: Place) {
        if met.insert(place).inserted { pending.append(place) }
    }

    private mutating func follow(_ lexeme: Int32, _ stack: StackTable.Stack, from node: Int) {
        if lexeme < LocalLexemes.literalBase {
            followShared(lexeme, stack, from: node)
        } else if lexeme < LocalLexemes.nameBase {
            followLiteral(lexeme, stack, from: node)
        } else if lexeme < RecordedLexemes.base {
            followNames(lexeme, stack, from: node)
        } else {
            followRecorded(lexeme, stack, from: node)
        }
    }

    private mutating func reach(_ node: Int) {
        if isUncertain {
            uncertain.append(contentsOf: trie.tokens(at: node))
        } else {
            tokens.append(contentsOf: trie.tokens(at: node))
        }
    }

    private mutating func end(_ stack: StackTable.Stack, _ ending: LexemeEnding = LexemeEnding(), at node: Int) {
        guard !trie.isLeaf(node) else { return }
        let state = automaton.resume(stack, after: ending)
        guard state != GrammarAutomaton.dead else { return }
        add(Place(node: node, state: state, isUncertain: isUncertain || automaton.isUncertain(state)))
    }

    private mutating func followLiteral(_ lexeme: Int32, _ stack: StackTable.Stack, from start: Int) {
        var (lexeme, node) = (lexeme, start)
        while let byte = automaton.local.literalByte(lexeme) {
            guard let child = trie.child(of: node, byte) else { return }
            reach(child)
            (lexeme, node) = (lexeme + 1, child)
        }
        end(stack, at: node)
    }

    private mutating func followNames(_ lexeme: Int32, _ stack: StackTable.Stack, from start: Int) {
        var ranges = [(start, automaton.local.range(of: lexeme))]
        while let (node, range) = ranges.popLast() {
            var children = trie.children(of: node)
            let ended = automaton.local.eachBranch(of: range) { byte, branch in
                guard let child = children.next(byte) else { return }
                reach(child)
                if !trie.isLeaf(child) { ranges.append((child, branch)) }
            }
            if let ended { end(stack, LexemeEnding(property: ended), at: node) }
        }
    }

    private mutating func followRecorded(_ lexeme: Int32, _ stack: StackTable.Stack, from start: Int) {
        var places = [(lexeme, start)]
        while let (lexeme, node) = places.popLast() {
            if node != start, automaton.lexemeIsAccepting(lexeme) { end(stack, automaton.ending(of: lexeme), at: node) }
            var child = node + 1
            while child < Int(trie.nodes[node].subtreeEnd) {
                let next = automaton.lexemeStep(lexeme, trie.nodes[child].byte)
                if next != LexemeAutomaton.dead {
                    reach(child)
                    places.append((next, child))
                }
                child = Int(trie.nodes[child].subtreeEnd)
            }
        }
    }

    private mutating func followShared(_ lexeme: Int32, _ stack: StackTable.Stack, from start: Int) {
        guard !trie.isLeaf(start) else { return }
        let reach = follows.reach(of: lexeme, from: start)
        if isUncertain { uncertain += reach.tokens } else { tokens += reach.tokens }
        for node in reach.ends { end(stack, at: Int(node)) }
    }
}
