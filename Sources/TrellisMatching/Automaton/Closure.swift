/// A state under construction: what goes on without a byte, until only lexemes are left that wait for one.
///
/// It is made in two passes. First up: where a lexeme has ended, the frames on top of its stacks go on, and where they end
/// too, those below. Then down: nodes are entered from the highest rank to the lowest, so that all stacks that may
/// follow a node are known, and one set, before its parts are entered. Else a grammar in which each rule is entered in
/// two ways by the one above would be gone through once for each of exponentially many ways.
struct Closure {
    /// Whether the text may end.
    var isAccepting = false
    /// The configurations, sorted by lexeme.
    private(set) var configurations: [(lexeme: Int32, stack: StackTable.Stack)] = []
    /// The nodes to be entered by rank, ascending.
    private var entries: [(rank: Int32, stack: StackTable.Stack)] = []
    /// The stacks to be gone on with, and the property whose name has ended.
    private var pending: [(stack: StackTable.Stack, property: Int32)] = []
    /// Those that were; looked through one by one as long as they are few.
    private var resumed: [(stack: StackTable.Stack, property: Int32)] = []
    private var resumedSet: Set<UInt64> = []

    /// Goes on with the frames on top of a set of stacks, later.
    mutating func resume(_ stack: StackTable.Stack, after property: Int32 = -1) {
        if resumed.count < 16 {
            if resumed.contains(where: { $0.stack == stack && $0.property == property }) { return }
            resumed.append((stack, property))
        } else {
            if resumedSet.isEmpty { resumedSet = Set(resumed.map(Self.key)) }
            guard resumedSet.insert(Self.key((stack, property))).inserted else { return }
        }
        pending.append((stack, property))
    }

    private static func key(_ entry: (stack: StackTable.Stack, property: Int32)) -> UInt64 {
        UInt64(UInt32(bitPattern: entry.stack)) << 32 | UInt64(UInt32(bitPattern: entry.property))
    }

    /// The next set of stacks to go on with.
    mutating func nextResumed() -> (stack: StackTable.Stack, property: Int32)? { pending.popLast() }

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
