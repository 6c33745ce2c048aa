package import TrellisTokenization

/// The special tokens that a reply may hold, and the bytes that stand for them in grammars.
///
/// Special tokens are never bytes of a text. So that a grammar can ask for one, it stands for one of the bytes 0xF8 to 0xFF, which no
/// UTF-8 text has. Tokens of text that hold such a byte could be taken for it and are out of use: no text needs them.
package struct ReplyTags: Sendable {
    /// The first of the bytes, and how many there are.
    static let firstByte: UInt8 = 0xF8
    private static let limit = 8

    /// The printed names, in the order of their bytes.
    private let names: [String]
    /// The tokenizer with a vocabulary in which the tokens stand for their bytes.
    package let tokenizer: any Tokenizer

    /// Finds the special tokens of a tokenizer that a format uses.
    package init(_ format: ReplyFormat, _ tokenizer: any Tokenizer) {
        let vocabulary = tokenizer.vocabulary
        let texts = format.texts.joined(separator: " ")
        var names: [String] = []
        var tokens: [UInt8: TokenID] = [:]
        for index in 0..<vocabulary.count where names.count < Self.limit {
            let token = TokenID(index)
            guard vocabulary.kind(of: token) == .special, !vocabulary.endTokens.contains(token) else { continue }
            let name = String(decoding: vocabulary.bytes(of: token), as: UTF8.self)
            guard !name.isEmpty, texts.contains(name) else { continue }
            tokens[Self.firstByte + UInt8(names.count)] = token
            names.append(name)
        }
        self.names = names
        self.tokenizer =
            tokens.isEmpty ? tokenizer : TaggedTokenizer(tokenizer: tokenizer, vocabulary: vocabulary.spelling(tokens))
    }

    /// The bytes of a text of the format, with those of special tokens in the place of their names.
    package func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            // Of names that begin alike the longest is meant.
            let found = names.indices.filter { rest.hasPrefix(names[$0]) }.max { names[$0].count < names[$1].count }
            if let found {
                bytes.append(Self.firstByte + UInt8(found))
                rest = rest.dropFirst(names[found].count)
            } else {
                bytes += Array(String(rest.removeFirst()).utf8)
            }
        }
        return bytes
    }
}

/// A tokenizer with another view of its vocabulary.
private struct TaggedTokenizer: Tokenizer {
    let tokenizer: any Tokenizer
    let vocabulary: Vocabulary
    var specialTokens: SpecialTokens { tokenizer.specialTokens }

    func encode(_ text: String, parsesSpecial: Bool) -> [TokenID] {
        tokenizer.encode(text, parsesSpecial: parsesSpecial)
    }
}

extension ReplyFormat {
    /// All texts of the format.
    fileprivate var texts: [String] {
        var texts = [thought?.open, thought?.close, answerOpen].compactMap { $0 }
        if let calls {
            texts += [calls.first, calls.last, calls.open, calls.close, calls.separator ?? ""]
            switch calls.call {
            case .object: break
            case .named(let between): texts.append(between)
            case .gemma(let quote): texts.append(quote)
            }
        }
        return texts
    }
}

extension Vocabulary {
    /// The vocabulary with special tokens as the texts of one byte each, and without other texts that have such bytes.
    fileprivate func spelling(_ tags: [UInt8: TokenID]) -> Vocabulary {
        var bytesOfTag: [TokenID: UInt8] = [:]
        for (byte, token) in tags { bytesOfTag[token] = byte }
        var special: Set<TokenID> = []
        let tokens = (0..<count).map { index -> [UInt8] in
            let token = TokenID(index)
            if let byte = bytesOfTag[token] { return [byte] }
            let bytes = Array(bytes(of: token))
            switch kind(of: token) {
            case .special:
                special.insert(token)
                return bytes
            case .text: return bytes.contains { $0 >= ReplyTags.firstByte } ? [] : bytes
            case .unused: return []
            }
        }
        return Vocabulary(tokens: tokens, special: special, endTokens: endTokens)
    }
}
