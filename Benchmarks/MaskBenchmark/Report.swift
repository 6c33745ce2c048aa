import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// What was measured.
struct Report {
    private let setUp: Duration
    var setUpFromFile = Duration.zero
    let before: Int
    var memory = 0
    private(set) var batch: BatchReport
    private let options: JSONSchemaOptions
    private var masks: [Double] = []
    private var commits: [Double] = []
    private var firstMasks: [Double] = []
    private var slowest: [(time: Double, place: String)] = []
    private var cases = 0
    private var compiled = 0
    private var right = 0
    private var valid = (all: 0, accepted: 0)
    private var invalid = (all: 0, blocked: 0)
    private var wrong: [String] = []
    private var unsupported: [String] = []

    init(setUp: Duration, before: Int, options: JSONSchemaOptions, batch: BatchReport) {
        self.batch = batch
        self.options = options
        self.setUp = setUp
        self.before = before
    }

    /// Runs one case.
    mutating func run(_ benchmark: BenchmarkCase, _ vocabulary: MatchingVocabulary) {
        let clock = ContinuousClock()
        cases += 1
        let start = clock.now
        let compiledGrammar: CompiledGrammar
        do {
            compiledGrammar = try CompiledGrammar(grammar(benchmark), for: vocabulary)
        } catch {
            unsupported.append("\(benchmark.id): \(error)")
            if benchmark.expectation != nil { right += 1 }
            return
        }
        compiled += 1
        var words = [UInt32](repeating: 0, count: Matcher(compiledGrammar).maskWordCount)
        var span = words.mutableSpan
        Matcher(compiledGrammar).fillMask(into: &span)
        let first = microseconds(clock.now - start) / 1000
        firstMasks.append(first)
        var isRight = benchmark.expectation != "error"
        for (index, instance) in benchmark.instances.enumerated() {
            let place = "\(benchmark.id) \(instance.isValid ? "valid" : "invalid") \(index)"
            let end = walk(instance, compiledGrammar, vocabulary, place)
            batch.add(instance, compiledGrammar)
            if instance.isValid {
                valid.all += 1
                if end == nil { valid.accepted += 1 }
            } else {
                invalid.all += 1
                if end != nil { invalid.blocked += 1 }
            }
            if instance.isValid != (end == nil) {
                isRight = false
                wrong.append(place + (end.map { " at token \($0)" } ?? ""))
            }
        }
        if isRight { right += 1 }
    }

    private func grammar(_ benchmark: BenchmarkCase) throws -> Grammar {
        if let regex = benchmark.regex { return try Grammar(pattern: regex) }
        return try Grammar(jsonSchema: benchmark.schema ?? .null, options: options)
    }

    /// Walks an instance; nil when it is accepted to the end, otherwise the number of the refused token.
    private mutating func walk(
        _ instance: BenchmarkCase.Instance, _ grammar: CompiledGrammar, _ vocabulary: MatchingVocabulary,
        _ place: String
    ) -> Int? {
        let clock = ContinuousClock()
        var matcher = Matcher(grammar)
        var words = [UInt32](repeating: 0, count: matcher.maskWordCount)
        let end = vocabulary.vocabulary.endTokens[0]
        for (index, token) in (instance.tokens + [end]).enumerated() {
            var span = words.mutableSpan
            let start = clock.now
            matcher.fillMask(into: &span)
            let time = microseconds(clock.now - start)
            if instance.isValid {
                masks.append(time)
                if time > 100 { slowest.append((time, "\(place) token \(index)")) }
            }
            guard words[token.index >> 5] >> UInt32(token.index & 31) & 1 == 1 else { return index }
            let middle = clock.now
            let isAccepted = matcher.accept(token)
            if instance.isValid { commits.append(microseconds(clock.now - middle)) }
            guard isAccepted else {
                wrong.append("\(place): mask and accept disagree at token \(index)")
                return index
            }
        }
        return nil
    }

    private func microseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e6 + Double(attoseconds) * 1e-12
    }

    /// Prints the table.
    func show(_ arguments: [String]) {
        func statistics(_ values: [Double]) -> String {
            let sorted = values.sorted()
            guard !sorted.isEmpty else { return "–" }
            func quantile(_ share: Double) -> Double {
                sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
            }
            let mean = sorted.reduce(0, +) / Double(sorted.count)
            let numbers = [
                mean, quantile(0.5), quantile(0.9), quantile(0.99), quantile(0.999), sorted[sorted.count - 1],
            ]
            return numbers.map { rounded($0) }.joined(separator: " / ")
        }
        print("cases \(cases), compiled \(compiled), all right \(right) (\(share(right, cases)))")
        print("valid accepted \(valid.accepted) of \(valid.all), invalid blocked \(invalid.blocked) of \(invalid.all)")
        print("mean / p50 / p90 / p99 / p99.9 / max")
        print("mask µs              \(statistics(masks))   (\(masks.count) masks)")
        print("commit µs            \(statistics(commits))")
        print("time to first mask ms \(statistics(firstMasks))")
        print("vocabulary set-up ms \(rounded(microseconds(setUp) / 1000)), memory above it \(memory) MB")
        print("vocabulary from its file ms \(rounded(microseconds(setUpFromFile) / 1000))")
        if arguments.contains("--wrong") { wrong.forEach { print("wrong: \($0)") } }
        if arguments.contains("--unsupported") { unsupported.forEach { print("unsupported: \($0)") } }
        if let index = arguments.firstIndex(of: "--slow"), index + 1 < arguments.count,
            let count = Int(arguments[index + 1])
        {
            for (time, place) in slowest.sorted(by: { $0.time > $1.time }).prefix(count) {
                print("slow: \(rounded(time)) µs \(place)")
            }
        }
    }

    private func share(_ part: Int, _ whole: Int) -> String {
        "\(rounded(100 * Double(part) / Double(max(1, whole)))) %"
    }
    private func rounded(_ value: Double) -> String { String(Double(Int(value * 100 + 0.5)) / 100) }
}
