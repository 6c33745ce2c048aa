/// The merges of a byte-pair vocabulary: from two adjacent tokens to the rank of their merge and the token it makes.
struct MergeTable: Sendable {
    /// A merge: the lower rank is done first.
    struct Merge: Sendable {
        /// The place of the merge in the list that training made.
        var rank: UInt32
        /// The token that the two become.
        var token: UInt32
    }

    /// For each slot left and right token, all ones for an empty slot; a power of two of slots, at most half taken.
    private var keys: [UInt64]
    private var merges: [Merge]
    private let shift: UInt64

    /// Makes an empty table with room for a number of merges.
    init(capacity count: Int) {
        var bits: UInt64 = 4
        while 1 << bits < count * 2 { bits += 1 }
        keys = [UInt64](repeating: .max, count: 1 << bits)
        merges = [Merge](repeating: Merge(rank: 0, token: 0), count: 1 << bits)
        shift = 64 - bits
    }

    /// Adds a merge; the first one of two tokens stays.
    mutating func insert(_ left: UInt32, _ right: UInt32, _ merge: Merge) {
        let key = UInt64(left) << 32 | UInt64(right)
        var slot = self.slot(of: key)
        while keys[slot] != .max {
            if keys[slot] == key { return }
            slot = (slot + 1) & (keys.count - 1)
        }
        keys[slot] = key
        merges[slot] = merge
    }

    /// The merge of two adjacent tokens.
    func merge(_ left: UInt32, _ right: UInt32) -> Merge? {
        let key = UInt64(left) << 32 | UInt64(right)
        var slot = self.slot(of: key)
        while keys[slot] != .max {
            if keys[slot] == key { return merges[slot] }
            slot = (slot + 1) & (keys.count - 1)
        }
        return nil
    }

    private func slot(of key: UInt64) -> Int {
        Int(truncatingIfNeeded: ((key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }
}
