import TrellisTokenization

/// The spellings of a vocabulary's tokens in both forms of a lexeme.
final class SpellingTable {
    /// In the content of a JSON string.
    let content: SpelledVocabulary
    /// In plain text.
    private(set) lazy var plain = SpelledVocabulary(textOf: vocabulary, trie, beside: content)
    private let vocabulary: Vocabulary
    private let trie: TokenTrie

    init(_ vocabulary: Vocabulary, _ trie: TokenTrie) {
        self.vocabulary = vocabulary
        self.trie = trie
        content = SpelledVocabulary(contentOf: vocabulary, trie)
    }

    /// Makes a table of spellings that are known.
    init(_ vocabulary: Vocabulary, _ trie: TokenTrie, content: SpelledVocabulary, plain: SpelledVocabulary) {
        self.vocabulary = vocabulary
        self.trie = trie
        self.content = content
        self.plain = plain
    }
}
