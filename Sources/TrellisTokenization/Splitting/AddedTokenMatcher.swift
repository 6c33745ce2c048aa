/// Finds added tokens in a text: the leftmost, and of those that start at one place the longest.
///
/// A trie over the texts of the tokens; a search takes time proportional to the length of the text times, at worst,
/// that of the longest added token.
struct AddedTokenMatcher: Sendable {
    /// A part of a text.
    enum Segment {
        case text(Range<Int>)
        case token(TokenID)
    }

    private let tokens: [AddedToken]
    /// The child of a node by node and byte; node 0 is the root.
    private var children: [UInt64: Int] = [:]
    /// The token that ends at a node, -1 for none.
    private var ends: [Int] = [-1]
    /// Whether a token starts with a byte.
    private var starts = [Bool](repeating: false, count: 256)

    /// Makes a matcher; tokens without text are never found, of two with one text the first is.
    init(_ tokens: [AddedToken]) {
        self.tokens = tokens
        for (number, token) in tokens.enumerated() {
            guard let first = token.content.first else { continue }
            starts[Int(first)] = true
            var node = 0
            for byte in token.content {
                let key = UInt64(node) << 8 | UInt64(byte)
                if let child = children[key] {
                    node = child
                } else {
                    children[key] = ends.count
                    node = ends.count
                    ends.append(-1)
                }
            }
            if ends[node] < 0 { ends[node] = number }
        }
    }

    /// Calls a function with the tokens in a text and what is between them, in order; segments of text are not empty.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - parsesSpecial: whether special tokens count; otherwise their names are ordinary text.
    ///   - body: what to do with each segment.
    func forEachSegment(in text: [UInt8], parsesSpecial: Bool, _ body: (Segment) -> Void) {
        var textStart = 0
        var position = 0
        while position < text.count {
            guard starts[Int(text[position])], let (number, end) = longestMatch(in: text, at: position) else {
                position += 1
                continue
            }
            let token = tokens[number]
            var range = position..<end
            position = end
            if token.isSpecial, !parsesSpecial { continue }
            if token.isSingleWord, touchesWord(range, in: text) { continue }
            if token.stripsLeft { range = leftmostSpace(before: range.lowerBound, in: text)..<end }
            if token.stripsRight { range = range.lowerBound..<rightmostSpace(after: end, in: text) }
            let start = max(range.lowerBound, textStart)
            if textStart < start { body(.text(textStart..<start)) }
            body(.token(token.id))
            textStart = range.upperBound
            position = max(position, textStart)
        }
        if textStart < text.count { body(.text(textStart..<text.count)) }
    }

    private func longestMatch(in text: [UInt8], at start: Int) -> (number: Int, end: Int)? {
        var node = 0
        var found: (number: Int, end: Int)?
        var position = start
        while position < text.count, let child = children[UInt64(node) << 8 | UInt64(text[position])] {
            node = child
            position += 1
            if ends[node] >= 0 { found = (ends[node], position) }
        }
        return found
    }

    private func touchesWord(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        let before = scalar(before: range.lowerBound, in: text).map { Self.isWord($0.scalar) } ?? false
        let after = scalar(at: range.upperBound, in: text).map { Self.isWord($0.scalar) } ?? false
        return before || after
    }

    private func leftmostSpace(before position: Int, in text: [UInt8]) -> Int {
        var position = position
        while let (scalar, length) = scalar(before: position, in: text), scalar.properties.isWhitespace {
            position -= length
        }
        return position
    }

    private func rightmostSpace(after position: Int, in text: [UInt8]) -> Int {
        var position = position
        while let (scalar, length) = scalar(at: position, in: text), scalar.properties.isWhitespace {
            position += length
        }
        return position
    }

    private func scalar(at position: Int, in text: [UInt8]) -> (scalar: Unicode.Scalar, length: Int)? {
        guard position < text.count else { return nil }
        let length = UTF8Length.ofCharacter(startingWith: text[position])
        let bytes = text[position..<min(position + length, text.count)]
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first.map { ($0, length) }
    }

    private func scalar(before position: Int, in text: [UInt8]) -> (scalar: Unicode.Scalar, length: Int)? {
        guard position > 0 else { return nil }
        var start = position - 1
        while start > 0, position - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
        return scalar(at: start, in: text)
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isAlphabetic || scalar.properties.isJoinControl { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return true
        default: return false
        }
    }
}
