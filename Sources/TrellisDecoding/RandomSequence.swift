/// A repeatable sequence of random numbers: xoshiro256**, started through splitmix64 (Blackman and Vigna, 2018).
package struct RandomSequence: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Starts the sequence of a seed.
    package init(seed: UInt64) {
        var counter = seed
        func splitmix() -> UInt64 {
            counter &+= 0x9E37_79B9_7F4A_7C15
            var word = counter
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
        state = (splitmix(), splitmix(), splitmix(), splitmix())
    }

    /// The next 64 random bits.
    package mutating func next() -> UInt64 {
        func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { (word << count) | (word >> (64 - count)) }
        let result = rotate(state.1 &* 5, 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = rotate(state.3, 45)
        return result
    }

    /// The next number from 0 up to but not including 1, in steps of 2^-53.
    package mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
