import TrellisTokenization

/// The tokens of a run of scalars of one set, by how many scalars they take: what answers every length bound at once.
///
/// `[a-z]{0,500}` and the same with one scalar less are different states, one after each character of a text; but a
/// token takes a fixed number of scalars from any of them. So the trie is walked once for the unbounded run, and the
/// mask under a bound is the tokens that need no more than it: a mask that is shared by all states with the bound.
final class ScalarRunTable {
    /// The tokens that stay inside by the scalars they need, one that they begin included.
    private var buckets: [[Int32]] = []
    /// The tokens that end with the closing quote, with the scalars before it.
    private var closers: [(token: Int32, count: Int)] = []
    /// For each token that goes on after the closing quote, the scalars before it.
    private(set) var exitCounts: [Int32: Int] = [:]
    private var remainders: TokenTrie?
    /// The masks under each bound, as far as they were asked for.
    private var masks: [Int: [UInt32]] = [:]
    private let wordCount: Int

    /// Walks the trie from the state of the unbounded run.
    ///
    /// - Parameter isLast: whether remainders can be left out because nothing follows.
    init(
        from state: LexemeAutomaton.State, isLast: Bool, _ lexemes: LexemeAutomaton, _ vocabulary: Vocabulary,
        _ trie: TokenTrie
    ) {
        wordCount = (vocabulary.count + 31) / 32
        var strings: [(start: UInt32, end: UInt32, token: Int32)] = []
        var path = [(state: LexemeAutomaton.State, count: Int)](repeating: (state, 0), count: trie.longest + 1)
        var node = 1
        while node < trie.count {
            let depth = Int(trie.depths[node])
            let next = lexemes.step(path[depth - 1].state, trie.bytes[node])
            guard next != LexemeAutomaton.dead else {
                node = Int(trie.subtreeEnds[node])
                continue
            }
            let spelling = lexemes.states[Int(next)].spelling
            let isWhole = spelling == .content || spelling == .plain
            let count = path[depth - 1].count + (isWhole ? 1 : 0)
            path[depth] = (next, count)
            let own = trie.tokens[Int(trie.tokenBegins[node])..<Int(trie.tokenBegins[node + 1])]
            guard spelling == .done else {
                let need = isWhole ? count : count + 1
                while buckets.count <= need { buckets.append([]) }
                buckets[need].append(contentsOf: own)
                node += 1
                continue
            }
            for token in own { closers.append((token, count)) }
            let end = Int(trie.subtreeEnds[node])
            for token in isLast ? [] : trie.tokens[Int(trie.tokenBegins[node + 1])..<Int(trie.tokenBegins[end])] {
                exitCounts[token] = count
                let start = vocabulary.offsets[Int(token)] + UInt32(depth)
                strings.append((start, vocabulary.offsets[Int(token) + 1], token))
            }
            node = end
        }
        if !strings.isEmpty { remainders = TokenTrie(storage: vocabulary.bytes, strings: strings) }
    }

    /// The mask of a run of at least and at most so many scalars.
    func mask(atLeast minimum: Int, atMost maximum: Int?) -> LexemeMask {
        let closing = closers.filter { $0.count >= minimum && $0.count <= maximum ?? .max }.map(\.token)
        let isUnbounded = minimum == 0 && maximum ?? .max >= buckets.count
        return LexemeMask(
            tokens: closing, words: words(upTo: min(maximum ?? .max, buckets.count)), remainders: remainders,
            filter: isUnbounded ? .all : .scalars(self, atLeast: minimum, atMost: maximum))
    }

    private func words(upTo bound: Int) -> [UInt32] {
        if let known = masks[bound] { return known }
        var words = [UInt32](repeating: 0, count: wordCount)
        for bucket in buckets.prefix(bound == .max ? bound : bound + 1) {
            for token in bucket { words[Int(token >> 5)] |= 1 << UInt32(token & 31) }
        }
        masks[bound] = words
        return words
    }

    /// The bounds beyond which one scalar more or less changes nothing for any token.
    func clamp(atLeast minimum: Int, atMost maximum: Int?) -> (Int, Int?) {
        (min(minimum, buckets.count + 1), maximum.flatMap { $0 > buckets.count ? nil : $0 })
    }
}
