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

    /// Reads the tokens of a vocabulary.
    ///
    /// - Parameter isContent: whether in the content of a JSON string, not in plain text.
    init(_ vocabulary: Vocabulary, _ trie: TokenTrie, isContent: Bool) {
        var plain: [(token: Int32, spelling: TokenSpelling)] = []
        var special = plain
        var closing = plain
        plain.reserveCapacity(trie.tokens.count)
        var words = [UInt32](repeating: 0, count: (vocabulary.count + 31) / 32)
        for token in trie.tokens {
            let range = Int(vocabulary.offsets[Int(token)])..<Int(vocabulary.offsets[Int(token) + 1])
            guard let spelling = TokenSpelling(range, of: vocabulary.bytes, isContent: isContent) else { continue }
            guard spelling.remainder == nil else {
                closing.append((token, spelling))
                continue
            }
            if !spelling.hasEscape, spelling.scalars.allSatisfy(Self.isPlain) {
                words[Int(token >> 5)] |= 1 << UInt32(token & 31)
                plain.append((token, spelling))
            } else {
                special.append((token, spelling))
            }
        }
        plainWords = words
        for (token, _) in special { words[Int(token >> 5)] |= 1 << UInt32(token & 31) }
        self.plain = SignatureTrie(plain)
        self.special = SignatureTrie(special)
        self.closing = SignatureTrie(closing)
        self.words = words
        var bare = [UInt32](repeating: 0, count: (closing.count + 31) / 32)
        var strings: [(start: UInt32, end: UInt32, token: Int32)] = []
        let remainders = Dictionary(
            uniqueKeysWithValues: closing.map { ($0.token, $0.spelling.remainder ?? 0..<0) })
        for (place, token) in self.closing.tokens.enumerated() {
            guard let remainder = remainders[token], !remainder.isEmpty else {
                bare[place >> 5] |= 1 << UInt32(place & 31)
                continue
            }
            strings.append((UInt32(remainder.lowerBound), UInt32(remainder.upperBound), Int32(place)))
        }
        bareClosers = bare
        self.remainders = TokenTrie(storage: vocabulary.bytes, strings: strings)
    }

    /// Whether a scalar is one that patterns seldom leave out and that a JSON string has as itself.
    private static func isPlain(_ scalar: UInt32) -> Bool {
        scalar >= 0x20 && scalar != 0x22 && scalar != 0x5C && scalar != 0x2028 && scalar != 0x2029
    }
}
