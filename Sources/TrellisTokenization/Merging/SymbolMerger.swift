/// A part of a text that is on its way to become a token.
struct Symbol {
    /// Where the part starts in the text.
    var start: Int
    /// The number of bytes; zero once the part has been merged into the one before.
    var length: Int
    /// The token that the part is, when it is one.
    var token: UInt32?
    /// The part before, -1 for none.
    var previous: Int
    /// The part after, -1 for none.
    var next: Int
}

/// What decides which adjacent parts of a text become one.
protocol MergeRules {
    /// The token that two adjacent parts may become; the merge with the lowest priority number is done first.
    func merge(_ left: Symbol, _ right: Symbol, in text: [UInt8]) -> MergeTable.Merge?
}

/// Merges adjacent parts of a text, best first and of equals leftmost first, until no rule applies.
///
/// The parts are a linked list and the possible merges a heap. A merge changes only its two neighbours, and an entry of
/// the heap whose parts have changed since is recognised by its length and dropped: n parts take O(n log n) steps
/// however long the text is without a break.
struct SymbolMerger {
    /// A merge that was possible when it was found, in sixteen bytes: moving these is most of the work on long pieces.
    private struct Candidate {
        var priority: UInt32
        /// The number of the left part.
        var left: UInt32
        var token: UInt32
        /// The bytes of both parts together.
        var length: UInt32

        static func < (left: Candidate, right: Candidate) -> Bool {
            left.priority != right.priority ? left.priority < right.priority : left.left < right.left
        }
    }

    /// The parts; those that were merged away have length zero.
    private(set) var symbols: [Symbol] = []
    private var heap: [Candidate] = []

    /// Forgets all parts.
    mutating func reset() {
        symbols.removeAll(keepingCapacity: true)
        heap.removeAll(keepingCapacity: true)
    }

    /// Adds a part after the last one.
    mutating func append(start: Int, length: Int, token: UInt32?) {
        let index = symbols.count
        if index > 0 { symbols[index - 1].next = index }
        symbols.append(Symbol(start: start, length: length, token: token, previous: index - 1, next: -1))
    }

    /// Makes the last part longer.
    mutating func extendLast(by length: Int) { symbols[symbols.count - 1].length += length }

    /// Merges until no rule applies.
    mutating func merge(by rules: some MergeRules, in text: [UInt8]) {
        guard symbols.count > 1 else { return }
        for index in 0..<symbols.count - 1 { consider(index, rules, text) }
        while let candidate = popFirst() {
            let index = Int(candidate.left)
            let left = symbols[index]
            guard left.length > 0, left.next >= 0 else { continue }
            let right = symbols[left.next]
            // Parts only grow, so that the same length at the same place means the same two parts.
            guard left.length + right.length == Int(candidate.length) else { continue }
            symbols[left.next].length = 0
            symbols[index].length = left.length + right.length
            symbols[index].token = candidate.token
            symbols[index].next = right.next
            if right.next >= 0 { symbols[right.next].previous = index }
            if left.previous >= 0 { consider(left.previous, rules, text) }
            consider(index, rules, text)
        }
    }

    /// Calls a function with the parts that are left, in order.
    func forEach(_ body: (Symbol) -> Void) {
        var index = symbols.isEmpty ? -1 : 0
        while index >= 0 {
            body(symbols[index])
            index = symbols[index].next
        }
    }

    private mutating func consider(_ index: Int, _ rules: some MergeRules, _ text: [UInt8]) {
        let left = symbols[index]
        guard left.next >= 0 else { return }
        let right = symbols[left.next]
        guard let merge = rules.merge(left, right, in: text) else { return }
        // A piece of more than 2^32 bytes is left unmerged there: its parts alone would take 160 GB.
        guard let place = UInt32(exactly: index), let length = UInt32(exactly: left.length + right.length) else {
            return
        }
        push(Candidate(priority: merge.rank, left: place, token: merge.token, length: length))
    }

    private mutating func push(_ candidate: Candidate) {
        var index = heap.count
        heap.append(candidate)
        while index > 0 {
            let parent = (index - 1) / 2
            guard candidate < heap[parent] else { break }
            heap[index] = heap[parent]
            index = parent
        }
        heap[index] = candidate
    }

    private mutating func popFirst() -> Candidate? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < last else { break }
            heap[index] = heap[child]
            index = child
        }
        heap[index] = last
        return first
    }
}
