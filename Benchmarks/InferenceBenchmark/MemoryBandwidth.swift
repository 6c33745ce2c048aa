import Foundation

/// How fast this machine reads memory.
struct MemoryBandwidth {
    private let array = [UInt64](repeating: 1, count: 1 << 26)  // 512 MiB, far beyond the caches
    let threadCount: Int

    init(threadCount: Int) { self.threadCount = threadCount }

    /// Reads a large array several times with some threads and gives the best rate in bytes a second.
    func measure() -> Double {
        var best = 0.0
        for _ in 0..<3 {
            let time = ContinuousClock().measure {
                DispatchQueue.concurrentPerform(iterations: threadCount) { part in
                    var sum: SIMD8<UInt64> = .zero
                    unsafe array.withUnsafeBytes { bytes in
                        let start = array.count * part / threadCount / 8 * 64
                        let end = array.count * (part + 1) / threadCount / 8 * 64
                        for offset in stride(from: start, to: end, by: 64) {
                            unsafe sum &+= bytes.load(fromByteOffset: offset, as: SIMD8<UInt64>.self)
                        }
                    }
                    // The sum is looked at, so that the loop stays.
                    if sum.wrappedSum() == 0 { print("memory holds zeros") }
                }
            }
            best = max(best, Double(array.count * 8) / time.seconds)
        }
        return best
    }
}
