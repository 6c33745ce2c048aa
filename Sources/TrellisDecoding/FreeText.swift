package import TrellisTokenization

/// The constraint of an answer without a grammar: UTF-8 text of ordinary tokens, ended by an end token.
///
/// Special tokens other than end tokens never come, nor does a byte sequence that is not UTF-8.
package struct FreeText: TokenConstraint {
    /// What of it depends on the vocabulary alone; made once a model.
    package struct Table: Sendable {
        /// The tokens of the model.
        let vocabulary: Vocabulary
        /// The tokens that may come between two characters.
        let mask: [UInt32]

        /// Sorts out the tokens; linear in the bytes of the vocabulary.
        package init(_ vocabulary: Vocabulary) {
            self.vocabulary = vocabulary
            var mask = [UInt32](repeating: 0, count: (vocabulary.count + 31) / 32)
            let start = CharacterAssembler()
            for index in 0..<vocabulary.count where FreeText.allows(TokenID(index), after: start, in: vocabulary) {
                mask[index / 32] |= 1 << UInt32(index % 32)
            }
            self.mask = mask
        }
    }

    private let table: Table
    private var state = CharacterAssembler()

    /// Starts an empty text.
    package init(_ table: Table) { self.table = table }

    /// Always: free text may stop anywhere.
    package var isOpenEnded: Bool { true }

    /// Whether the text stands between two characters.
    package var isComplete: Bool { state.isBetweenCharacters }

    /// None: nothing is forced.
    package var forcedTokens: [TokenID] { [] }

    /// Any limit will do: free text may stop anywhere.
    package mutating func limit(to tokenCount: Int) {}

    /// Allows what keeps the text UTF-8; linear in the vocabulary inside a character.
    package mutating func fillMask(_ words: inout [UInt32]) {
        words = table.mask
        let state = state
        guard !state.isBetweenCharacters else { return }
        for index in 0..<table.vocabulary.count {
            let bit: UInt32 = 1 << UInt32(index % 32)
            if FreeText.allows(TokenID(index), after: state, in: table.vocabulary) {
                words[index / 32] |= bit
            } else {
                words[index / 32] &= ~bit
            }
        }
    }

    /// Takes a token that keeps the text UTF-8, or an end token between characters.
    package mutating func accept(_ token: TokenID) -> Bool {
        guard FreeText.allows(token, after: state, in: table.vocabulary) else { return false }
        if table.vocabulary.kind(of: token) == .text { _ = state.append(table.vocabulary.bytes(of: token)) }
        return true
    }

    private static func allows(_ token: TokenID, after state: CharacterAssembler, in vocabulary: Vocabulary) -> Bool {
        switch vocabulary.kind(of: token) {
        case .text: state.accepts(vocabulary.bytes(of: token))
        case .special: state.isBetweenCharacters && vocabulary.endTokens.contains(token)
        case .unused: false
        }
    }
}
