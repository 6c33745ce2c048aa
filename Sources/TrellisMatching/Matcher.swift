public import TrellisTokenization

/// A position in a compiled grammar: which tokens may come next, and the way back.
///
/// A matcher is a small value: making one costs nothing to speak of, copying one shares its history until either
/// moves. It is moved by tokens; a token that the mask does not have is refused and changes nothing.
public struct Matcher: Sendable {
    /// The grammar that is matched.
    public let grammar: CompiledGrammar
    private var state: GrammarAutomaton.State
    /// The states before each accepted token, for going back.
    private var history: [GrammarAutomaton.State] = []
    /// Whether an end token was accepted.
    public private(set) var isFinished = false

    /// Starts at the beginning of a text.
    public init(_ grammar: CompiledGrammar) {
        self.grammar = grammar
        state = grammar.vocabulary.withContents { _ in unsafe grammar.tables.automaton.start }
    }

    private func withTables<Result>(_ body: (MatchingTables, MatchingVocabulary.Contents) -> Result) -> Result {
        grammar.vocabulary.withContents { contents in unsafe body(grammar.tables, contents) }
    }

    /// The number of 32-bit words of a mask.
    public var maskWordCount: Int { (grammar.vocabulary.vocabulary.count + 31) / 32 }

    /// Writes the mask of the tokens that may come next: bit t % 32 of word t / 32 for token t.
    ///
    /// - Parameter words: `maskWordCount` words; all are written.
    public func fillMask(into words: inout MutableSpan<UInt32>) {
        let state = state
        let isFinished = isFinished
        grammar.vocabulary.withContents { contents in
            if isFinished {
                for index in 0..<words.count { words[index] = 0 }
            } else {
                unsafe grammar.tables.masks.mask(of: state).fill(&words, endTokens: contents.endTokens)
            }
        }
    }

    /// Writes the mask into memory of the caller, as `fillMask(into:)` for a span.
    public func fillMask(into words: UnsafeMutableBufferPointer<UInt32>) {
        // Invariant: the span does not outlive the call, and the caller owns the memory until it returns.
        var span = unsafe words.mutableSpan
        fillMask(into: &span)
    }

    /// The mask as words of its own.
    public var mask: [UInt32] {
        var words = [UInt32](repeating: 0, count: maskWordCount)
        var span = words.mutableSpan
        fillMask(into: &span)
        return words
    }

    /// Moves on by a token; false, and nothing changes, when it is not allowed.
    public mutating func accept(_ token: TokenID) -> Bool {
        guard !isFinished else { return false }
        let vocabulary = grammar.vocabulary.vocabulary
        if vocabulary.endTokens.contains(token) {
            guard isComplete else { return false }
            history.append(state)
            isFinished = true
            return true
        }
        guard vocabulary.kind(of: token) == .text, let next = advanced(by: vocabulary.bytes(of: token)) else {
            return false
        }
        history.append(state)
        state = next
        return true
    }

    /// Moves on by bytes as if by one token; false, and nothing changes, when they are not allowed.
    public mutating func accept(bytes: some Sequence<UInt8>) -> Bool {
        guard !isFinished, let next = advanced(by: bytes) else { return false }
        history.append(state)
        state = next
        return true
    }

    private func advanced(by bytes: some Sequence<UInt8>) -> GrammarAutomaton.State? {
        withTables { tables, _ in
            var state = state
            for byte in bytes {
                state = tables.automaton.step(state, byte)
                if state == GrammarAutomaton.dead { return nil }
            }
            return state
        }
    }

    /// Goes back by a number of accepted tokens, at most to the beginning.
    public mutating func rollback(_ count: Int) {
        guard count > 0, !history.isEmpty else { return }
        let kept = max(0, history.count - count)
        state = history[kept]
        history.removeSubrange(kept...)
        isFinished = false
    }

    /// Whether the text may end here: the end tokens are allowed.
    public var isComplete: Bool { withTables { tables, _ in tables.automaton.isAccepting(state) } }

    /// The bytes that must come next because the grammar leaves no choice; none where the text may also end.
    public var forcedBytes: [UInt8] {
        guard !isFinished else { return [] }
        return withTables { tables, _ in
            var state = state
            var bytes: [UInt8] = []
            while !tables.automaton.isAccepting(state), bytes.count < Self.forcedLimit {
                let set = tables.automaton.byteSet(of: state)
                guard set.count == 1, let byte = set.first else { break }
                bytes.append(byte)
                state = tables.automaton.step(state, byte)
            }
            return bytes
        }
    }

    /// The number of forced bytes that are looked for at once; longer runs continue at the next call.
    private static let forcedLimit = 1 << 14

    /// Whether the text can be completed within a number of tokens, the end token not counted.
    ///
    /// True is a promise: `shortestCompletion` is such a completion.
    public func fits(within tokens: Int) -> Bool {
        withTables { tables, _ in tables.completions.fits(from: state, within: tokens) }
    }

    /// Tokens that complete the text in the fewest bytes, nil when the vocabulary cannot spell them.
    public var shortestCompletion: [TokenID]? {
        withTables { tables, _ in
            tables.completions.tokens(from: state)?.map { TokenID(rawValue: UInt32(bitPattern: $0)) }
        }
    }
}

extension CompiledGrammar {
    /// Whether a whole text satisfies the grammar; needs no model.
    public func matches(_ text: some Sequence<UInt8>) -> Bool {
        var matcher = Matcher(self)
        return matcher.accept(bytes: text) && matcher.isComplete
    }
}
