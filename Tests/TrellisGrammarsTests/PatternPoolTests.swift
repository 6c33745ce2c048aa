import Testing
import TrellisGrammars

/// What a pool finds out about patterns beyond what remains of them.
@Suite struct PatternPoolTests {
    /// The shortest text that a complement leaves out, of a sequence whose parts each take a look into another part.
    @Test func findsALengthThatIsMatchedWithoutTryingAllWays() {
        let pool = PatternPool()
        let part = Pattern.intersection([.containing(.text("a")), .containing(.text("bc"))])
        let sequence = pool.state(for: .complement(.sequence((0..<80).map { _ in part })))
        #expect(pool.matchedLength(sequence) == 160)
    }

    @Test func readsMultiplesOfAnyNumber() {
        let pool = PatternPool()
        func isMultiple(_ text: String, _ modulus: Int, _ residue: Int = 0) -> Bool {
            let start = pool.state(for: .multiple(of: modulus, residue: residue))
            return pool.isNullable(text.unicodeScalars.reduce(start) { pool.successor(of: $0, after: $1.value) })
        }
        #expect(isMultiple("21", 7) && !isMultiple("22", 7) && isMultiple("1", 7, 2) && isMultiple("2", 7, -3))
        #expect(isMultiple("\(Int.max)", .max) && !isMultiple("\(Int.max - 1)", .max))
        #expect(isMultiple("\(Int.max)0", .max) && !isMultiple("\(Int.max)1", .max))
        #expect(pool.state(for: .multiple(of: 0, residue: 0)) == PatternPool.nothing)
        #expect(pool.state(for: .multiple(of: -7, residue: 0)) == PatternPool.nothing)
    }
}
