import TrellisTokenization

/// What a vocabulary can do from one state of a lexeme: the tokens that stay inside it, and what others leave over.
///
/// A token is *inside* when all its bytes are read by the lexeme. Otherwise, when the lexeme may end after some of its
/// bytes, the rest is a *remainder* that what follows the lexeme has to read; the remainders of all tokens form a
/// small trie of their own (after a string's closing quote they are `,`, `":`, `}` and the like), so that one short
/// walk decides them together. Neither part depends on the grammar around the lexeme.
final class LexemeMask {
    /// The inside tokens, when they are few.
    let tokens: [Int32]
    /// The inside tokens as a mask, when they are many.
    let words: [UInt32]
    /// The remainders, nil when no token leaves the lexeme.
    let remainders: TokenTrie?

    private init(tokens: [Int32], words: [UInt32], remainders: TokenTrie?) {
        self.tokens = tokens
        self.words = words
        self.remainders = remainders
    }

    /// The number of remainders beyond which a lexeme is walked together with what follows it.
    private static let remainderLimit = 1 << 16

    /// Walks the trie from a lexeme's state; nil when too many tokens leave the lexeme.
    init?(from state: LexemeAutomaton.State, _ lexemes: LexemeAutomaton, _ vocabulary: Vocabulary, _ trie: TokenTrie) {
        var inside: [Int32] = []
        var exits: [Int] = []
        Self.walk(trie, from: state, lexemes, inside: &inside, exits: &exits)

        var words = [UInt32](repeating: 0, count: (vocabulary.count + 31) / 32)
        for token in inside { words[Int(token >> 5)] |= 1 << UInt32(token & 31) }
        var strings: [(start: UInt32, end: UInt32, token: Int32)] = []
        for node in exits {
            // The tokens below the node, without those that end in it.
            let tokens = trie.tokens[
                Int(trie.tokenBegins[node + 1])..<Int(trie.tokenBegins[Int(trie.subtreeEnds[node])])]
            for token in tokens where words[Int(token >> 5)] >> UInt32(token & 31) & 1 == 0 {
                let start = vocabulary.offsets[Int(token)] + UInt32(trie.depths[node])
                strings.append((start, vocabulary.offsets[Int(token) + 1], token))
            }
            if strings.count > Self.remainderLimit { return nil }
        }
        remainders = strings.isEmpty ? nil : TokenTrie(storage: vocabulary.bytes, strings: strings)
        if inside.count > words.count {
            self.words = words
            self.tokens = []
        } else {
            self.words = []
            self.tokens = inside
        }
    }

    /// Collects the tokens that stay inside and the nodes below the root where the lexeme may end.
    private static func walk(
        _ trie: TokenTrie, from state: LexemeAutomaton.State, _ lexemes: LexemeAutomaton, inside: inout [Int32],
        exits: inout [Int]
    ) {
        var path = [LexemeAutomaton.State](repeating: state, count: trie.longest + 1)
        var node = 1
        while node < trie.count {
            let depth = Int(trie.depths[node])
            let next = lexemes.step(path[depth - 1], trie.bytes[node])
            guard next != LexemeAutomaton.dead else {
                node = Int(trie.subtreeEnds[node])
                continue
            }
            path[depth] = next
            let begin = Int(trie.tokenBegins[node])
            let end = Int(trie.tokenBegins[node + 1])
            if begin < end { inside.append(contentsOf: trie.tokens[begin..<end]) }
            if node + 1 < Int(trie.subtreeEnds[node]), lexemes.isAccepting(next) { exits.append(node) }
            node += 1
        }
    }
}
