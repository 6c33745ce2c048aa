import TrellisTokenization

/// All tokens of a vocabulary as they are read at a place between two scalars of a lexeme.
///
/// Three groups. The plain ones consist of scalars that are written as themselves and that almost no pattern tells
/// apart from all others: they are nearly all tokens, and a pattern that goes on after every text of such scalars has
/// every one of them. The special ones have escapes, control characters or line separators in them. The closing ones
/// end a JSON string.
final class SpelledVocabulary {
    let plain: SignatureTrie
    let special: SignatureTrie
    /// By the scalars before the closing quote.
    let closing: SignatureTrie
    /// What the closing tokens have behind the quote, by their place in `closing.tokens`.
    let remainders: TokenTrie
    /// The plain tokens as a mask.
    let plainWords: [UInt32]
    /// The plain and special tokens as a mask.
    let words: [UInt32]
    /// Those of the closing tokens, by their place, that have nothing behind the quote.
    let bareClosers: [UInt32]

    private typealias Spelled = (token: Int32, spelling: TokenSpelling)

    /// Reads the tokens of a vocabulary as the content of a JSON string.
    convenience init(contentOf vocabulary: Vocabulary, _ trie: TokenTrie) {
        let (plain, special, closing) = Self.groups(trie.tokens, of: vocabulary, isContent: true)
        let closers = SignatureTrie(closing)
        let remainders = Dictionary(
            uniqueKeysWithValues: closing.map { ($0.token, $0.spelling.remainder ?? 0..<0) })
        var strings: [TokenOrder.Entry] = []
        for (place, token) in closers.tokens.enumerated() {
            guard let remainder = remainders[token], !remainder.isEmpty else { continue }
            strings.append((UInt32(remainder.lowerBound), UInt32(remainder.upperBound), Int32(place)))
        }
        self.init(
            vocabulary, plain: SignatureTrie(plain), special: SignatureTrie(special), closing: closers,
            remainders: TokenTrie(storage: vocabulary.bytes, strings: strings))
    }

    /// Reads the tokens of a vocabulary as plain text, which has the same plain tokens as the content of a string.
    convenience init(textOf vocabulary: Vocabulary, _ trie: TokenTrie, beside content: SpelledVocabulary) {
        let others = trie.tokens.filter { content.plainWords[Int($0 >> 5)] >> UInt32($0 & 31) & 1 == 0 }
        self.init(
            vocabulary, text: SignatureTrie(Self.groups(others, of: vocabulary, isContent: false).special),
            beside: content)
    }

    /// Puts the groups of a vocabulary's tokens as plain text together: nothing closes there.
    convenience init(_ vocabulary: Vocabulary, text special: SignatureTrie, beside content: SpelledVocabulary) {
        self.init(
            vocabulary, plain: content.plain, special: special, closing: SignatureTrie([]),
            remainders: TokenTrie(storage: [], strings: []))
    }

    private static func groups(
        _ tokens: [Int32], of vocabulary: Vocabulary, isContent: Bool
    ) -> (plain: [Spelled], special: [Spelled], closing: [Spelled]) {
        var groups: (plain: [Spelled], special: [Spelled], closing: [Spelled]) = ([], [], [])
        groups.plain.reserveCapacity(tokens.count)
        for token in tokens {
            let range = Int(vocabulary.offsets[Int(token)])..<Int(vocabulary.offsets[Int(token) + 1])
            guard let spelling = TokenSpelling(range, of: vocabulary.bytes, isContent: isContent) else { continue }
            if spelling.remainder != nil {
                groups.closing.append((token, spelling))
            } else if !spelling.hasEscape, spelling.scalars.allSatisfy(isPlain) {
                groups.plain.append((token, spelling))
            } else {
                groups.special.append((token, spelling))
            }
        }
        return groups
    }

    /// Puts the groups of a vocabulary's tokens together.
    init(
        _ vocabulary: Vocabulary, plain: SignatureTrie, special: SignatureTrie, closing: SignatureTrie,
        remainders: TokenTrie
    ) {
        self.plain = plain
        self.special = special
        self.closing = closing
        self.remainders = remainders
        var words = [UInt32](repeating: 0, count: (vocabulary.count + 31) / 32)
        for token in plain.tokens { words[Int(token >> 5)] |= 1 << UInt32(token & 31) }
        plainWords = words
        for token in special.tokens { words[Int(token >> 5)] |= 1 << UInt32(token & 31) }
        self.words = words
        var bare = [UInt32](repeating: 0, count: (closing.tokens.count + 31) / 32)
        for place in closing.tokens.indices { bare[place >> 5] |= 1 << UInt32(place & 31) }
        for place in remainders.tokens { bare[Int(place >> 5)] &= ~(1 << UInt32(place & 31)) }
        bareClosers = bare
    }

    /// Whether a scalar is one that patterns seldom leave out and that a JSON string has as itself.
    private static func isPlain(_ scalar: UInt32) -> Bool {
        scalar >= 0x20 && scalar != 0x22 && scalar != 0x5C && scalar != 0x2028 && scalar != 0x2029
    }
}
