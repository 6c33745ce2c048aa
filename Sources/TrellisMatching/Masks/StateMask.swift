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
    /// Whether exactly one token is allowed, and which.
    func soleToken(endTokens: [Int32]) -> Int32? {
        var sole: Int32?
        let few = lexemeMasks.allSatisfy { $0.words.isEmpty }
        guard few else { return nil }
        for token in tokens + lexemeMasks.flatMap(\.tokens) + (allowsEnd ? endTokens : []) {
            if let known = sole, known != token { return nil }
            sole = token
        }
        return sole
    }

    /// Writes the mask over the words: bit t of word t / 32 for token t.
    func fill(_ target: inout MutableSpan<UInt32>, endTokens: [Int32]) {
        let dense = lexemeMasks.filter { !$0.words.isEmpty }
        if let first = dense.first {
            let count = min(target.count, first.words.count)
            // Invariant: both have `count` words, and neither outlives the call.
            unsafe target.withUnsafeMutableBufferPointer { target in
                unsafe first.words.withUnsafeBufferPointer { words in
                    _ = unsafe target.update(fromContentsOf: words[..<count])
                }
            }
            for index in count..<target.count { target[index] = 0 }
            for mask in dense.dropFirst() {
                for index in 0..<min(target.count, mask.words.count) { target[index] |= mask.words[index] }
            }
        } else {
            for index in 0..<target.count { target[index] = 0 }
        }
        func set(_ token: Int32, _ target: inout MutableSpan<UInt32>) {
            let word = Int(token >> 5)
            if word < target.count { target[word] |= 1 << UInt32(token & 31) }
        }
        for mask in lexemeMasks { for token in mask.tokens { set(token, &target) } }
        for token in tokens { set(token, &target) }
        if allowsEnd { for token in endTokens { set(token, &target) } }
    }
}
