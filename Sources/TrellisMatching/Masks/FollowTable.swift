import TrellisGrammars

/// Where a walk of one trie gets along lexemes that grammars share, each once.
///
/// After `": "` come the beginnings of a string or a number in nearly every object of every grammar: what is walked
/// there does not depend on the grammar, only on the lexeme and the node.
final class FollowTable {
    /// The tokens that a lexeme reaches below a node, and the nodes where it may end.
    struct Reach {
        var tokens: [Int32] = []
        var ends: [Int32] = []
    }

    let trie: TokenTrie
    private let lexemes: LexemeAutomaton
    private var known: [UInt64: Reach] = [:]
    /// The size of the lists.
    private(set) var kilobytes = 0
    private var bytes = 0

    init(_ trie: TokenTrie, _ lexemes: LexemeAutomaton) {
        self.trie = trie
        self.lexemes = lexemes
    }

    /// What a lexeme reaches below a node.
    func reach(of lexeme: LexemeAutomaton.State, from node: Int) -> Reach {
        let key = UInt64(UInt32(bitPattern: lexeme)) << 32 | UInt64(node)
        if let reach = known[key] { return reach }
        let reach = walk(lexeme, from: node)
        guard lexemes.pool.exceeded == nil else { return reach }
        known[key] = reach
        bytes += 64 + 4 * (reach.tokens.count + reach.ends.count)
        kilobytes = bytes / 1024
        return reach
    }

    private func walk(_ lexeme: LexemeAutomaton.State, from start: Int) -> Reach {
        var reach = Reach()
        let top = Int(trie.nodes[start].depth)
        var path = [lexeme]
        var node = start + 1
        let end = Int(trie.nodes[start].subtreeEnd)
        while node < end {
            let depth = Int(trie.nodes[node].depth) - top
            let next = lexemes.step(path[depth - 1], trie.nodes[node].byte)
            guard next != LexemeAutomaton.dead else {
                node = Int(trie.nodes[node].subtreeEnd)
                continue
            }
            if depth < path.count { path[depth] = next } else { path.append(next) }
            reach.tokens.append(contentsOf: trie.tokens(at: node))
            if lexemes.isAccepting(next) { reach.ends.append(Int32(node)) }
            node += 1
        }
        return reach
    }
}
