/// The byte string of every token of a model, and which tokens are special.
public struct Vocabulary: Sendable {
    /// What a token stands for.
    public enum Kind: UInt8, Sendable {
        /// Bytes of text.
        case text
        /// A signal to or from the model (begin of text, end of turn, tool call …): never bytes of the text, whatever is printed for it.
        case special
        /// A number without a token.
        case unused
    }

    /// The bytes of all tokens, one after the other.
    package let bytes: [UInt8]
    /// Where each token's bytes start, with one more entry for the end: `count + 1` entries.
    package let offsets: [UInt32]
    /// The kind of each token.
    package let kinds: [Kind]
    /// The special tokens that end a text or a turn.
    public let endTokens: [TokenID]

    /// The number of token IDs.
    public var count: Int { kinds.count }

    /// Makes a vocabulary from the byte string of each token.
    ///
    /// - Parameters:
    ///   - tokens: the bytes of each token ID; for special tokens the printed name, for unused ones nothing.
    ///   - special: the tokens that never stand for bytes of text.
    ///   - endTokens: those of the special tokens that end a text; they are made special if they were not.
    public init(tokens: [[UInt8]], special: Set<TokenID>, endTokens: [TokenID]) {
        var bytes: [UInt8] = []
        var offsets: [UInt32] = [0]
        var kinds: [Kind] = []
        bytes.reserveCapacity(tokens.count * 7)
        offsets.reserveCapacity(tokens.count + 1)
        kinds.reserveCapacity(tokens.count)
        for token in tokens {
            bytes.append(contentsOf: token)
            offsets.append(UInt32(bytes.count))
            kinds.append(token.isEmpty ? .unused : .text)
        }
        for token in special.union(endTokens) where token.index < tokens.count { kinds[token.index] = .special }
        self.bytes = bytes
        self.offsets = offsets
        self.kinds = kinds
        self.endTokens = endTokens.filter { $0.index < tokens.count }
    }

    /// Makes a vocabulary of the arrays of another one; nil when they do not fit together.
    package init?(bytes: [UInt8], offsets: [UInt32], kinds: [UInt8], endTokens: [TokenID]) {
        guard offsets.count == kinds.count + 1, offsets.first == 0, Int(offsets[kinds.count]) == bytes.count,
            kinds.indices.allSatisfy({ offsets[$0] <= offsets[$0 + 1] }),
            endTokens.allSatisfy({ $0.index < kinds.count })
        else { return nil }
        self.kinds = kinds.compactMap { Kind(rawValue: $0) }
        guard self.kinds.count == kinds.count else { return nil }
        self.bytes = bytes
        self.offsets = offsets
        self.endTokens = endTokens
    }

    /// Whether two vocabularies have the same tokens in all that matters to matching.
    package func isEqual(to other: Vocabulary) -> Bool {
        bytes == other.bytes && offsets == other.offsets && kinds == other.kinds && endTokens == other.endTokens
    }

    /// The bytes of a token; none for a number outside the vocabulary.
    public func bytes(of token: TokenID) -> ArraySlice<UInt8> {
        guard token.index < count else { return [] }
        return bytes[Int(offsets[token.index])..<Int(offsets[token.index + 1])]
    }

    /// What a token stands for; `unused` for a number outside the vocabulary.
    public func kind(of token: TokenID) -> Kind { token.index < count ? kinds[token.index] : .unused }
}
