import TrellisTokenization

extension DecodingLoop {
    /// Extends the answer by the text that the constraint leaves no choice about, in the model's own tokens.
    ///
    /// The end of forced text is not the end of a token: where a longer token could begin with the last forced one, that one is
    /// left to the model, as it would never have seen the cut in training.
    mutating func extendByForcedTokens(_ emit: (String) -> Void) {
        let forced = canonicalTokens(of: constraint.forcedBytes)
        guard let last = forced.last else { return }
        var accepted = 0
        while accepted < forced.count - 1, constraint.accept(forced[accepted]) { accepted += 1 }
        constraint.fillMask(&mask)
        if accepted == forced.count - 1, !mayContinue(last), constraint.accept(last) {
            accepted += 1
            constraint.fillMask(&mask)
        }
        // Canonical tokens can be more than the fewest: near the limit the sampled route, which looks ahead, is kept.
        if !constraint.fits(within: remainingTokens - accepted) {
            constraint.rollback(accepted)
            constraint.fillMask(&mask)
            return
        }
        recordForced(Array(forced[..<accepted]), emit)
    }

    /// The tokens that the tokenizer makes of bytes; none when they do not stand for exactly these bytes.
    private func canonicalTokens(of bytes: [UInt8]) -> [TokenID] {
        guard !bytes.isEmpty, let text = String(validating: bytes.prefix(wholeCharacters(in: bytes)), as: UTF8.self)
        else { return [] }
        let tokens = tokenizer.encode(text, parsesSpecial: false)
        return tokenizer.decode(tokens).elementsEqual(text.utf8) ? tokens : []
    }

    /// How many of the bytes are whole characters.
    private func wholeCharacters(in bytes: [UInt8]) -> Int {
        var assembler = CharacterAssembler()
        var count = 0
        for (index, byte) in bytes.enumerated() {
            _ = assembler.append(CollectionOfOne(byte))
            if assembler.isBetweenCharacters { count = index + 1 }
        }
        return count
    }

    /// Whether the mask has a token that is longer than the given one, which the mask's tokens all begin with.
    private func mayContinue(_ token: TokenID) -> Bool {
        let length = vocabulary.bytes(of: token).count
        for (wordIndex, word) in mask.enumerated() where word != 0 {
            var word = word
            while word != 0 {
                let other = TokenID(wordIndex * 32 + word.trailingZeroBitCount)
                word &= word - 1
                if vocabulary.kind(of: other) == .text, vocabulary.bytes(of: other).count > length { return true }
            }
        }
        return false
    }
}
