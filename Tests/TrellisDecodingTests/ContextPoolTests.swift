import Testing
import TrellisTokenization

import TrellisDecoding

@Suite struct ContextPoolTests {
    private func state(_ name: String, _ tokens: [TokenID]) -> PooledContext<String> {
        let state = PooledContext(name)
        state.tokens = tokens
        return state
    }

    @Test func aConversationGetsItsOwnStateBack() throws {
        let pool = ContextPool<String>(limit: 3)
        pool.put(state("a", [1, 2, 3, 4]))
        pool.put(state("b", [1, 2, 9, 9, 9]))
        let taken = try #require(pool.take(for: [1, 2, 9, 9, 9, 5]))
        #expect(taken.state.context == "b")
        #expect(taken.shared == 5)
        #expect(pool.count == 1)
    }

    @Test func theLastTokenIsAlwaysLeftToRun() throws {
        let pool = ContextPool<String>(limit: 3)
        pool.put(state("a", [1, 2, 3, 4]))
        #expect(try #require(pool.take(for: [1, 2, 3])).shared == 2)
    }

    @Test func anotherConversationIsLeftAloneUntilThePoolIsFull() throws {
        let pool = ContextPool<String>(limit: 2)
        pool.put(state("a", [1, 2, 3, 4, 5, 6]))
        #expect(pool.take(for: [1, 7, 7]) == nil)
        pool.put(state("b", [8, 8, 8]))
        let taken = try #require(pool.take(for: [1, 7, 7]))
        #expect(taken.state.context == "a")
        #expect(taken.shared == 1)
    }

    @Test func thePoolKeepsTheMostRecentlyUsed() throws {
        let pool = ContextPool<String>(limit: 2)
        for (index, name) in ["a", "b", "c"].enumerated() { pool.put(state(name, [TokenID(index)])) }
        #expect(pool.count == 2)
        #expect(try #require(pool.take(for: [2, 3])).state.context == "c")
    }
}
