/// What is known of a lexeme or value that has ended.
struct LexemeEnding: Hashable {
    /// The property whose declared name it was.
    var property: Int32 = -1
    /// Its value, where values are compared.
    var value = ValueTable.unknown
}

/// A set of stacks to go on with, and what has ended above them.
struct Continuation: Hashable {
    var stack: StackTable.Stack
    var ending: LexemeEnding
}

/// A state under construction: what goes on without a byte, until only lexemes are left that wait for one.
///
/// It is made in two passes. First up: where a lexeme has ended, the frames on top of its stacks go on, and where they end
/// too, those below. Then down: nodes are entered from the highest rank to the lowest, so that all stacks that may
/// follow a node are known, and one set, before its parts are entered. Else a grammar in which each rule is entered in
/// two ways by the one above would be gone through once for each of exponentially many ways.
struct Closure {
    /// Whether the text may end.
    var isAccepting = false
    /// Whether a value was compared that isn't known.
    var isUncertain = false
    /// The configurations, sorted by lexeme.
    private(set) var configurations: [(lexeme: Int32, stack: StackTable.Stack)] = []
    /// The nodes to be entered by rank, ascending.
    private var entries: [(rank: Int32, stack: StackTable.Stack)] = []
    /// The stacks to be gone on with.
    private var pending: [Continuation] = []
    /// Those that were; looked through one by one as long as they are few.
    private var resumed: [Continuation] = []
    private var resumedSet: Set<Continuation> = []

    /// Goes on with the frames on top of a set of stacks, later.
    mutating func resume(_ stack: StackTable.Stack, after ending: LexemeEnding = LexemeEnding()) {
        let continuation = Continuation(stack: stack, ending: ending)
        if resumed.count < 16 {
            if resumed.contains(continuation) { return }
            resumed.append(continuation)
        } else {
            if resumedSet.isEmpty { resumedSet = Set(resumed) }
            guard resumedSet.insert(continuation).inserted else { return }
        }
        pending.append(continuation)
    }

    /// The next set of stacks to go on with.
    mutating func nextResumed() -> Continuation? { pending.popLast() }

    /// Adds a node to enter, by its rank, with what may follow it.
    mutating func enter(rank: Int32, _ stack: StackTable.Stack, _ stacks: inout StackTable) {
        let place = entries.partitioningIndex { $0.rank >= rank }
        if place < entries.count, entries[place].rank == rank {
            entries[place].stack = stacks.union(entries[place].stack, stack)
        } else {
            entries.insert((rank, stack), at: place)
        }
    }

    /// The node of the highest rank that is still to be entered.
    mutating func nextEntry() -> (rank: Int32, stack: StackTable.Stack)? { entries.popLast() }

    /// Adds a lexeme that waits for a byte, with what may follow it.
    mutating func add(_ lexeme: Int32, _ stack: StackTable.Stack, _ stacks: inout StackTable) {
        let place = configurations.partitioningIndex { $0.lexeme >= lexeme }
        if place < configurations.count, configurations[place].lexeme == lexeme {
            configurations[place].stack = stacks.union(configurations[place].stack, stack)
        } else {
            configurations.insert((lexeme, stack), at: place)
        }
    }
}

extension Array {
    /// The index of the first element from which on a condition holds, in an array where it does not stop to hold.
    fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
