import TrellisGrammars

/// Masks at places between two scalars, from the tokens' spellings.
extension LexemeMask {
    /// A mask, and the least bound on the length from which on it is always this one; `Int.max` when that was not asked.
    typealias Bounded = (mask: LexemeMask, need: Int)

    /// The mask of a pattern with a bound on its length.
    ///
    /// - Parameter isLast: whether nothing follows the lexeme, so that no remainder can be read.
    static func bounded(
        _ core: PatternPool.State, atMost limit: Int?, isLast: Bool, _ spelled: SpelledVocabulary, _ trie: TokenTrie,
        _ pool: PatternPool, _ rows: ClassRows
    ) -> Bounded {
        var walk = SignatureWalk(
            pool, rows, limit: limit, from: core,
            longest: max(spelled.plain.longest, spelled.special.longest, spelled.closing.longest) + 1)
        let plain = walk.viable(spelled.plain, isPlain: true)
        let special = walk.viable(spelled.special, isPlain: false) ?? []
        var tokens: [Int32]
        var words: [UInt32] = []
        if let plain {
            (tokens, words) = inside(plain, special, spelled)
        } else {
            tokens = walk.viable(trie, among: spelled.plainWords, from: core)
            for run in special { tokens.append(contentsOf: spelled.special.tokens[Int(run.lowerBound)..<Int(run.upperBound)]) }
        }
        var allowed = [UInt32](repeating: 0, count: spelled.bareClosers.count)
        for run in walk.complete(spelled.closing) {
            for place in run { allowed[Int(place >> 5)] |= 1 << UInt32(place & 31) }
        }
        var leaves = false
        for index in allowed.indices where allowed[index] != 0 {
            var bare = allowed[index] & spelled.bareClosers[index]
            if bare != allowed[index] { leaves = true }
            while bare != 0 {
                tokens.append(spelled.closing.tokens[index * 32 + bare.trailingZeroBitCount])
                bare &= bare - 1
            }
        }
        if words.isEmpty, tokens.count > spelled.words.count {
            words = [UInt32](repeating: 0, count: spelled.words.count)
            set(tokens[...], in: &words)
            tokens = []
        }
        let exits =
            leaves && !isLast
            ? Exits(remainders: spelled.remainders, tokens: spelled.closing.tokens, allowed: allowed) : nil
        return (LexemeMask(tokens: tokens, words: words, exits: exits), limit == nil ? .max : walk.need)
    }

    /// Runs of the plain and the special tokens, as single tokens when they are few, else as a mask.
    private static func inside(
        _ plain: [Range<Int32>], _ special: [Range<Int32>], _ spelled: SpelledVocabulary
    ) -> (tokens: [Int32], words: [UInt32]) {
        func size(_ runs: [Range<Int32>]) -> Int { runs.reduce(0) { $0 + $1.count } }
        func eachRun(_ body: (ArraySlice<Int32>) -> Void) {
            for run in plain { body(spelled.plain.tokens[Int(run.lowerBound)..<Int(run.upperBound)]) }
            for run in special { body(spelled.special.tokens[Int(run.lowerBound)..<Int(run.upperBound)]) }
        }
        let total = size(plain) + size(special)
        let all = spelled.plain.tokens.count + spelled.special.tokens.count
        if total == all { return ([], spelled.words) }
        if total <= spelled.words.count {
            var tokens: [Int32] = []
            tokens.reserveCapacity(total)
            eachRun { tokens.append(contentsOf: $0) }
            return (tokens, [])
        }
        if total <= all / 2 {
            var words = [UInt32](repeating: 0, count: spelled.words.count)
            eachRun { set($0, in: &words) }
            return ([], words)
        }
        // Most are inside: those that are not are taken out of the mask of all.
        var words = spelled.words
        for (runs, trie) in [(plain, spelled.plain), (special, spelled.special)] {
            var next = 0
            for run in runs + [Int32(trie.tokens.count)..<Int32(trie.tokens.count)] {
                for token in trie.tokens[next..<Int(run.lowerBound)] {
                    words[Int(token >> 5)] &= ~(1 << UInt32(token & 31))
                }
                next = Int(run.upperBound)
            }
        }
        return ([], words)
    }

    private static func set(_ tokens: ArraySlice<Int32>, in words: inout [UInt32]) {
        for token in tokens { words[Int(token >> 5)] |= 1 << UInt32(token & 31) }
    }
}
