import TrellisJSON

/// How the printed form of a token gives its bytes, from the `decoder` of a `tokenizer.json`.
struct TokenBytes {
    private enum Step {
        case readAlphabet
        case replace(SplitPattern, with: [UInt8])
        case readByteTokens
    }

    private let steps: [Step]

    /// Reads a decoder.
    ///
    /// - Parameters:
    ///   - place: the description.
    ///   - isByteLevel: whether text is cut into bytes printed with the byte alphabet.
    init(_ place: JSONPlace, isByteLevel: Bool) throws(TokenizerError) {
        if isByteLevel, place.isNull {
            steps = [.readAlphabet]
            return
        }
        steps = place.isNull ? [] : try Self.steps(place)
        let readsAlphabet = steps.contains { if case .readAlphabet = $0 { true } else { false } }
        if readsAlphabet != isByteLevel { throw place.unsupported(try place.type()) }
    }

    private static func steps(_ place: JSONPlace) throws(TokenizerError) -> [Step] {
        switch try place.type() {
        case "Sequence":
            var steps: [Step] = []
            for part in try place["decoders"].elements() { steps += try Self.steps(part) }
            return steps
        case "ByteLevel": return [.readAlphabet]
        case "ByteFallback": return [.readByteTokens]
        case "Metaspace":
            return [.replace(try SplitPattern(literal: place["replacement"].string()), with: [UInt8(ascii: " ")])]
        case "Replace":
            let content = try place["content"].string()
            return [.replace(try SplitPattern(describedBy: place["pattern"]), with: Array(content.utf8))]
        // These two concern the whole text: joining it, and taking off the space that encoding has put before it.
        case "Fuse", "Strip": return []
        case let name: throw place.unsupported(name)
        }
    }

    /// The bytes that a printed token stands for.
    func bytes(ofPrinted text: [UInt8]) -> [UInt8] {
        var text = text
        for step in steps {
            switch step {
            case .readAlphabet: return ByteAlphabet.bytes(ofPrinted: text) ?? text
            case .readByteTokens: if let byte = ByteToken.byte(printed: text) { return [byte] }
            case .replace(let pattern, let content): text = Normalizer.replace(text, pattern, content)
            }
        }
        return text
    }
}
