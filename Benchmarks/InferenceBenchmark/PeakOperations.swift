import CKernels
import Foundation
import Synchronization

/// How many operations on 8-bit integers this machine does at best.
enum PeakOperations {
    /// Multiplies in registers on some threads at once; operations a second, or 0 where there are no vector kernels.
    static func measure(threadCount: Int) -> Double {
        let done = Atomic<Int>(0)
        let time = ContinuousClock().measure {
            DispatchQueue.concurrentPerform(iterations: threadCount) { part in
                var result: Int32 = 0
                let count = unsafe trellis_run_peak(2_000_000, Int32(part), &result)
                // The result is looked at, so that the work stays.
                done.add(result == .min ? 0 : count, ordering: .relaxed)
            }
        }
        return Double(done.load(ordering: .relaxed)) / time.seconds
    }
}
