import TrellisTokenization

/// The spellings of a vocabulary's tokens in both forms of a lexeme.
final class SpellingTable {
    /// In the content of a JSON string.
    let content: SpelledVocabulary
    /// In plain text.
    private(set) lazy var plain = SpelledVocabulary(vocabulary, trie, isContent: false)
    private let vocabulary: Vocabulary
    private let trie: TokenTrie

    init(_ vocabulary: Vocabulary, _ trie: TokenTrie) {
        self.vocabulary = vocabulary
        self.trie = trie
        content = SpelledVocabulary(vocabulary, trie, isContent: true)
    }
}
