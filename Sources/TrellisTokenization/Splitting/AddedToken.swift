/// A token that is looked for in the text before anything else.
struct AddedToken: Sendable, Hashable {
    /// The ID.
    var id: TokenID
    /// The text that is looked for.
    var content: [UInt8]
    /// Whether it is a signal to the model, found only where the caller parses special tokens.
    var isSpecial = false
    /// Whether it is found only where no letter, digit or other word character touches it.
    var isSingleWord = false
    /// Whether it takes the white space before it.
    var stripsLeft = false
    /// Whether it takes the white space after it.
    var stripsRight = false
}
