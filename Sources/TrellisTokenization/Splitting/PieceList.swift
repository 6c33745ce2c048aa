/// A text and the pieces it is cut into; what is between the pieces is left out.
struct PieceList {
    /// The text in UTF-8.
    var text: [UInt8]
    /// The pieces, none of them empty, in the order of the text.
    var pieces: [Range<Int>]
    /// Whether the text begins what was given to the tokenizer, rather than following a special token.
    let isStart: Bool

    /// Makes a list of one piece.
    init(_ text: [UInt8], isStart: Bool) {
        self.text = text
        self.isStart = isStart
        pieces = text.isEmpty ? [] : [0..<text.count]
    }

    /// Replaces each piece by another text.
    ///
    /// - Parameter body: appends the replacement of the piece with a number to a buffer.
    mutating func rewrite(_ body: (_ number: Int, _ piece: ArraySlice<UInt8>, _ into: inout [UInt8]) -> Void) {
        var rewritten: [UInt8] = []
        rewritten.reserveCapacity(text.count + pieces.count)
        for number in pieces.indices {
            let start = rewritten.count
            body(number, text[pieces[number]], &rewritten)
            pieces[number] = start..<rewritten.count
        }
        pieces.removeAll { $0.isEmpty }
        text = rewritten
    }

    /// Cuts each piece at the matches of a pattern.
    ///
    /// - Parameters:
    ///   - pattern: what to look for.
    ///   - behavior: what becomes of the matches.
    ///   - isInverted: whether matches and what is between them change places.
    mutating func split(at pattern: SplitPattern, _ behavior: SplitBehavior, isInverted: Bool) {
        var cut: [Range<Int>] = []
        cut.reserveCapacity(pieces.count)
        var spans: [(range: Range<Int>, isMatch: Bool)] = []
        pattern.forEachPiece(pieces, of: text) { piece, matches in
            spans.removeAll(keepingCapacity: true)
            var end = piece.lowerBound
            for match in matches {
                if end < match.lowerBound { spans.append((end..<match.lowerBound, isInverted)) }
                spans.append((match, !isInverted))
                end = match.upperBound
            }
            if end < piece.upperBound { spans.append((end..<piece.upperBound, isInverted)) }
            behavior.append(spans, to: &cut)
        }
        pieces = cut
    }
}
