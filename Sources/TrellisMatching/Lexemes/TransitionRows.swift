/// The successors of states by bytes, in memory of its own: a row of 256 for each state that was ever left.
///
/// Walks of the token trie read it once a byte, so it goes without the checks of arrays and of class properties.
/// Invariants: `stateCount` entries of `rowNumbers` and `accepting` and `rowCount` rows of `memory` are initialised; a row
/// number is negative or below `rowCount`; a state is passed in only after it was added.
@safe struct TransitionRows: ~Copyable {
    /// The mark of a successor that was not asked for yet.
    static let unknown: Int32 = -2

    private var rowNumbers: UnsafeMutablePointer<Int32>
    private var accepting: UnsafeMutablePointer<Bool>
    private var memory: UnsafeMutablePointer<Int32>
    private var stateCapacity = 64
    private var rowCapacity = 16
    private(set) var stateCount = 0
    private(set) var rowCount = 0

    init() {
        unsafe rowNumbers = .allocate(capacity: 64)
        unsafe accepting = .allocate(capacity: 64)
        unsafe memory = .allocate(capacity: 16 * 256)
    }

    deinit {
        unsafe rowNumbers.deallocate()
        unsafe accepting.deallocate()
        unsafe memory.deallocate()
    }

    /// Adds a state without a row.
    mutating func addState(isAccepting: Bool) {
        if stateCount == stateCapacity {
            unsafe rowNumbers = Self.grown(rowNumbers, stateCount, to: stateCapacity * 2)
            unsafe accepting = Self.grown(accepting, stateCount, to: stateCapacity * 2)
            stateCapacity *= 2
        }
        unsafe (rowNumbers + stateCount).initialize(to: -1)
        unsafe (accepting + stateCount).initialize(to: isAccepting)
        stateCount += 1
    }

    /// Notes the successor of a state.
    mutating func set(_ state: Int32, _ byte: UInt8, to successor: Int32) {
        assert(state >= 0 && state < stateCount)
        if unsafe rowNumbers[Int(state)] < 0 {
            if rowCount == rowCapacity {
                unsafe memory = Self.grown(memory, rowCount * 256, to: rowCapacity * 2 * 256)
                rowCapacity *= 2
            }
            unsafe (memory + rowCount * 256).initialize(repeating: Self.unknown, count: 256)
            unsafe rowNumbers[Int(state)] = Int32(rowCount)
            rowCount += 1
        }
        unsafe memory[Int(rowNumbers[Int(state)]) * 256 + Int(byte)] = successor
    }

    private static func grown<Element>(
        _ old: UnsafeMutablePointer<Element>, _ count: Int, to capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        let new = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        unsafe new.moveInitialize(from: old, count: count)
        unsafe old.deallocate()
        return unsafe new
    }

    /// The tables as they are now. Valid until a state is added or a successor is set: a walk takes a new one then.
    var view: View {
        unsafe View(
            rowNumbers: UnsafePointer(rowNumbers), accepting: UnsafePointer(accepting), memory: UnsafePointer(memory))
    }

    /// The tables for reading.
    @safe struct View {
        fileprivate let rowNumbers: UnsafePointer<Int32>
        fileprivate let accepting: UnsafePointer<Bool>
        fileprivate let memory: UnsafePointer<Int32>

        /// The successor of a state after a byte, or `unknown`.
        func successor(of state: Int32, _ byte: UInt8) -> Int32 {
            let row = unsafe rowNumbers[Int(state)]
            return row < 0 ? TransitionRows.unknown : unsafe memory[Int(row) * 256 + Int(byte)]
        }

        /// Whether the lexeme may end in a state.
        func isAccepting(_ state: Int32) -> Bool { unsafe accepting[Int(state)] }
    }
}
