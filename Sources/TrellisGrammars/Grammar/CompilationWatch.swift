#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What one compile has left of its time.
///
/// Processor time of the thread: on a machine with much to do the same text is still within the limit or over it. Asked at
/// every step that a hostile text can multiply; the clock is read for some of the questions only.
package final class CompilationWatch {
    private let time: Duration
    private let start = CompilationWatch.now
    private var isOver = false
    private var questions = 0
    /// How many questions share an answer.
    private static let stride = 16

    /// Starts the time.
    package init(_ limits: GrammarLimits) { time = limits.time }

    /// The time in milliseconds when it is over, else nil.
    package var exceeded: Int? {
        if questions % Self.stride == 0 { isOver = Self.now - start >= time }
        questions += 1
        return isOver ? time.milliseconds : nil
    }

    /// What the time is called in an error.
    package static let name = "milliseconds for one compile"

    /// Throws when the time is over.
    func check() throws(GrammarError) {
        if let exceeded { throw .limitExceeded(pointer: "", limit: Self.name, value: exceeded) }
    }

    private static var now: Duration {
        var time = timespec()
        // Invariant: the call writes the value it is given a pointer to, and keeps nothing.
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Duration {
    /// The whole milliseconds, at most as many as a number holds.
    package var milliseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1000)
        return overflow ? .max : product + Int(attoseconds / 1_000_000_000_000_000)
    }
}
