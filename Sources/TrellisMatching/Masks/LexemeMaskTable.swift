import TrellisGrammars
import TrellisTokenization

/// The lexeme masks of a vocabulary, each made when it is first asked for.
///
/// Between two scalars a mask comes from the tokens' spellings, anywhere else (inside a scalar, before the opening
/// quote, in short plain lexemes) from a walk of their bytes, which few survive.
final class LexemeMaskTable {
    private struct Key: Hashable {
        var state: LexemeAutomaton.State
        var isLast: Bool
    }

    /// A plain lexeme that goes on with at most so many bytes is walked by bytes: few tokens survive the first.
    private static let narrow = 32

    private struct BoundedKey: Hashable {
        var core: PatternPool.State
        var limit: Int?
        var isContent: Bool
        var isLast: Bool
    }

    private let lexemes: LexemeAutomaton
    private let vocabulary: Vocabulary
    private let trie: TokenTrie
    private let spellings: SpellingTable
    private let rows: ClassRows
    /// Walks of the vocabulary, and of what tokens have behind the end of a JSON string.
    let follows: FollowTable
    private lazy var remainders = FollowTable(spellings.content.remainders, lexemes)
    private var masks: [Key: LexemeMask?] = [:]
    private var boundedMasks: [BoundedKey: LexemeMask.Bounded] = [:]

    // Invariant of the unchecked property: as in `GrammarAutomaton`.
    @exclusivity(unchecked)
    private var maskBytes = 0

    /// About the size of the masks and of the tables beside them in bytes.
    var bytes: Int { unsafe maskBytes + (rows.kilobytes + follows.kilobytes + remainders.kilobytes) << 10 }

    init(_ lexemes: LexemeAutomaton, _ vocabulary: Vocabulary, _ trie: TokenTrie, _ spellings: SpellingTable) {
        self.lexemes = lexemes
        self.vocabulary = vocabulary
        self.trie = trie
        self.spellings = spellings
        rows = ClassRows(lexemes.pool)
        follows = FollowTable(trie, lexemes)
    }

    /// The mask of a lexeme's state; nil when it is better walked with what follows.
    func mask(of state: LexemeAutomaton.State, isLast: Bool) -> LexemeMask? {
        let key = Key(state: state, isLast: isLast)
        if let known = masks[key] { return known }
        let position = unsafe lexemes.states[Int(state)]
        let mask: LexemeMask? =
            switch position.spelling {
            case .content: bounded(position.pattern, isContent: true, isLast: isLast)
            case .plain where isLast && lexemes.byteSet(of: state).count > Self.narrow:
                bounded(position.pattern, isContent: false, isLast: true)
            default: LexemeMask(from: state, isLast: isLast, lexemes, vocabulary, trie)
            }
        if position.spelling != .content, let mask { unsafe maskBytes += mask.bytes }
        if lexemes.pool.exceeded == nil { masks[key] = .some(mask) }
        return mask
    }

    private func bounded(_ pattern: PatternPool.State, isContent: Bool, isLast: Bool) -> LexemeMask {
        let bound = lexemes.pool.lengthBound(pattern)
        var key = BoundedKey(core: bound?.core ?? pattern, limit: nil, isContent: isContent, isLast: isLast)
        // Without a limit, or under one that is far enough, the mask is the one that is kept for none.
        if let known = boundedMasks[key], known.need <= bound?.maximum ?? .max { return known.mask }
        let wide = key
        key.limit = bound?.maximum
        if let known = boundedMasks[key] { return known.mask }
        let result = LexemeMask.bounded(
            key.core, atMost: bound?.maximum, isLast: isLast,
            isContent ? spellings.content : spellings.plain, remainders, trie, lexemes.pool, rows)
        if let maximum = bound?.maximum, result.need <= maximum { key = wide }
        if lexemes.pool.exceeded == nil { boundedMasks[key] = result }
        unsafe maskBytes += result.mask.bytes
        return result.mask
    }
}
