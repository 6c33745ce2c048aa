import Dispatch
import Synchronization

extension Matcher {
    /// Writes the masks of several matchers, each into a row of one block of memory, over several threads.
    ///
    /// The same bits as a `fillMask` of each. Masks that are made already are copied side by side; those that are not are made
    /// one at a time for a vocabulary, while the other threads go on copying. The caller's thread is one of the threads, and the
    /// call returns when all rows are written. Waking another thread takes some microseconds, as copying some ten masks of
    /// 128,000 tokens does: for a few matchers one thread is quickest.
    ///
    /// - Parameters:
    ///   - matchers: of any grammars and vocabularies.
    ///   - words: rows of `rowLength` words, one after the other. Rows that no matcher has are left as they are.
    ///   - rowLength: at least the `maskWordCount` of each matcher; words beyond it are written with 0.
    ///   - rows: the row of each matcher, from 0; nil for one after the other.
    ///   - threads: how many threads may be used at most.
    /// - Throws: `MatchingError.unsuitableRows` before anything is written, when rows are too few, too short, or one is named twice.
    public static func fillMasks(
        of matchers: [Matcher], into words: UnsafeMutableBufferPointer<UInt32>, rowLength: Int, rows: [Int]? = nil,
        threads: Int
    ) throws(MatchingError) {
        let rows = rows ?? Array(matchers.indices)
        guard rows.count == matchers.count else {
            throw .unsuitableRows(reason: "\(matchers.count) matchers, but \(rows.count) rows")
        }
        let longest = matchers.map(\.maskWordCount).max() ?? 0
        guard rowLength >= longest else {
            throw .unsuitableRows(reason: "a row has \(rowLength) words, and a mask \(longest)")
        }
        let count = rowLength > 0 ? words.count / rowLength : 0
        if let outside = rows.first(where: { !(0..<count).contains($0) }) {
            throw .unsuitableRows(reason: "there is no row \(outside), only \(count) rows of \(rowLength) words")
        }
        guard Set(rows).count == rows.count else { throw .unsuitableRows(reason: "two matchers have one row") }
        // Invariant: the rows are different and lie within the memory, which the caller owns until all threads are done.
        nonisolated(unsafe) let words = unsafe words
        @Sendable func fill(_ index: Int) {
            let start = rows[index] * rowLength
            unsafe matchers[index].fillMask(into: .init(rebasing: words[start..<start + rowLength]))
        }
        guard threads > 1, matchers.count > 1 else {
            for index in matchers.indices { fill(index) }
            return
        }
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(threads, matchers.count)) { _ in
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < matchers.count else { return }
                fill(index)
            }
        }
    }
}
