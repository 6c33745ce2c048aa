public import TrellisTokenization

extension Matcher {
    /// The bytes that must come next because the grammar leaves no choice; none where the text may also end.
    public var forcedBytes: [UInt8] {
        guard !isFinished else { return [] }
        let bytes = try? withTables { tables, _ in
            var state = position.state
            var bytes: [UInt8] = []
            while !tables.automaton.isAccepting(state), bytes.count < Self.forcedLimit {
                let set = tables.automaton.byteSet(of: state)
                guard set.count == 1, let byte = set.first else { break }
                bytes.append(byte)
                state = tables.automaton.step(state, byte)
            }
            return bytes
        }
        return bytes ?? []
    }

    /// The number of forced bytes that are looked for at once; longer runs continue at the next call.
    private static var forcedLimit: Int { 1 << 14 }

    /// The tokens that a text must go on with, as the model's tokenizer spells them: they need not be sampled.
    ///
    /// The end of forced text is not the end of a token. Where a longer token could cover it, the tokens from there on are left
    /// to the model, which would never have seen that cut in training. So tokens may be forced though the mask has others, and
    /// bytes though no token is.
    ///
    /// None when the vocabulary was made without a tokenizer. The tokens may be more than the fewest: under a budget `accept`
    /// refuses the first one that no completion fits after.
    public var forcedTokens: [TokenID] {
        guard let tokenizer = grammar.vocabulary.tokenizer else { return [] }
        // A byte that no text has stands for a token by itself, in vocabularies that lend special tokens to grammars.
        let forced = forcedBytes
        let spelled = Array(forced.prefix { $0 < 0xF8 })
        if spelled.isEmpty { return forced.first.flatMap { token(of: $0) }.map { [$0] } ?? [] }
        guard let text = Self.wholeCharacters(of: spelled) else { return [] }
        let tokens = tokenizer.encode(text, parsesSpecial: false)
        guard tokenizer.decode(tokens).elementsEqual(text.utf8) else { return [] }
        return Array(tokens.prefix(certainCount(of: tokens, Array(text.utf8))))
    }

    /// The token that is a byte.
    private func token(of byte: UInt8) -> TokenID? {
        let token = try? withTables { _, contents -> TokenID? in
            guard let node = contents.trie.child(of: 0, byte),
                contents.trie.tokenBegins[node] < contents.trie.tokenBegins[node + 1]
            else { return nil }
            return TokenID(rawValue: UInt32(bitPattern: contents.trie.tokens[Int(contents.trie.tokenBegins[node])]))
        }
        return token ?? nil
    }

    /// How many of the tokens of forced text no longer token could take the place of.
    private func certainCount(of tokens: [TokenID], _ text: [UInt8]) -> Int {
        let vocabulary = grammar.vocabulary.vocabulary
        let count = try? withTables { tables, contents in
            let end = text.reduce(position.state) { tables.automaton.step($0, $1) }
            var certain = tokens.count
            var start = text.count
            for index in tokens.indices.reversed() {
                start -= vocabulary.bytes(of: tokens[index]).count
                guard text.count - start < contents.trie.longest else { break }
                if tables.automaton.allowsToken(of: contents.trie, beginningWith: text[start...], then: end) {
                    certain = index
                }
            }
            return certain
        }
        return count ?? 0
    }

    /// The text of the bytes without a character that is not complete at the end; nil when they are no text.
    private static func wholeCharacters(of bytes: [UInt8]) -> String? {
        for dropped in 0..<min(4, bytes.count) {
            if let text = String(validating: bytes.dropLast(dropped), as: UTF8.self) { return text }
        }
        return nil
    }
}

extension GrammarAutomaton {
    /// Whether some token begins with the given bytes and goes on, and its other bytes may follow in a state.
    fileprivate func allowsToken(of trie: TokenTrie, beginningWith bytes: ArraySlice<UInt8>, then state: State) -> Bool
    {
        var node = 0
        for byte in bytes {
            guard let child = trie.child(of: node, byte) else { return false }
            node = child
        }
        let depth = Int(trie.nodes[node].depth)
        let last = Int(trie.nodes[node].subtreeEnd)
        var path = [state]
        node += 1
        while node < last {
            path.removeSubrange((Int(trie.nodes[node].depth) - depth)...)
            guard let before = path.last else { return false }
            let next = step(before, trie.nodes[node].byte)
            guard next != Self.dead else {
                node = Int(trie.nodes[node].subtreeEnd)
                continue
            }
            if trie.tokenBegins[node] < trie.tokenBegins[node + 1] { return true }
            path.append(next)
            node += 1
        }
        return false
    }
}
