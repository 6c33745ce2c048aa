/// Finds the number of an expression: open addressing over the numbers of a pool's entries.
///
/// A pool looks up an expression for every transition of every derivative. The numbers of its parts are mixed in a few
/// instructions; the standard hash would take most of the time.
struct ExpressionTable {
    /// Numbers of patterns; -1 is a free place. The count is a power of two.
    private var places = [PatternPool.State](repeating: -1, count: 256)
    /// The hashes of all patterns by their number.
    private var hashes: [UInt64] = []

    /// The number of an expression with a hash, when it is known.
    func find(_ expression: PatternPool.Expression, _ hash: UInt64, in entries: [PatternPool.Entry])
        -> PatternPool.State?
    {
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] >= 0 {
            let number = Int(places[place])
            if hashes[number] == hash, entries[number].expression == expression { return places[place] }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// Adds the next number.
    mutating func append(_ hash: UInt64) {
        hashes.append(hash)
        if hashes.count * 2 > places.count {
            places = [PatternPool.State](repeating: -1, count: places.count * 2)
            for number in hashes.indices { insert(number) }
        } else {
            insert(hashes.count - 1)
        }
    }

    private mutating func insert(_ number: Int) {
        var place = Int(truncatingIfNeeded: hashes[number]) & (places.count - 1)
        while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
        places[place] = PatternPool.State(number)
    }
}

extension PatternPool.Expression {
    /// A hash of the numbers that the expression is made of.
    var mixed: UInt64 {
        switch self {
        case .nothing: return NumberMixer(0).value
        case .empty: return NumberMixer(1).value
        case .scalars(let set):
            var mixer = NumberMixer(2)
            for range in set.ranges { mixer.combine(UInt64(range.lowerBound) << 32 | UInt64(range.upperBound)) }
            return mixer.value
        case .sequence(let head, let tail):
            var mixer = NumberMixer(3)
            mixer.combine(UInt64(UInt32(bitPattern: head)) << 32 | UInt64(UInt32(bitPattern: tail)))
            return mixer.value
        case .choice(let states): return Self.mixed(4, states)
        case .intersection(let states): return Self.mixed(5, states)
        case .complement(let state): return Self.mixed(6, CollectionOfOne(state))
        case .repetition(let state, let minimum, let maximum):
            var mixer = NumberMixer(7)
            mixer.combine(UInt64(UInt32(bitPattern: state)))
            mixer.combine(UInt64(bitPattern: Int64(minimum)))
            mixer.combine(UInt64(bitPattern: Int64(maximum ?? -1)))
            return mixer.value
        case .texts(let list, let low, let high, let depth):
            var mixer = NumberMixer(8)
            mixer.combine(UInt64(list) << 32 | UInt64(depth))
            mixer.combine(UInt64(low) << 32 | UInt64(high))
            return mixer.value
        case .multiple(let modulus, let residue):
            var mixer = NumberMixer(9)
            mixer.combine(UInt64(bitPattern: Int64(modulus)))
            mixer.combine(UInt64(bitPattern: Int64(residue)))
            return mixer.value
        }
    }

    private static func mixed(_ kind: UInt64, _ states: some Sequence<PatternPool.State>) -> UInt64 {
        var mixer = NumberMixer(kind)
        for state in states { mixer.combine(UInt64(UInt32(bitPattern: state))) }
        return mixer.value
    }
}

/// A hash of a few numbers.
package struct NumberMixer {
    private var state: UInt64

    package init(_ kind: UInt64) { state = kind &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03 }

    package mutating func combine(_ number: UInt64) {
        let product = (state ^ number) &* 0xBF58_476D_1CE4_E5B9
        state = product ^ product >> 29
    }

    package var value: UInt64 { state ^ state >> 32 }
}
