/// Sorts byte strings that lie in one array, by their bytes and equal ones by their tokens.
///
/// The first eight bytes of a string are a number, most significant byte first. Those numbers are sorted digit by digit,
/// which takes the same few passes however alike the strings are; only runs of equal numbers are compared as strings.
struct TokenOrder {
    /// A token and where its bytes lie.
    typealias Entry = (start: UInt32, end: UInt32, token: Int32)

    /// The bytes of all strings.
    let storage: [UInt8]

    /// The strings in order.
    ///
    /// - Parameter entries: the strings in the order of their tokens.
    func sorted(_ entries: [Entry]) -> [Entry] {
        var keyed = entries.map { (key: key($0), entry: $0) }
        if keyed.count < Self.digitCount {
            keyed.sort { $0.key < $1.key }
        } else {
            var buffer = keyed
            for shift: UInt64 in [0, 16, 32, 48] {
                Self.sort(keyed, byDigitAt: shift, into: &buffer)
                swap(&keyed, &buffer)
            }
        }
        var start = 0
        while start < keyed.count {
            var end = start + 1
            while end < keyed.count, keyed[end].key == keyed[start].key { end += 1 }
            if end > start + 1 { keyed[start..<end].sort { precedes($0.entry, $1.entry) } }
            start = end
        }
        return keyed.map(\.entry)
    }

    private static let digitCount = 1 << 16

    /// Sorts by 16 bits of the keys; what they do not tell apart stays in order.
    private static func sort(
        _ source: [(key: UInt64, entry: Entry)], byDigitAt shift: UInt64,
        into target: inout [(key: UInt64, entry: Entry)]
    ) {
        var ends = [Int32](repeating: 0, count: digitCount)
        for element in source { ends[Int(element.key >> shift & 0xFFFF)] += 1 }
        var sum: Int32 = 0
        for digit in ends.indices {
            let count = ends[digit]
            ends[digit] = sum
            sum += count
        }
        for element in source {
            let digit = Int(element.key >> shift & 0xFFFF)
            target[Int(ends[digit])] = element
            ends[digit] += 1
        }
    }

    /// The first eight bytes as a number; zeros where there are fewer.
    private func key(_ entry: Entry) -> UInt64 {
        var key: UInt64 = 0
        let end = min(entry.end, entry.start + 8)
        for position in entry.start..<end { key = key << 8 | UInt64(storage[Int(position)]) }
        return entry.end < entry.start + 8 ? key << (8 * (UInt64(entry.start) + 8 - UInt64(entry.end))) : key
    }

    private func precedes(_ left: Entry, _ right: Entry) -> Bool {
        let first = storage[Int(left.start)..<Int(left.end)]
        let second = storage[Int(right.start)..<Int(right.end)]
        if first.elementsEqual(second) { return left.token < right.token }
        return first.lexicographicallyPrecedes(second)
    }
}
