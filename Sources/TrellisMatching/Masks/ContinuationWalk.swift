/// A walk of a token trie along everything a grammar can go on with from some place.
///
/// Each lexeme is followed by the way that fits it: a literal byte for byte, declared names along their sorted list, a
/// shared lexeme through its automaton. Only where one ends is the grammar asked what comes next, so that no state is
/// made for the places between. What is still to be followed waits in lists: no recursion grows with a token's length.
struct ContinuationWalk {
    private let automaton: GrammarAutomaton
    private let trie: TokenTrie
    /// The tokens that were reached; one may be there twice.
    private(set) var tokens: [Int32] = []
    /// Where a lexeme has ended and what may follow there.
    private var pending: [(node: Int, state: GrammarAutomaton.State)] = []

    init(_ automaton: GrammarAutomaton, _ trie: TokenTrie) {
        self.automaton = automaton
        self.trie = trie
    }

    /// Follows everything that a state may go on with from the root.
    mutating func follow(_ state: GrammarAutomaton.State) {
        if state != GrammarAutomaton.dead { pending.append((0, state)) }
        followPending()
    }

    /// Follows one lexeme from the root.
    mutating func follow(_ lexeme: Int32, _ stack: StackTable.Stack) {
        follow(lexeme, stack, from: 0)
        followPending()
    }

    private mutating func followPending() {
        while let (node, state) = pending.popLast() {
            automaton.eachConfiguration(of: state) { lexeme, stack in follow(lexeme, stack, from: node) }
        }
    }

    private mutating func follow(_ lexeme: Int32, _ stack: StackTable.Stack, from node: Int) {
        if lexeme < LocalLexemes.literalBase {
            followShared(lexeme, stack, from: node)
        } else if lexeme < LocalLexemes.nameBase {
            followLiteral(lexeme, stack, from: node)
        } else {
            followNames(lexeme, stack, from: node)
        }
    }

    private mutating func end(_ stack: StackTable.Stack, property: Int32? = nil, at node: Int) {
        guard !trie.isLeaf(node) else { return }
        let state = automaton.resume(stack, property: property)
        if state != GrammarAutomaton.dead { pending.append((node, state)) }
    }

    private mutating func followLiteral(_ lexeme: Int32, _ stack: StackTable.Stack, from start: Int) {
        var (lexeme, node) = (lexeme, start)
        while let byte = automaton.local.literalByte(lexeme) {
            guard let child = trie.child(of: node, byte) else { return }
            tokens.append(contentsOf: trie.tokens(at: child))
            (lexeme, node) = (lexeme + 1, child)
        }
        end(stack, at: node)
    }

    private mutating func followNames(_ lexeme: Int32, _ stack: StackTable.Stack, from start: Int) {
        var ranges = [(start, automaton.local.range(of: lexeme))]
        while let (node, range) = ranges.popLast() {
            let ended = automaton.local.eachBranch(of: range) { byte, branch in
                guard let child = trie.child(of: node, byte) else { return }
                tokens.append(contentsOf: trie.tokens(at: child))
                if !trie.isLeaf(child) { ranges.append((child, branch)) }
            }
            if let ended { end(stack, property: ended, at: node) }
        }
    }

    private mutating func followShared(_ lexeme: Int32, _ stack: StackTable.Stack, from start: Int) {
        let lexemes = automaton.lexemes
        let top = Int(trie.depths[start])
        var path = [lexeme]
        var node = start + 1
        let end = Int(trie.subtreeEnds[start])
        while node < end {
            let depth = Int(trie.depths[node]) - top
            let next = lexemes.step(path[depth - 1], trie.bytes[node])
            guard next != LexemeAutomaton.dead else {
                node = Int(trie.subtreeEnds[node])
                continue
            }
            if depth < path.count { path[depth] = next } else { path.append(next) }
            tokens.append(contentsOf: trie.tokens(at: node))
            if lexemes.isAccepting(next) { self.end(stack, at: node) }
            node += 1
        }
    }
}
