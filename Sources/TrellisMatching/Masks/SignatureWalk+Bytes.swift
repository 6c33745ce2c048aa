import TrellisGrammars

/// The walk for patterns that tell letters apart at once: over the bytes of the plain tokens.
extension SignatureWalk {
    /// A place in a token: what remains of the pattern after so many scalars, and the scalar that is open.
    private struct Place {
        var pattern: PatternPool.State
        var scalars = 0
        /// The bits of the open scalar that are known.
        var value: UInt32 = 0
        /// The bytes it needs yet, and all of its bytes.
        var missing: UInt32 = 0
        var length: UInt32 = 0
    }

    /// The plain tokens after which the pattern can go on, as runs of places in `trie.tokens`. Tokens that are not plain may
    /// be among them.
    mutating func viable(_ trie: TokenTrie, from pattern: PatternPool.State) -> [Range<Int32>] {
        var runs: [Range<Int32>] = []
        var path = [Place](repeating: Place(pattern: pattern), count: trie.longest + 1)
        var node = 1
        while node < trie.count {
            let depth = Int(trie.depths[node])
            let next = place(after: trie.bytes[node], path[depth - 1])
            guard let next else {
                node = Int(trie.subtreeEnds[node])
                continue
            }
            path[depth] = next
            let height = limit == nil ? next.scalars : trie.longest
            if next.missing == 0, isOpen(next.pattern, after: next.scalars, to: height) {
                let end = Int(trie.subtreeEnds[node])
                runs.append(joining: trie.tokenBegins[node]..<trie.tokenBegins[end])
                node = end
            } else {
                runs.append(joining: trie.tokenBegins[node]..<trie.tokenBegins[node + 1])
                node += 1
            }
        }
        return runs
    }

    /// The place after one more byte; nil when no viable text has it there.
    private mutating func place(after byte: UInt8, _ place: Place) -> Place? {
        var next = place
        if place.missing > 0 {
            guard byte & 0xC0 == 0x80 else { return nil }
            next.value = place.value << 6 | UInt32(byte & 0x3F)
            next.missing -= 1
        } else {
            switch byte {
            case 0..<0x80: (next.value, next.length) = (UInt32(byte), 1)
            case 0xC2..<0xE0: (next.value, next.length) = (UInt32(byte & 0x1F), 2)
            case 0xE0..<0xF0: (next.value, next.length) = (UInt32(byte & 0x0F), 3)
            case 0xF0..<0xF5: (next.value, next.length) = (UInt32(byte & 0x07), 4)
            default: return nil
            }
            next.missing = next.length - 1
        }
        if next.missing > 0 {
            let possible = TokenSpelling.scalars(startingWith: next.value, missing: next.missing, of: next.length)
            guard !possible.isEmpty,
                hasUniformTail(next.pattern, after: next.scalars)
                    || hasTail(possible, of: next.pattern, after: next.scalars)
            else { return nil }
            return next
        }
        next.pattern = target(of: place.pattern, next.value)
        next.scalars += 1
        return next.pattern != PatternPool.nothing && fits(next.pattern, after: next.scalars) ? next : nil
    }
}
