/// The steps that cut a text into the pieces within which tokens are merged.
struct PreTokenizer: Sendable {
    /// When a space is put before a piece.
    enum SpacePrefix: String, Sendable {
        case always
        /// Only at the start of the text.
        case first
        case never
    }

    /// One step.
    enum Step: Sendable {
        /// Cuts at the matches of a pattern.
        case split(SplitPattern, SplitBehavior, isInverted: Bool)
        /// Puts a space before each piece that does not start with one.
        case prefixSpace
        /// Writes a visible character for each space, puts one before a piece, and may cut before each.
        case markSpaces(mark: [UInt8], prefix: SpacePrefix, cut: SplitPattern?)
        /// Writes each byte as a character of the byte alphabet.
        case printBytes
        /// Reads characters of the byte alphabet as bytes.
        case readBytes
        /// Cuts into pieces of a number of characters.
        case chunk(Int)
    }

    /// The steps in order.
    let steps: [Step]

    /// Whether the pieces are bytes, to be spelled with the byte alphabet.
    let isByteLevel: Bool

    /// Makes a pre-tokenizer from steps, at most one of which prints bytes; at the end it is undone.
    init(_ steps: [Step]) {
        var steps = steps
        isByteLevel = steps.contains(where: Self.isPrintingBytes)
        if let last = steps.last, Self.isPrintingBytes(last) {
            steps.removeLast()
        } else if isByteLevel {
            steps.append(.readBytes)
        }
        self.steps = steps
    }

    /// Whether a step prints bytes.
    static func isPrintingBytes(_ step: Step) -> Bool { if case .printBytes = step { true } else { false } }

    /// Cuts a text.
    func cut(_ list: inout PieceList) {
        for step in steps {
            switch step {
            case .split(let pattern, let behavior, let isInverted):
                list.split(at: pattern, behavior, isInverted: isInverted)
            case .prefixSpace:
                list.rewrite { _, piece, text in
                    if piece.first != UInt8(ascii: " ") { text.append(UInt8(ascii: " ")) }
                    text.append(contentsOf: piece)
                }
            case .markSpaces(let mark, let prefix, let cut):
                markSpaces(&list, mark, prefix)
                if let cut { list.split(at: cut, .mergedWithNext, isInverted: false) }
            case .printBytes:
                list.rewrite { _, piece, text in text.append(contentsOf: ByteAlphabet.printed(piece)) }
            case .readBytes:
                list.rewrite { _, piece, text in
                    text.append(contentsOf: ByteAlphabet.bytes(ofPrinted: piece) ?? Array(piece))
                }
            case .chunk(let length): chunk(&list, length)
            }
        }
    }

    private func markSpaces(_ list: inout PieceList, _ mark: [UInt8], _ prefix: SpacePrefix) {
        let isStart = list.isStart
        list.rewrite { number, piece, text in
            let start = text.count
            for byte in piece {
                if byte == UInt8(ascii: " ") { text.append(contentsOf: mark) } else { text.append(byte) }
            }
            let wantsPrefix =
                switch prefix {
                case .always: true
                case .first: number == 0 && isStart
                case .never: false
                }
            if wantsPrefix, !text[start...].starts(with: mark) { text.insert(contentsOf: mark, at: start) }
        }
    }

    private func chunk(_ list: inout PieceList, _ length: Int) {
        var cut: [Range<Int>] = []
        for piece in list.pieces {
            var start = piece.lowerBound
            var position = start
            var count = 0
            while position < piece.upperBound {
                position = min(position + UTF8Length.ofCharacter(startingWith: list.text[position]), piece.upperBound)
                count += 1
                if count == length || position == piece.upperBound {
                    cut.append(start..<position)
                    start = position
                    count = 0
                }
            }
        }
        list.pieces = cut
    }
}
