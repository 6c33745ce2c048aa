import Synchronization
import TrellisGrammars
public import TrellisTokenization

/// A vocabulary prepared for matching: its token trie, and everything about lexemes that grammars can share.
///
/// Make one per model and keep it: what is found out about strings, numbers and patterns while one grammar is used
/// serves the next. Making it sorts the tokens by their bytes and by what they spell, which takes a tenth of a second for
/// 128,000 tokens; from a file that one was written to, some milliseconds.
///
/// Safe to use from several threads; work on grammars of one vocabulary is done one at a time.
public final class MatchingVocabulary: Sendable {
    /// The tokens.
    public let vocabulary: Vocabulary
    /// The tokenizer whose tokens they are, when it is known.
    public let tokenizer: (any Tokenizer)?
    /// The numbers of its end tokens.
    let endTokens: [Int32]
    private let lock = Mutex<Void>(())
    /// Invariant: touched only while `lock` is held, by `withContents`; the tables of the grammars of this vocabulary
    /// refer to it and are touched under the same lock.
    private nonisolated(unsafe) let contents: Contents

    /// Prepares the vocabulary of a tokenizer; forced text is then spelled with its tokens.
    public convenience init(_ tokenizer: any Tokenizer) {
        self.init(tokenizer.vocabulary, tokenizer, Contents(tokenizer.vocabulary))
    }

    /// Prepares a vocabulary whose tokenizer is not known.
    public convenience init(_ vocabulary: Vocabulary) { self.init(vocabulary, nil, Contents(vocabulary)) }

    init(_ vocabulary: Vocabulary, _ tokenizer: (any Tokenizer)?, _ contents: sending Contents) {
        self.vocabulary = vocabulary
        self.tokenizer = tokenizer
        endTokens = vocabulary.endTokens.map { Int32($0.rawValue) }
        unsafe self.contents = contents
    }

    /// Runs a body that has the tables to itself.
    func withContents<Result, Failure: Error>(_ body: (Contents) throws(Failure) -> Result) throws(Failure) -> Result {
        lock._unsafeLock()
        defer { lock._unsafeUnlock() }
        return unsafe try body(contents)
    }
}

extension MatchingVocabulary {
    /// The tables behind the lock.
    final class Contents {
        let vocabulary: Vocabulary
        let trie: TokenTrie
        let spellings: SpellingTable
        /// Whether every byte of UTF-8 is a token, so that a text never needs more tokens than bytes.
        let hasByteTokens: Bool
        private(set) var lexemes = LexemeAutomaton()
        private(set) lazy var lexemeMasks = LexemeMaskTable(lexemes, vocabulary, trie, spellings)
        /// The size of the shared tables beyond which the next grammar starts new ones.
        private static let sharedLimit = 24 << 20
        /// About the size of what grammars share and make as they go, in bytes.
        var sharedBytes: Int { lexemes.size + lexemeMasks.bytes }

        convenience init(_ vocabulary: Vocabulary) {
            let trie = TokenTrie(vocabulary)
            self.init(vocabulary, trie, SpellingTable(vocabulary, trie))
        }

        init(_ vocabulary: Vocabulary, _ trie: TokenTrie, _ spellings: SpellingTable) {
            self.vocabulary = vocabulary
            self.trie = trie
            self.spellings = spellings
            hasByteTokens = (UInt8(0)..<0xF5).allSatisfy { byte in
                byte == 0xC0 || byte == 0xC1
                    || trie.child(of: 0, byte).map { trie.tokenBegins[$0] < trie.tokenBegins[$0 + 1] } ?? false
            }
        }

        /// Starts new tables of lexemes when those that grammars have shared so far have become large.
        ///
        /// Grammars that are in use keep theirs, so that no number they hold changes its meaning.
        func renewIfLarge() {
            if sharedBytes > Self.sharedLimit { renew() }
        }

        /// Starts new tables of lexemes.
        func renew() {
            lexemes = LexemeAutomaton()
            lexemeMasks = LexemeMaskTable(lexemes, vocabulary, trie, spellings)
        }
    }
}
