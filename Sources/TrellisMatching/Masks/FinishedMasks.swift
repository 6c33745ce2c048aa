import Synchronization

/// The finished masks of a grammar's states, for any thread to read.
///
/// Their lock is held for a look-up, never while a mask is made: a matcher whose mask is there does not wait for another
/// one that holds the lock of the vocabulary, and copies the mask outside of both.
final class FinishedMasks: Sendable {
    /// A mask, and what a matcher with a token budget has found out about its state.
    final class Entry: Sendable {
        let mask: StateMask
        /// The reserve of the state; `Int.max` while it is not known.
        private let reserve = Atomic(Int.max)

        init(_ mask: StateMask) { self.mask = mask }

        /// Whether a completion is known to fit into so many tokens after every token of the mask.
        func keeps(_ budget: Int) -> Bool { reserve.load(ordering: .relaxed) <= budget }

        /// Notes the reserve of the state.
        func note(reserve: Int) { self.reserve.store(reserve, ordering: .relaxed) }
    }

    private let entries = Mutex<[Entry?]>([])
    private let isClosed = Atomic(false)

    /// Gives no more masks: a limit was hit, and who asks has to be told.
    func close() { isClosed.store(true, ordering: .relaxed) }

    /// The mask of a state.
    func entry(of state: GrammarAutomaton.State) -> Entry? {
        if isClosed.load(ordering: .relaxed) { return nil }
        return entries.withLock { Int(state) < $0.count ? $0[Int(state)] : nil }
    }

    /// Keeps the mask of a state, one of so many.
    func insert(_ mask: StateMask, for state: GrammarAutomaton.State, of count: Int) -> Entry {
        let entry = Entry(mask)
        entries.withLock { entries in
            if entries.count < count { entries.append(contentsOf: repeatElement(nil, count: count - entries.count)) }
            entries[Int(state)] = entry
        }
        return entry
    }
}
