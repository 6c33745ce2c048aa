import TrellisMatching
import TrellisTokenization

/// Measures masks of many matchers at once, all of them made before: one by one, and as a batch over threads.
struct BatchReport {
    private var matchers: [Matcher] = []
    private let count: Int

    /// Starts a report over so many matchers.
    init(count: Int) { self.count = count }

    /// Adds a matcher in the middle of an instance, as long as there are too few.
    mutating func add(_ instance: BenchmarkCase.Instance, _ grammar: CompiledGrammar) {
        guard matchers.count < count, instance.isValid else { return }
        var matcher = Matcher(grammar)
        for token in instance.tokens.prefix(instance.tokens.count / 2) where !matcher.accept(token) { return }
        matchers.append(matcher)
    }

    /// Prints the time of a mask, the best of several rounds.
    func show() throws {
        guard let width = matchers.first?.maskWordCount else { return }
        var words = [UInt32](repeating: 0, count: matchers.count * width)
        let clock = ContinuousClock()
        func best(_ body: () throws -> Void) rethrows -> Double {
            var times: [Double] = []
            for _ in 0..<200 { times.append(try clock.measure(body) / .microseconds(Double(matchers.count))) }
            return times.min() ?? 0
        }
        var lines: [String] = []
        try unsafe words.withUnsafeMutableBufferPointer { words in
            let alone = best {
                for (index, matcher) in matchers.enumerated() {
                    unsafe matcher.fillMask(into: .init(rebasing: words[index * width..<(index + 1) * width]))
                }
            }
            lines.append("one by one \(alone)")
            for threads in [1, 2, 4] {
                let time = try best {
                    try unsafe Matcher.fillMasks(of: matchers, into: words, rowLength: width, threads: threads)
                }
                lines.append("\(threads) threads \(time)")
            }
        }
        print("batch of \(matchers.count), µs a mask: \(lines.joined(separator: ", "))")
    }
}
