import TrellisGrammars

/// Masks at places between two scalars, from the tokens' spellings.
extension LexemeMask {
    /// A mask, and the least bound on the length from which on it is always this one; `Int.max` when that was not asked.
    typealias Bounded = (mask: LexemeMask, need: Int)

    /// A pattern that goes on with so many bytes is walked by bytes at once.
    private static let narrow = 8

    /// The mask of a pattern with a bound on its length.
    ///
    /// - Parameter isLast: whether nothing follows the lexeme, so that no remainder can be read.
    static func bounded(
        _ core: PatternPool.State, atMost limit: Int?, isLast: Bool, _ spelled: SpelledVocabulary,
        _ remainders: FollowTable, _ trie: TokenTrie, _ pool: PatternPool, _ rows: ClassRows
    ) -> Bounded {
        var walk = SignatureWalk(
            pool, rows, limit: limit, from: core,
            longest: max(spelled.plain.longest, spelled.special.longest, spelled.closing.longest) + 1)
        let signatures =
            rows.bytes(of: core, atMost: Self.narrow) == nil
            ? walk.tokens(.viable(isPlain: true), of: spelled.plain) : nil
        let plain =
            signatures.map { TokenRuns(tokens: spelled.plain.tokens, runs: $0) }
            ?? TokenRuns(tokens: trie.tokens, runs: walk.viable(trie, from: core), among: spelled.plainWords)
        let special = TokenRuns(
            tokens: spelled.special.tokens, runs: walk.tokens(.viable(isPlain: false), of: spelled.special) ?? [])
        var (tokens, words) = inside(plain, special, spelled)
        var allowed = [UInt32](repeating: 0, count: spelled.bareClosers.count)
        for run in walk.tokens(.complete, of: spelled.closing) ?? [] {
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
        if words.isEmpty, isDense(tokens.count, spelled.words) {
            words = [UInt32](repeating: 0, count: spelled.words.count)
            set(tokens[...], in: &words)
            tokens = []
        }
        let exits =
            leaves && !isLast
            ? Exits(remainders: remainders, tokens: spelled.closing.tokens, allowed: allowed) : nil
        return (LexemeMask(tokens: tokens, words: words, exits: exits), limit == nil ? .max : walk.need)
    }

    /// The plain and the special tokens that are inside: one by one when they are few, else as a mask.
    private static func inside(
        _ plain: TokenRuns, _ special: TokenRuns, _ spelled: SpelledVocabulary
    ) -> (tokens: [Int32], words: [UInt32]) {
        if plain.areAll, special.areAll { return ([], spelled.words) }
        guard isDense(plain.count + special.count, spelled.words) else { return (plain.list + special.list, []) }
        var words = plain.words(ofAll: spelled.plainWords)
        set(special.list[...], in: &words)
        return ([], words)
    }

    private static func set(_ tokens: ArraySlice<Int32>, in words: inout [UInt32]) {
        for token in tokens { words[Int(token >> 5)] |= 1 << UInt32(token & 31) }
    }
}
