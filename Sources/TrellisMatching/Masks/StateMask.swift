/// The token mask of a state in the form that fills fastest: whole masks shared between states, and single tokens.
struct StateMask: Sendable {
    /// Masks of which all tokens are allowed.
    var lexemeMasks: [LexemeMask]
    /// Further tokens; some may be in the masks too.
    var tokens: [Int32]
    /// Tokens of which only the true state can tell: they go beyond a value that is compared with one that isn't known.
    var uncertain: [Int32] = []
    /// Whether the text may end.
    var allowsEnd: Bool
}

extension StateMask {
    /// About its size in bytes, without the masks that it shares.
    var bytes: Int { 128 + lexemeMasks.count * 8 + (tokens.count + uncertain.count) * 4 }

    /// Writes the mask over the words: bit t of word t / 32 for token t.
    func fill(_ target: inout MutableSpan<UInt32>, endTokens: [Int32]) {
        var isWritten = false
        for mask in lexemeMasks where !mask.words.isEmpty {
            let count = min(target.count, mask.words.count)
            if isWritten {
                for index in 0..<count { target[index] |= mask.words[index] }
                continue
            }
            isWritten = true
            // Invariant: both have `count` words, and neither outlives the call.
            unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe mask.words.withUnsafeBufferPointer { words in
                    _ = unsafe target.update(fromContentsOf: words[..<count])
                }
            }
            for index in count..<target.count { target[index] = 0 }
        }
        if !isWritten { for index in 0..<target.count { target[index] = 0 } }
        func set(_ token: Int32, _ target: inout MutableSpan<UInt32>) {
            let word = Int(token >> 5)
            if word < target.count { target[word] |= 1 << UInt32(token & 31) }
        }
        for mask in lexemeMasks { for token in mask.tokens { set(token, &target) } }
        for token in tokens { set(token, &target) }
        if allowsEnd { for token in endTokens { set(token, &target) } }
    }
}
