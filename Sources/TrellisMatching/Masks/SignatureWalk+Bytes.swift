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

    /// The number of bytes up to which those of a pattern are looked up, instead of all of the trie looked at.
    private static let narrow = 64

    /// The plain tokens after which the pattern can go on, as runs of places in `trie.tokens`. Tokens that are not plain may
    /// be among them.
    mutating func viable(_ trie: TokenTrie, from pattern: PatternPool.State) -> [Range<Int32>] {
        var runs: [Range<Int32>] = []
        var path = [Place](repeating: Place(pattern: pattern), count: trie.longest + 1)
        walk(trie, below: 0, &path, &runs)
        return runs
    }

    private mutating func walk(_ trie: TokenTrie, below top: Int, _ path: inout [Place], _ runs: inout [Range<Int32>]) {
        let depth = Int(trie.nodes[top].depth)
        // The trie has an index of the strings of one and of two bytes.
        if depth < 2, path[depth].missing == 0, let bytes = rows.bytes(of: path[depth].pattern, atMost: Self.narrow) {
            for byte in bytes {
                guard let child = trie.child(of: top, byte), let next = place(after: byte, path[depth]) else {
                    continue
                }
                path[depth + 1] = next
                if !add(child, next, after: path[depth], trie, &runs) { walk(trie, below: child, &path, &runs) }
            }
            return
        }
        var node = top + 1
        let end = Int(trie.nodes[top].subtreeEnd)
        while node < end {
            let depth = Int(trie.nodes[node].depth)
            let before = path[depth - 1]
            guard let next = place(after: trie.nodes[node].byte, before) else {
                node = Int(trie.nodes[node].subtreeEnd)
                continue
            }
            path[depth] = next
            node = add(node, next, after: before, trie, &runs) ? Int(trie.nodes[node].subtreeEnd) : node + 1
        }
    }

    /// Adds the tokens of a node, or of its subtree; whether it was the subtree.
    private mutating func add(
        _ node: Int, _ place: Place, after before: Place, _ trie: TokenTrie, _ runs: inout [Range<Int32>]
    ) -> Bool {
        let subtreeEnd = Int(trie.nodes[node].subtreeEnd)
        let isWhole =
            subtreeEnd == node + 1 || place.missing == 0 && areViable(below: node, place, after: before, trie)
        let end = isWhole ? subtreeEnd : node + 1
        runs.append(joining: trie.tokenBegins[node]..<trie.tokenBegins[end])
        return isWhole
    }

    /// Whether all plain tokens below a node are viable.
    private mutating func areViable(below node: Int, _ place: Place, after before: Place, _ trie: TokenTrie) -> Bool {
        let below = trie.contents[node]
        if rows.hasLoops(place.pattern, for: below) {
            // Nothing below changes what remains.
            return fits(place.pattern, after: place.scalars + below.height + 1)
        }
        if isFree(place.pattern, after: place.scalars, for: below.height + 1) { return true }
        // A scalar that changes nothing leaves this answer as it was for the node above.
        guard limit != nil || place.pattern != before.pattern || before.missing > 0 else { return false }
        return isOpen(place.pattern, after: place.scalars, to: place.scalars + below.height, true)
    }

    /// The place after one more byte; nil when no viable text has it there.
    private mutating func place(after byte: UInt8, _ place: Place) -> Place? {
        if byte < 0x80, place.missing == 0 {
            let target = rows.target(of: place.pattern, byte)
            let scalars = place.scalars + 1
            guard target != PatternPool.nothing, fits(target, after: scalars) else { return nil }
            return Place(pattern: target, scalars: scalars)
        }
        var next = place
        if place.missing > 0 {
            guard byte & 0xC0 == 0x80 else { return nil }
            next.value = place.value << 6 | UInt32(byte & 0x3F)
            next.missing -= 1
        } else {
            switch byte {
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
