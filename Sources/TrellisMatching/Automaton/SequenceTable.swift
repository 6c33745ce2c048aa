/// Gives equal sequences of numbers one number.
///
/// All sequences lie in one array; the hash table holds only their numbers, so that a look-up allocates nothing.
struct SequenceTable {
    /// All sequences, one after the other.
    private(set) var elements: [Int32] = []
    /// Where each sequence starts, with one more entry for the end.
    private(set) var starts: [Int32] = [0]
    /// Open addressing over the numbers of sequences; -1 is a free place. The count is a power of two.
    private var places = [Int32](repeating: -1, count: 64)

    /// The number of sequences.
    var count: Int { starts.count - 1 }

    /// The elements of a sequence.
    subscript(number: Int32) -> ArraySlice<Int32> {
        elements[Int(starts[Int(number)])..<Int(starts[Int(number) + 1])]
    }

    /// The number of a sequence, and whether it is new.
    mutating func intern(_ sequence: [Int32]) -> (number: Int32, isNew: Bool) {
        if (count + 1) * 2 > places.count { grow() }
        var place = Self.hash(sequence[...]) & (places.count - 1)
        while places[place] >= 0 {
            if self[places[place]].elementsEqual(sequence) { return (places[place], false) }
            place = (place + 1) & (places.count - 1)
        }
        let number = Int32(count)
        places[place] = number
        elements.append(contentsOf: sequence)
        starts.append(Int32(elements.count))
        return (number, true)
    }

    /// The number of a sequence of three, without an array for it.
    mutating func intern(_ first: Int32, _ second: Int32, _ third: Int32) -> Int32 {
        if (count + 1) * 2 > places.count { grow() }
        let hash = Self.mix(Self.mix(Self.mix(Self.seed, first), second), third)
        var place = Int(truncatingIfNeeded: hash >> 1) & (places.count - 1)
        while places[place] >= 0 {
            let start = Int(starts[Int(places[place])])
            if Int(starts[Int(places[place]) + 1]) == start + 3, elements[start] == first,
                elements[start + 1] == second,
                elements[start + 2] == third
            {
                return places[place]
            }
            place = (place + 1) & (places.count - 1)
        }
        let number = Int32(count)
        places[place] = number
        elements.append(first)
        elements.append(second)
        elements.append(third)
        starts.append(Int32(elements.count))
        return number
    }

    private mutating func grow() {
        places = [Int32](repeating: -1, count: places.count * 2)
        for number in 0..<Int32(count) {
            var place = Self.hash(self[number]) & (places.count - 1)
            while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
            places[place] = number
        }
    }

    private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

    private static func mix(_ hash: UInt64, _ element: Int32) -> UInt64 {
        let product = (hash ^ UInt64(UInt32(bitPattern: element))) &* 0xBF58_476D_1CE4_E5B9
        return product ^ product >> 29
    }

    private static func hash(_ sequence: ArraySlice<Int32>) -> Int {
        Int(truncatingIfNeeded: sequence.reduce(seed, mix) >> 1)
    }
}
