/// Rows of numbers for the states of an automaton, in memory of their own: a row for each state that was ever left.
///
/// Walks read it once a byte or scalar, so it goes without the checks of arrays. Rows lie in slabs that never move, so that
/// growing copies no row. Invariants: `capacity` entries of `rows` are initialised; each points to `width` initialised
/// numbers in a slab or to nothing.
@safe struct RowTable: ~Copyable {
    /// The mark of an entry that was not asked for yet.
    static let unknown: Int32 = -2
    private static let slabSize = 32

    private let width: Int
    private var rows: UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>
    private var capacity = 256
    private var slabs: [UnsafeMutablePointer<Int32>] = unsafe []
    /// The number of rows.
    private(set) var rowCount = 0

    /// Makes a table of rows of so many numbers.
    init(width: Int) {
        self.width = width
        unsafe rows = .allocate(capacity: capacity)
        unsafe rows.initialize(repeating: nil, count: capacity)
    }

    deinit {
        for index in unsafe slabs.indices { unsafe slabs[index].deallocate() }
        unsafe rows.deallocate()
    }

    /// The size of all rows in kilobytes.
    var kilobytes: Int { rowCount * width / 256 }

    /// The number of a state in a column, or `unknown`.
    func number(of state: Int32, _ column: Int) -> Int32 {
        assert(column < width)
        guard Int(state) < capacity, let row = unsafe rows[Int(state)] else { return Self.unknown }
        return unsafe row[column]
    }

    /// Notes the number of a state in a column.
    mutating func set(_ state: Int32, _ column: Int, to number: Int32) {
        assert(state >= 0 && column < width)
        if Int(state) >= capacity { grow(to: Int(state) + 1) }
        if let row = unsafe rows[Int(state)] {
            unsafe row[column] = number
            return
        }
        if rowCount % Self.slabSize == 0 { unsafe slabs.append(.allocate(capacity: Self.slabSize * width)) }
        let row = unsafe slabs[slabs.count - 1] + rowCount % Self.slabSize * width
        unsafe row.initialize(repeating: Self.unknown, count: width)
        unsafe row[column] = number
        unsafe rows[Int(state)] = row
        rowCount += 1
    }

    private mutating func grow(to least: Int) {
        let new = max(capacity * 2, least)
        let grown = UnsafeMutablePointer<UnsafeMutablePointer<Int32>?>.allocate(capacity: new)
        unsafe grown.moveInitialize(from: rows, count: capacity)
        unsafe (grown + capacity).initialize(repeating: nil, count: new - capacity)
        unsafe rows.deallocate()
        unsafe rows = grown
        capacity = new
    }
}
