import TrellisTokenization

/// What a vocabulary can do from one state of a lexeme: the tokens that stay inside it, and what others leave over.
///
/// A token is *inside* when all its bytes are read by the lexeme. Otherwise, when the lexeme may end after some of its
/// bytes, the rest is a *remainder* that what follows the lexeme has to read; the remainders of all tokens form a
/// small trie of their own (after a string's closing quote they are `,`, `":`, `}` and the like), so that one short
/// walk decides them together. Neither part depends on the grammar around the lexeme.
final class LexemeMask: Sendable {
    /// The tokens that leave the lexeme.
    struct Exits {
        /// Walks of what they leave over; the tokens of the trie are places in `tokens`.
        let remainders: FollowTable
        /// The tokens by their place.
        let tokens: [Int32]
        /// Which places count, a bit each; nil when all do.
        let allowed: [UInt32]?

        /// Whether a place counts.
        func includes(_ place: Int32) -> Bool {
            guard let allowed else { return true }
            return allowed[Int(place >> 5)] >> UInt32(place & 31) & 1 == 1
        }
    }

    /// Inside tokens that are not in `words`.
    let tokens: [Int32]
    /// Inside tokens as a mask; empty when there are few.
    let words: [UInt32]
    /// The tokens that leave the lexeme, nil when there are none.
    ///
    /// Invariant: only used under the lock of the vocabulary, since walks are noted in it; the rest is read by any thread.
    nonisolated(unsafe) let exits: Exits?

    /// About its size in bytes, walks of remainders that it shares with others not counted.
    var bytes: Int {
        guard let exits = unsafe exits else { return (tokens.count + words.count) * 4 }
        guard let allowed = exits.allowed else {
            return (tokens.count + words.count + exits.tokens.count) * 4 + exits.remainders.trie.bytes
        }
        return (tokens.count + words.count + allowed.count) * 4
    }

    /// Makes a mask of known parts.
    init(tokens: [Int32], words: [UInt32], exits: Exits?) {
        self.tokens = tokens
        self.words = words
        unsafe self.exits = exits
    }

    /// The number of remainders beyond which a lexeme is walked together with what follows it.
    private static let remainderLimit = 1 << 16

    /// Walks the trie from a lexeme's state; nil when too many tokens leave the lexeme.
    ///
    /// - Parameter isLast: whether nothing follows the lexeme, so that no remainder can be read.
    convenience init?(
        from state: LexemeAutomaton.State, isLast: Bool, _ lexemes: LexemeAutomaton, _ vocabulary: Vocabulary,
        _ trie: TokenTrie
    ) {
        var walk = Walk(words: [UInt32](repeating: 0, count: (vocabulary.count + 31) / 32))
        walk.run(trie, from: state, lexemes)
        var strings: [(start: UInt32, end: UInt32, token: Int32)] = []
        var leaving: [Int32] = []
        for node in isLast ? [] : walk.exits {
            // The tokens below the node, without those that end in it.
            let tokens = trie.tokens[
                Int(trie.tokenBegins[node + 1])..<Int(trie.tokenBegins[Int(trie.nodes[node].subtreeEnd)])]
            for token in tokens where walk.words[Int(token >> 5)] >> UInt32(token & 31) & 1 == 0 {
                let start = vocabulary.offsets[Int(token)] + UInt32(trie.nodes[node].depth)
                strings.append((start, vocabulary.offsets[Int(token) + 1], Int32(leaving.count)))
                leaving.append(token)
            }
            if strings.count > Self.remainderLimit { return nil }
        }
        let isDense = Self.isDense(walk.count, walk.words)
        self.init(
            tokens: isDense ? [] : Self.tokens(in: walk.words), words: isDense ? walk.words : [],
            exits: strings.isEmpty
                ? nil
                : Exits(
                    remainders: FollowTable(TokenTrie(storage: vocabulary.bytes, strings: strings), lexemes),
                    tokens: leaving, allowed: nil))
    }

    /// Whether so many tokens are kept as words: there copying takes no longer than setting them one by one.
    static func isDense(_ count: Int, _ words: [UInt32]) -> Bool { count > words.count / 4 }

    private static func tokens(in words: [UInt32]) -> [Int32] {
        var tokens: [Int32] = []
        for (index, word) in words.enumerated() where word != 0 {
            var rest = word
            while rest != 0 {
                tokens.append(Int32(index * 32 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return tokens
    }
}

/// The tokens that stay inside, and the nodes below the root where the lexeme may end with tokens beyond.
private struct Walk {
    var words: [UInt32]
    var count = 0
    var exits: [Int] = []

    mutating func run(_ trie: TokenTrie, from state: LexemeAutomaton.State, _ lexemes: LexemeAutomaton) {
        var path = [LexemeAutomaton.State](repeating: state, count: trie.longest + 1)
        var node = 1
        let end = trie.count
        while node < end {
            let depth = Int(trie.nodes[node].depth)
            let next = lexemes.step(path[depth - 1], trie.nodes[node].byte)
            guard next != LexemeAutomaton.dead else {
                node = Int(trie.nodes[node].subtreeEnd)
                continue
            }
            path[depth] = next
            for index in Int(trie.tokenBegins[node])..<Int(trie.tokenBegins[node + 1]) {
                let token = trie.tokens[index]
                words[Int(token >> 5)] |= 1 << UInt32(token & 31)
                count += 1
            }
            if node + 1 < Int(trie.nodes[node].subtreeEnd), lexemes.isAccepting(next) { exits.append(node) }
            node += 1
        }
    }
}
