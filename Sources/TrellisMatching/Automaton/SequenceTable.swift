/// Gives equal sequences of numbers one number.
///
/// All sequences lie in one array; the hash table holds only their numbers. A sequence is written to the end of the array
/// before it is looked up, and taken back when it was known, so that a look-up allocates nothing.
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

    /// The number of a sequence.
    mutating func intern(_ sequence: [Int32]) -> Int32 { intern { $0.append(contentsOf: sequence) } }

    /// The number of the sequence that a body appends.
    mutating func intern(_ write: (inout [Int32]) -> Void) -> Int32 {
        let start = elements.count
        write(&elements)
        if (count + 1) * 2 > places.count { grow() }
        var place = hash(start..<elements.count) & (places.count - 1)
        while places[place] >= 0 {
            if isEqual(places[place], toTailFrom: start) {
                elements.removeLast(elements.count - start)
                return places[place]
            }
            place = (place + 1) & (places.count - 1)
        }
        let number = Int32(count)
        places[place] = number
        starts.append(Int32(elements.count))
        return number
    }

    private func isEqual(_ number: Int32, toTailFrom start: Int) -> Bool {
        let begin = Int(starts[Int(number)])
        let length = elements.count - start
        guard Int(starts[Int(number) + 1]) - begin == length else { return false }
        for index in 0..<length where elements[begin + index] != elements[start + index] { return false }
        return true
    }

    private mutating func grow() {
        places = [Int32](repeating: -1, count: places.count * 2)
        for number in 0..<count {
            var place = hash(Int(starts[number])..<Int(starts[number + 1])) & (places.count - 1)
            while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
            places[place] = Int32(number)
        }
    }

    private func hash(_ range: Range<Int>) -> Int {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
        for index in range {
            let product = (hash ^ UInt64(UInt32(bitPattern: elements[index]))) &* 0xBF58_476D_1CE4_E5B9
            hash = product ^ product >> 29
        }
        return Int(truncatingIfNeeded: hash >> 1)
    }
}
