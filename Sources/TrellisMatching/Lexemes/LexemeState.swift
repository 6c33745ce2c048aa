import TrellisGrammars

/// A position inside a lexeme between two bytes: what remains of the pattern, and how far the next scalar is spelled.
struct LexemeState {
    /// How far the next scalar is spelled.
    enum Spelling: UInt8 {
        /// Plain text, between two scalars.
        case plain
        /// Plain text, inside the UTF-8 of a scalar.
        case plainPartial
        /// Before the opening quote of a JSON string.
        case quote
        /// In a JSON string, between two scalars.
        case content
        /// In a JSON string, inside the UTF-8 of a scalar.
        case contentPartial
        /// After a backslash.
        case escape
        /// In the four hexadecimal digits after `\u`.
        case hexadecimal
        /// After the high half of a surrogate pair, before the backslash.
        case lowBackslash
        /// After that backslash, before `u`.
        case lowU
        /// In the four digits of the low half.
        case lowHexadecimal
        /// After the closing quote.
        case done
    }

    /// What remains of the pattern before the scalar that is being spelled.
    var pattern: PatternPool.State
    /// How far the next scalar is spelled.
    var spelling: Spelling
    /// For UTF-8: the bytes still missing. For digits: those already written.
    var count: UInt8 = 0
    /// For UTF-8: the length of the sequence.
    var length: UInt8 = 0
    /// The bits of the scalar that are known; for the low half those of the low half.
    var value: UInt32 = 0
    /// The ten bits of a high half.
    var high: UInt32 = 0
}
