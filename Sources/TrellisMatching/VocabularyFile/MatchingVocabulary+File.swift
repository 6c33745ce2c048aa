public import Foundation
public import TrellisTokenization

/// A prepared vocabulary on file, so that the next process need not prepare it again.
extension MatchingVocabulary {
    /// Reads a prepared vocabulary from a file.
    ///
    /// Takes some milliseconds for 128,000 tokens; the file is some eight megabytes then. Whatever was wrong with it, the
    /// vocabulary can still be prepared anew and written again.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - tokenizer: the tokenizer whose vocabulary it has to be, so that forced text is spelled with its tokens. Without one
    ///     the file's own tokens count.
    /// - Throws: `VocabularyFileError` for a file that cannot be read, is something else, of another version, cut off or damaged,
    ///   or that of another vocabulary.
    public convenience init(
        contentsOf url: URL, for tokenizer: (any Tokenizer)? = nil
    ) throws(VocabularyFileError) {
        var reader = try TableReader(url)
        guard try reader.table(of: UInt32.self) == Self.classes else { throw .otherVersion(path: url.path) }
        let bytes = try reader.table(of: UInt8.self)
        let offsets = try reader.table(of: UInt32.self)
        let kinds = try reader.table(of: UInt8.self)
        let endTokens = try reader.table(of: UInt32.self)
        guard
            var vocabulary = Vocabulary(
                bytes: bytes, offsets: offsets, kinds: kinds, endTokens: endTokens.map { TokenID(rawValue: $0) })
        else { throw reader.damage }
        if let tokenizer {
            guard vocabulary.isEqual(to: tokenizer.vocabulary) else { throw .otherVocabulary(path: url.path) }
            vocabulary = tokenizer.vocabulary
        }
        let trie = try TokenTrie(vocabulary, from: &reader)
        let content = try SpelledVocabulary(contentOf: vocabulary, from: &reader)
        let plain = try SpelledVocabulary(textOf: vocabulary, from: &reader, beside: content)
        let spellings = SpellingTable(vocabulary, trie, content: content, plain: plain)
        try reader.finish()
        self.init(vocabulary, tokenizer, Contents(vocabulary, trie, spellings))
    }

    /// Writes the prepared vocabulary to a file, in place of one that is there.
    ///
    /// The file depends on the tokens alone, not on what grammars have found out since.
    ///
    /// - Throws: `VocabularyFileError.unwritable`.
    public func write(to url: URL) throws(VocabularyFileError) {
        var writer = TableWriter()
        writer.add(Self.classes)
        writer.add(vocabulary.bytes)
        writer.add(vocabulary.offsets)
        writer.add(vocabulary.kinds.map(\.rawValue))
        writer.add(vocabulary.endTokens.map(\.rawValue))
        withContents { contents in
            contents.trie.write(to: &writer)
            contents.spellings.content.write(to: &writer)
            contents.spellings.plain.special.write(to: &writer)
        }
        try writer.write(to: url)
    }

    /// The scalars of each class, which spellings depend on, as numbers: which are letters is known to the Swift library.
    private static let classes: [UInt32] = (0x80..<UInt8(ScalarClass.count)).flatMap { number in
        ScalarClass.ranges(of: number).flatMap { [UInt32(number), $0.lowerBound, $0.upperBound] }
    }
}
