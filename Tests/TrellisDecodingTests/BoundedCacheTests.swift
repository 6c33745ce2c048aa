import Testing

import TrellisDecoding

@Suite struct BoundedCacheTests {
    @Test func makesAValueOnceAndDropsTheLeastRecentlyUsed() {
        let cache = BoundedCache<Int, String>(limit: 3)
        var made: [Int] = []
        func value(_ key: Int) -> String {
            cache.value(for: key) {
                made.append(key)
                return "\(key)"
            }
        }
        for key in [1, 2, 3, 1, 4, 1, 3, 2] { #expect(value(key) == "\(key)") }
        #expect(made == [1, 2, 3, 4, 2])
        #expect(cache.count == 3)
    }

    @Test func aFailureIsNotKept() {
        struct Failure: Error {}
        let cache = BoundedCache<Int, Int>(limit: 1)
        #expect(throws: Failure.self) { try cache.value(for: 1) { throw Failure() } }
        #expect(cache.value(for: 1) { 2 } == 2)
    }
}
