/// Texts to the end of a grammar, with the fewest tokens that spell each of them from each of its bytes.
///
/// A text is some bytes and the number of the text after them, so that completions which end alike share their end. The
/// counts are made from the back: a token at a byte leads to a later byte, whose count is known, also across the border
/// between two texts.
struct CompletionTexts {
    /// The number of a text.
    typealias Text = Int32

    /// The empty text.
    static let end: Text = 0

    private let trie: TokenTrie
    /// The node of each first byte; 0 where no token begins with it.
    private let roots: [Int32]
    private var bytes: [UInt8] = []
    /// The fewest tokens from each byte to the end of its text; -1 where tokens cannot spell it.
    private var counts: [Int32] = []
    /// Where the bytes of each text start, with one more entry for the end.
    private var starts: [Int32] = [0, 0]
    /// The text after each text.
    private var nexts: [Text] = [end]

    /// Makes a store for the tokens of a trie.
    init(_ trie: TokenTrie) {
        self.trie = trie
        roots = (UInt8.min...UInt8.max).map { byte in trie.child(of: 0, byte).map(Int32.init) ?? 0 }
    }

    /// The fewest tokens that spell a text; nil when none do.
    func count(_ text: Text) -> Int? {
        let count = text == Self.end ? 0 : counts[Int(starts[Int(text)])]
        return count < 0 ? nil : Int(count)
    }

    /// What a body finds out about the text of some bytes and then another text, which is not kept.
    mutating func with<Result>(
        _ prefix: [UInt8], before text: Text, _ body: (CompletionTexts, Text) -> Result
    ) -> Result {
        let mark = (text: nexts.count, byte: bytes.count)
        let number = prepend(prefix, to: text)
        defer {
            bytes.removeLast(bytes.count - mark.byte)
            counts.removeLast(counts.count - mark.byte)
            starts.removeLast(nexts.count - mark.text)
            nexts.removeLast(nexts.count - mark.text)
        }
        return body(self, number)
    }

    /// The text of some bytes and then another text.
    mutating func prepend(_ prefix: [UInt8], to text: Text) -> Text {
        guard !prefix.isEmpty else { return text }
        let number = Text(nexts.count)
        let start = bytes.count
        bytes.append(contentsOf: prefix)
        counts.append(contentsOf: repeatElement(-1, count: prefix.count))
        starts.append(Int32(bytes.count))
        nexts.append(text)
        for index in stride(from: bytes.count - 1, through: start, by: -1) {
            counts[index] = best(from: number, index).map { $0.count } ?? -1
        }
        return number
    }

    /// The fewest tokens of a text, the longest first where there is a choice; nil when none spell it.
    func tokens(_ text: Text) -> [Int32]? {
        var place = (text: text, index: Int(starts[Int(text)]))
        var tokens: [Int32] = []
        while place.text != Self.end {
            guard let best = best(from: place.text, place.index) else { return nil }
            tokens.append(best.token)
            place = best.place
        }
        return tokens
    }

    /// The token at a place after which the fewest follow, with the count and the place after it.
    private func best(
        from text: Text, _ index: Int
    ) -> (count: Int32, token: Int32, place: (text: Text, index: Int))? {
        var result: (count: Int32, token: Int32, place: (text: Text, index: Int))?
        var place = (text: text, index: index)
        var node = Int(roots[Int(bytes[index])])
        while node != 0 {
            place.index += 1
            if place.index == Int(starts[Int(place.text) + 1]) {
                place.text = nexts[Int(place.text)]
                place.index = Int(starts[Int(place.text)])
            }
            if trie.tokenBegins[node] < trie.tokenBegins[node + 1] {
                let rest = place.text == Self.end ? 0 : counts[place.index]
                if rest >= 0, rest < result?.count ?? .max {
                    result = (rest + 1, trie.tokens[Int(trie.tokenBegins[node])], place)
                }
            }
            guard place.text != Self.end else { break }
            node = trie.child(of: node, bytes[place.index]) ?? 0
        }
        return result
    }
}
