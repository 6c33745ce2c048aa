/// Known transitions from states by bytes or by tokens: an open-addressing map from a state and a number to a state.
struct SuccessorTable {
    private var keys = [UInt64](repeating: .max, count: 256)
    private var values = [Int32](repeating: 0, count: 256)
    private var count = 0

    /// The successor, when it is known.
    func find(_ state: Int32, _ number: UInt32) -> Int32? {
        let key = UInt64(UInt32(bitPattern: state)) << 32 | UInt64(number)
        let mask = keys.count - 1
        var place = Self.hash(key) & mask
        while keys[place] != .max {
            if keys[place] == key { return values[place] }
            place = (place + 1) & mask
        }
        return nil
    }

    /// Adds a transition that is not known yet.
    mutating func insert(_ state: Int32, _ number: UInt32, _ successor: Int32) {
        if count * 2 >= keys.count { grow() }
        place(UInt64(UInt32(bitPattern: state)) << 32 | UInt64(number), successor)
        count += 1
    }

    private mutating func place(_ key: UInt64, _ value: Int32) {
        let mask = keys.count - 1
        var place = Self.hash(key) & mask
        while keys[place] != .max { place = (place + 1) & mask }
        keys[place] = key
        values[place] = value
    }

    private mutating func grow() {
        let (oldKeys, oldValues) = (keys, values)
        keys = [UInt64](repeating: .max, count: oldKeys.count * 2)
        values = [Int32](repeating: 0, count: oldKeys.count * 2)
        for (key, value) in zip(oldKeys, oldValues) where key != .max { place(key, value) }
    }

    private static func hash(_ key: UInt64) -> Int {
        let product = key &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: (product ^ product >> 32) >> 1)
    }
}
