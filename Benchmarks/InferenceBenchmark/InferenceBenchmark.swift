import Foundation
import TrellisInference
import TrellisModelFiles
import TrellisTokenization

/// Prints how fast a model runs: prefill and decode rate, share of the memory bandwidth, load time, peak memory.
///
///     InferenceBenchmark MODEL.gguf [--threads N] [--rounds N] [--json] [--float32] [--active N]
///
/// With `--active`, decoding of a sparse model uses experts that are chosen for the request, so that a token reads at most
/// so many parameters. Rates are the best of the rounds; with `--json` each is one line for scripts.
@main
struct InferenceBenchmark {
    static func main() {
        do {
            try run(Options(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("InferenceBenchmark: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) throws {
        let clock = ContinuousClock()
        let loadStart = clock.now
        let file = try GGUFFile(url: URL(fileURLWithPath: options.model))
        let model = try Transformer(
            file: file, precision: options.precision, threadCount: options.threadCount)
        let context = try model.makeContext(length: min(1024, model.configuration.contextLength))
        try model.run([1], in: context)
        let loadTime = clock.now - loadStart

        var rates = Rates()
        let prompts = [64, 512].filter { $0 <= context.capacity - 64 }
        for _ in 0..<options.rounds {
            for length in prompts {
                context.truncate(to: 0)
                let tokens = (0..<length).map { TokenID($0 * 37 % model.configuration.vocabularySize) }
                let time = try clock.measure { try model.run(tokens, in: context) }
                rates.note(length, time, prefill: length)
            }
            context.truncate(to: 0)
            if let active = options.activeParameters {
                try context.route(.perRequest(activeParameters: active, refreshEvery: 64))
            }
            try model.run([1], in: context)
            let time = try clock.measure {
                for step in 0..<64 {
                    try model.run([TokenID(step * 37 % model.configuration.vocabularySize)], in: context)
                }
            }
            rates.note(64, time, prefill: nil)
            try context.route(.perToken)
        }

        if options.json {
            let prefill = rates.prefill.sorted { $0.key < $1.key }.map { "\"prefill\($0.key)\":\($0.value)" }
            print("{\(prefill.joined(separator: ",")),\"decode\":\(rates.decode),\"load\":\(loadTime.seconds)}")
            return
        }
        let memory = peakMemory()
        let bandwidth = MemoryBandwidth.measure(threadCount: options.threadCount)
        let used = Double(bytesPerToken(file, model.configuration)) * rates.decode
        for (length, rate) in rates.prefill.sorted(by: { $0.key < $1.key }) {
            print("prefill \(length): \(rate.rounded(to: 1)) tokens/s")
        }
        print("decode 64: \(rates.decode.rounded(to: 1)) tokens/s")
        print(
            "read: \((used / 1e9).rounded(to: 1)) GB/s of \((bandwidth / 1e9).rounded(to: 1)) GB/s,"
                + " \((100 * used / bandwidth).rounded(to: 0)) %")
        print("load and first token: \((loadTime.seconds * 1000).rounded(to: 0)) ms")
        print("peak memory: \(memory)")
    }

    /// The bytes of weights that a token reads when it is sent to as many experts as the model is made for.
    private static func bytesPerToken(_ file: GGUFFile, _ configuration: ModelConfiguration) -> Int {
        let isTied = file.tensors["output.weight"] == nil
        return file.tensors.values.reduce(0) { sum, tensor in
            switch (tensor.shape.count, configuration.experts) {
            case (2, _) where isTied || tensor.name != "token_embd.weight": sum + tensor.byteCount
            case (3, let experts?): sum + tensor.byteCount / experts.count * experts.usedCount
            default: sum
            }
        }
    }

    /// The most memory that the process has had, in megabytes.
    private static func peakMemory() -> String {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }
        return kilobytes.map { "\(($0 / 1000).rounded(to: 0)) MB" } ?? "unknown"
    }
}

/// The best rates of all rounds, in tokens a second.
struct Rates {
    private(set) var prefill: [Int: Double] = [:]
    private(set) var decode = 0.0

    /// Notes a run of so many tokens; `prefill` is the length of the prompt if it was one.
    mutating func note(_ tokenCount: Int, _ time: Duration, prefill length: Int?) {
        let rate = Double(tokenCount) / time.seconds
        if let length {
            prefill[length] = max(prefill[length] ?? 0, rate)
        } else {
            decode = max(decode, rate)
        }
    }
}

/// What the command line asks for.
struct Options {
    var model = ""
    var threadCount = Transformer.defaultThreadCount
    var rounds = 3
    var json = false
    var activeParameters: Int?
    var precision = Transformer.WeightPrecision.asStored

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws {
        var iterator = arguments.makeIterator()
        /// The positive number behind an option.
        func number(_ option: String) throws -> Int {
            guard let text = iterator.next(), let value = Int(text), value > 0 else {
                throw UsageError(description: "\(option) needs a positive number")
            }
            return value
        }
        while let argument = iterator.next() {
            switch argument {
            case "--threads": threadCount = try number(argument)
            case "--rounds": rounds = try number(argument)
            case "--active": activeParameters = try number(argument)
            case "--json": json = true
            case "--float32": precision = .float32
            case let path where model.isEmpty && !path.hasPrefix("-"): model = path
            default: throw UsageError(description: "unknown argument \(argument)")
            }
        }
        guard !model.isEmpty else {
            throw UsageError(
                description: "usage: MODEL.gguf [--threads N] [--rounds N] [--json] [--float32] [--active N]")
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension Double {
    /// The number with so many places after the point.
    func rounded(to places: Int) -> String { String(format: "%.\(places)f", self) }
}
