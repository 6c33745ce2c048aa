import Foundation
import TrellisInference
import TrellisModelFiles
import TrellisTokenization

/// Prints how fast a model runs: prefill and decode rate, share of what the machine can do, load time, peak memory.
///
///     InferenceBenchmark MODEL.gguf [--threads N] [--rounds N] [--json] [--float32] [--active N]
///
/// With `--active`, decoding of a sparse model uses experts that are chosen for the request, so that a token reads at most
/// so many parameters. Each round measures the machine, too: how fast it reads memory and multiplies 8-bit integers.
/// All figures are medians of the rounds, shares medians of each round's own; `--json` prints one line for scripts.
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

        var report = Report()
        let session = Session(model: model, context: context, options: options)
        // The peak is the model's own: it is read before the machine is measured with an array of its own.
        _ = try session.measure()
        report.note("load", loadTime.seconds)
        report.note("memory", peakMemory() / Double(file.tensors.values.reduce(0) { $0 + $1.byteCount }))
        report.note("peak memory", peakMemory())
        let readBytes = Double(bytesPerToken(file, model.configuration))
        let operations = 2 * Double(model.weightsPerToken)
        let memory = MemoryBandwidth(threadCount: options.threadCount)
        for _ in 0..<options.rounds {
            let bandwidth = memory.measure()
            let peak = PeakOperations.measure(threadCount: options.threadCount)
            report.note("bandwidth", bandwidth)
            report.note("peak", peak)
            for (name, rate) in try session.measure() {
                report.note(name, rate)
                if name == "decode" {
                    report.note("bandwidth share", rate * readBytes / bandwidth)
                } else if peak > 0 {
                    report.note("\(name) share", rate * operations / peak)
                }
            }
        }
        print(options.json ? report.json : report.text)
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

    /// The most memory that the process has had, in bytes; 0 where the system doesn't say.
    private static func peakMemory() -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return 1024 * (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0)
    }
}

/// What is measured in each round.
struct Session {
    let model: Transformer
    let context: InferenceContext
    let options: Options

    /// The tokens a second of prompts and of decoding, by name.
    func measure() throws -> [(name: String, rate: Double)] {
        let clock = ContinuousClock()
        let size = model.configuration.vocabularySize
        var rates: [(String, Double)] = []
        for length in [64, 512] where length <= context.capacity - 64 {
            context.truncate(to: 0)
            let tokens = (0..<length).map { TokenID($0 * 37 % size) }
            let time = try clock.measure { try model.run(tokens, in: context) }
            rates.append(("prefill\(length)", Double(length) / time.seconds))
        }
        context.truncate(to: 0)
        if let active = options.activeParameters {
            try context.route(.perRequest(activeParameters: active, refreshEvery: 64))
        }
        try model.run([1], in: context)
        let steps = 64
        let time = try clock.measure {
            for step in 0..<steps { try model.run([TokenID(step * 37 % size)], in: context) }
        }
        rates.append(("decode", Double(steps) / time.seconds))
        try context.route(.perToken)
        return rates
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
