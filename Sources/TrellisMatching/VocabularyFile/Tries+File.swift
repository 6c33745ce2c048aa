import TrellisGrammars
import TrellisTokenization

/// Tries on file: the arrays from which the others follow.
///
/// A number by which something is looked up later is checked, so that no file leads beyond a table. Whether the tries are those
/// of the vocabulary is the checksum's part.
extension TokenTrie {
    /// Reads the tree of a vocabulary's tokens.
    convenience init(_ vocabulary: Vocabulary, from reader: inout TableReader) throws(VocabularyFileError) {
        try self.init(from: &reader, tokensBelow: vocabulary.count, isIndexed: true)
        let offsets = vocabulary.offsets
        var place = 0
        for node in nodes.indices {
            let length = UInt32(nodes[node].depth)
            let end = Int(tokenBegins[node + 1])
            while place < end {
                let token = Int(tokens[place])
                guard min(offsets[token + 1] - offsets[token], UInt32(UInt16.max)) == length else {
                    throw reader.damage
                }
                place += 1
            }
        }
    }

    /// Reads a tree with tokens below a number.
    convenience init(
        from reader: inout TableReader, tokensBelow limit: Int, isIndexed: Bool = false
    ) throws(VocabularyFileError) {
        let (bytes, depths) = (try reader.table(of: UInt8.self), try reader.table(of: UInt16.self))
        let (begins, tokens) = (try reader.table(of: Int32.self), try reader.table(of: Int32.self))
        guard bytes.count == depths.count, let ends = TrieShape.subtreeEnds(depths),
            TrieShape.areBegins(begins, of: tokens, nodes: bytes.count),
            tokens.allSatisfy({ 0 <= $0 && $0 < limit })
        else { throw reader.damage }
        self.init(
            bytes: bytes, depths: depths, subtreeEnds: ends, tokenBegins: begins, tokens: tokens, isIndexed: isIndexed)
    }

    /// Writes the tree.
    func write(to writer: inout TableWriter) {
        writer.add(nodes.map(\.byte))
        writer.add(nodes.map(\.depth))
        writer.add(tokenBegins)
        writer.add(tokens)
    }
}

extension SignatureTrie {
    /// Reads a tree of tokens.
    ///
    /// - Parameter hasTails: whether tokens may end inside a scalar.
    convenience init(
        from reader: inout TableReader, tokensBelow limit: Int, hasTails: Bool
    ) throws(VocabularyFileError) {
        let (classes, depths) = (try reader.table(of: UInt8.self), try reader.table(of: UInt16.self))
        let (begins, tokens) = (try reader.table(of: Int32.self), try reader.table(of: Int32.self))
        let (shared, scalars) = (try reader.table(of: UInt16.self), try reader.table(of: UInt32.self))
        let triples = try reader.table(of: UInt32.self)
        guard classes.count == depths.count, let ends = TrieShape.subtreeEnds(depths),
            TrieShape.areBegins(begins, of: tokens, nodes: classes.count),
            tokens.allSatisfy({ 0 <= $0 && $0 < limit }), shared.count == tokens.count,
            classes.allSatisfy({ $0 < ScalarClass.count || hasTails && $0 <= ScalarClass.escape }),
            scalars.allSatisfy({ $0 <= ScalarSet.maximum }), classes[0] < ScalarClass.count,
            Self.scalarCount(classes, depths, begins) == scalars.count,
            let tails = Self.tails(triples, count: tokens.count), hasTails || tails.isEmpty
        else { throw reader.damage }
        self.init(
            classes: classes, depths: depths, subtreeEnds: ends, tokenBegins: begins, tokens: tokens, shared: shared,
            scalars: scalars, tails: tails)
    }

    /// The tails from triples of a token's place, a least and a greatest scalar; nil when they are none.
    private static func tails(_ triples: [UInt32], count: Int) -> [Int32: [ClosedRange<UInt32>]]? {
        guard triples.count.isMultiple(of: 3) else { return nil }
        var tails: [Int32: [ClosedRange<UInt32>]] = [:]
        for start in stride(from: 0, to: triples.count, by: 3) {
            let (place, low, high) = (triples[start], triples[start + 1], triples[start + 2])
            guard place < count, low <= high else { return nil }
            tails[Int32(place), default: []].append(low...high)
        }
        return tails
    }

    /// The number of scalars of all tokens.
    private static func scalarCount(_ classes: [UInt8], _ depths: [UInt16], _ begins: [Int32]) -> Int {
        classes.indices.reduce(0) { $0 + length(of: classes[$1], depths[$1]) * Int(begins[$1 + 1] - begins[$1]) }
    }

    /// Writes the tree.
    func write(to writer: inout TableWriter) {
        writer.add(classes)
        writer.add(depths)
        writer.add(tokenBegins)
        writer.add(tokens)
        writer.add(shared)
        writer.add(scalars)
        writer.add(
            tails.sorted { $0.key < $1.key }.flatMap { place, ranges in
                ranges.flatMap { [UInt32(bitPattern: place), $0.lowerBound, $0.upperBound] }
            })
    }
}

extension SpelledVocabulary {
    /// Reads the spellings of a vocabulary's tokens as the content of strings.
    convenience init(contentOf vocabulary: Vocabulary, from reader: inout TableReader) throws(VocabularyFileError) {
        let plain = try SignatureTrie(from: &reader, tokensBelow: vocabulary.count, hasTails: true)
        let special = try SignatureTrie(from: &reader, tokensBelow: vocabulary.count, hasTails: true)
        let closing = try SignatureTrie(from: &reader, tokensBelow: vocabulary.count, hasTails: false)
        self.init(
            vocabulary, plain: plain, special: special, closing: closing,
            remainders: try TokenTrie(from: &reader, tokensBelow: closing.tokens.count))
    }

    /// Reads the spellings as plain text of what has been read as the content of strings.
    convenience init(
        textOf vocabulary: Vocabulary, from reader: inout TableReader, beside content: SpelledVocabulary
    ) throws(VocabularyFileError) {
        let special = try SignatureTrie(from: &reader, tokensBelow: vocabulary.count, hasTails: true)
        self.init(vocabulary, text: special, beside: content)
    }

    /// Writes the spellings.
    func write(to writer: inout TableWriter) {
        plain.write(to: &writer)
        special.write(to: &writer)
        closing.write(to: &writer)
        remainders.write(to: &writer)
    }
}

/// What makes arrays a tree in depth-first order.
enum TrieShape {
    /// The index after the last node of each subtree; nil when the depths are not those of a tree.
    static func subtreeEnds(_ depths: [UInt16]) -> [Int32]? {
        guard depths.first == 0, depths.count < Int(Int32.max), let deepest = depths.max() else { return nil }
        var ends = [Int32](repeating: 0, count: depths.count)
        /// For each depth the next node that is no deeper.
        var next = [Int32](repeating: Int32(depths.count), count: Int(deepest) + 1)
        var end = depths.count
        for node in stride(from: depths.count - 1, through: 0, by: -1) {
            let depth = Int(depths[node])
            // The first node after this one opens or closes levels: it is a child, or no deeper.
            if end < depths.count {
                let after = Int(depths[end])
                guard after > 0, after <= depth + 1 else { return nil }
                if after <= depth { for level in after...depth { next[level] = Int32(end) } }
            }
            ends[node] = next[depth]
            end = node
        }
        return ends
    }

    /// Whether some numbers say where the tokens of each node begin, and at last where they end.
    static func areBegins(_ begins: [Int32], of tokens: [Int32], nodes: Int) -> Bool {
        guard begins.count == nodes + 1, begins.first == 0, Int(begins[nodes]) == tokens.count else { return false }
        return (0..<nodes).allSatisfy { begins[$0] <= begins[$0 + 1] }
    }
}
