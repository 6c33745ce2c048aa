import CKernels
import Foundation
import Synchronization

/// Threads that run one function together, with barriers between its stages.
///
/// The caller's thread is worker 0. A worker that waits at a barrier spins for some tens of microseconds, since the next
/// stage is usually that near, and then sleeps, so that a worker which was robbed of its core, or another process, goes on
/// there. It does not yield in between: on a busy machine a yielded core comes back after a whole slice of another process,
/// while a sleeper runs as soon as it is woken; decoding beside compilers was several times slower with yields.
package final class WorkerTeam: Sendable {
    /// The number of workers.
    package let count: Int
    private let state: State
    /// One function at a time has all of the team.
    private let queue = TurnQueue()

    /// Starts a team.
    package init(count: Int) {
        self.count = max(count, 1)
        let state = State(count: self.count)
        self.state = state
        for index in 1..<self.count {
            let thread = Thread { state.work(as: index) }
            thread.name = "trellis worker \(index)"
            thread.stackSize = 1 << 20
            thread.start()
        }
    }

    deinit { state.stop() }

    /// Runs a function on all workers and returns when all have finished it.
    ///
    /// - Parameters:
    ///   - isSmall: whether there is so little to do that barriers would cost more than they win; the caller then does all of it.
    ///   - body: the function.
    package func run(isSmall: Bool = false, _ body: (Worker) -> Void) {
        guard count > 1, !isSmall else { return body(unsafe Worker(index: 0, count: 1, state: state)) }
        queue.takeTurn {
            let worker = unsafe Worker(index: 0, count: count, state: state)
            withoutActuallyEscaping(body) { body in
                state.start(body)
                body(worker)
                worker.barrier()
                state.finish()
            }
        }
    }

    /// What the workers share.
    ///
    /// Unsafe code: `job` is written by worker 0 alone, before it raises `round` and after the last barrier of the job,
    /// when no other worker reads it.
    fileprivate final class State: @unchecked Sendable {
        /// How often a waiting worker looks before it sleeps.
        private static let spins = 2000

        private let count: Int
        private let round = Atomic<Int>(0)
        private let arrived = Atomic<Int>(0)
        private let stage = Atomic<Int>(0)
        private let sleepers = Atomic<Int>(0)
        private let isStopped = Atomic<Bool>(false)
        private let condition = NSCondition()
        private var job: ((Worker) -> Void)?

        init(count: Int) { self.count = count }

        func start(_ body: @escaping (Worker) -> Void) {
            job = body
            round.add(1, ordering: .sequentiallyConsistent)
            wake()
        }

        func finish() { job = nil }

        func stop() {
            isStopped.store(true, ordering: .sequentiallyConsistent)
            round.add(1, ordering: .sequentiallyConsistent)
            wake()
        }

        /// The life of a worker other than 0.
        func work(as index: Int) {
            let worker = unsafe Worker(index: index, count: count, state: self)
            var seen = 0
            while true {
                wait(until: round, leaves: seen)
                seen += 1
                if isStopped.load(ordering: .sequentiallyConsistent) { return }
                job?(worker)
                worker.barrier()
            }
        }

        /// Waits for all workers.
        func barrier() {
            let current = stage.load(ordering: .relaxed)
            if arrived.add(1, ordering: .acquiringAndReleasing).newValue == count {
                arrived.store(0, ordering: .relaxed)
                stage.store(current + 1, ordering: .sequentiallyConsistent)
                wake()
            } else {
                wait(until: stage, leaves: current)
            }
        }

        /// Spins, then sleeps, until a counter has another value.
        private func wait(until counter: borrowing Atomic<Int>, leaves value: Int) {
            for _ in 0..<Self.spins {
                if counter.load(ordering: .acquiring) != value { return }
                trellis_spin_hint()
            }
            condition.lock()
            sleepers.add(1, ordering: .sequentiallyConsistent)
            while counter.load(ordering: .sequentiallyConsistent) == value { condition.wait() }
            sleepers.subtract(1, ordering: .sequentiallyConsistent)
            condition.unlock()
        }

        /// Wakes those who sleep; a worker counts itself as sleeping before it looks at the counter for the last time.
        private func wake() {
            guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
            condition.lock()
            condition.broadcast()
            condition.unlock()
        }
    }
}

/// One of the threads of a team, inside a function that they run together.
///
/// Unsafe code: a plain value without a reference count; the team, which outlives the run, keeps the state alive.
@safe package struct Worker {
    /// The worker's number.
    package let index: Int
    /// The number of workers.
    package let count: Int
    private unowned(unsafe) let state: WorkerTeam.State

    @unsafe fileprivate init(index: Int, count: Int, state: WorkerTeam.State) {
        self.index = index
        self.count = count
        unsafe self.state = state
    }

    /// Waits until all workers have come here; what they wrote before is visible afterwards.
    package func barrier() {
        if count > 1 { unsafe state.barrier() }
    }

    /// This worker's part of `total` things, cut at multiples of `unit`.
    package func share(of total: Int, unit: Int = 1) -> Range<Int> {
        let units = (total + unit - 1) / unit
        let start = units * index / count * unit
        let end = units * (index + 1) / count * unit
        return min(start, total)..<min(end, total)
    }
}
