/// Rows of 256 successors, in memory of its own.
///
/// Walks of the token trie read it once a byte, so it goes without the checks of an array. Invariant: `capacity` rows
/// are allocated and the first `count` of them initialised; a number is passed in only after its row was appended.
@safe struct TransitionRows: ~Copyable {
    /// The mark of a successor that was not asked for yet.
    static let unknown: Int32 = -2

    private var memory: UnsafeMutablePointer<Int32>
    private var capacity = 16
    private(set) var count = 0

    init() { unsafe memory = .allocate(capacity: 16 * 256) }

    deinit { unsafe memory.deallocate() }

    /// Adds a row of unknown successors and returns its number.
    mutating func append() -> Int32 {
        if count == capacity {
            let larger = UnsafeMutablePointer<Int32>.allocate(capacity: capacity * 2 * 256)
            unsafe larger.moveInitialize(from: memory, count: count * 256)
            unsafe memory.deallocate()
            unsafe memory = larger
            capacity *= 2
        }
        unsafe (memory + count * 256).initialize(repeating: Self.unknown, count: 256)
        count += 1
        return Int32(count - 1)
    }

    /// The successor after a byte in a row.
    subscript(row: Int32, byte: UInt8) -> Int32 {
        get {
            assert(row >= 0 && row < count)
            return unsafe memory[Int(row) * 256 + Int(byte)]
        }
        nonmutating set {
            assert(row >= 0 && row < count)
            unsafe memory[Int(row) * 256 + Int(byte)] = newValue
        }
    }
}
