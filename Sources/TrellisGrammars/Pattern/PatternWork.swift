/// A piece of work on the patterns of a pool, and the limits that it keeps to.
package struct PatternWork {
    /// A limit that can be hit.
    package enum Limit {
        case states, memory, time
    }

    private(set) var limits = GrammarLimits()
    private var byteLimit = Int.max
    /// About how many bytes the pool has, from all work so far.
    private(set) var bytes = 0
    /// The limit that was hit.
    var exceeded: Limit?
    /// The time that is left, once it is asked for.
    private var watch: CompilationWatch?
    /// The number of questions so far that had no known answer.
    private var questions = 0
    /// The number of questions that take no time to speak of: most work asks no more, and never looks at the clock.
    private static let free = 16
    private var steps = 0
    /// The number of steps of other tables that count as a question.
    private static let stride = 64

    /// Begins anew.
    ///
    /// - Parameter used: The bytes of the limit on memory that are gone already.
    mutating func begin(_ limits: GrammarLimits, used: Int) {
        self.limits = limits
        let (sum, isOver) = bytes.addingReportingOverflow(max(0, limits.memory - used))
        byteLimit = isOver ? .max : sum
        exceeded = nil
        questions = 0
        if watch != nil { watch = nil }
    }

    /// Counts memory, and notes when it is too much.
    mutating func grow(by count: Int) {
        bytes += count
        if bytes > byteLimit { exceeded = .memory }
    }

    /// Counts a step of a table above the pool, and notes when the time is over.
    mutating func countStep() {
        steps &+= 1
        if steps % Self.stride == 0 { checkTime() }
    }

    /// Counts a question, and notes when the time is over.
    mutating func checkTime() {
        questions += 1
        guard questions > Self.free else { return }
        let watch = self.watch ?? CompilationWatch(limits)
        self.watch = watch
        if watch.exceeded != nil { exceeded = .time }
    }
}
