import Foundation
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Measures the constraint engine over schemas with instances, one thread: times and verdicts.
///
///     MaskBenchmark FOLDER [--flexible] [--declared] [--slow N] [--wrong] [--unsupported] [--batch N]
///
/// FOLDER comes from `Scripts/prepare_mask_benchmark.py`. For each case: compile, first mask, then for each instance
/// the mask before every token, and the token. A valid instance is right when every token is in its mask and the end
/// token in the last one; an invalid one when some token, or the end token, is not.
///
/// Members may come in any order: JSON Schema knows none, and the instances keep the declared one only where their makers could
/// sort them (the reference that sorted them did not read all of the schemas). `--declared` asks for the declared order.
///
/// `--batch` measures at the end the masks of N matchers at once, over threads.
@main struct MaskBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let folder = arguments.first else {
            print("usage: MaskBenchmark FOLDER [OPTIONS], see the comment of its source")
            exit(2)
        }
        let url = URL(fileURLWithPath: folder)
        let clock = ContinuousClock()
        let vocabulary = try loadVocabulary(url.appendingPathComponent("vocabulary.json"))
        var matching: MatchingVocabulary?
        let setUp = clock.measure { matching = MatchingVocabulary(vocabulary) }
        guard let matching else { return }
        var options = JSONSchemaOptions()
        options.layout = arguments.contains("--flexible") ? .flexible(limit: 8) : .spaced
        options.propertyOrder = arguments.contains("--declared") ? .declared : .any
        let batch = arguments.firstIndex(of: "--batch").flatMap { Int(arguments.dropFirst($0 + 1).first ?? "") } ?? 0
        var report = Report(setUp: setUp, before: peakMemory(), options: options, batch: BatchReport(count: batch))
        for line in try String(contentsOf: url.appendingPathComponent("cases.jsonl"), encoding: .utf8)
            .split(separator: "\n")
        {
            report.run(try BenchmarkCase(line), matching)
        }
        report.memory = peakMemory() - report.before
        // At the end, since it has buffers of its own.
        report.setUpFromFile = try setUpFromFile(matching)
        report.show(arguments)
        try report.batch.show()
    }

    /// The time to read the prepared vocabulary from a file, the best of several.
    static func setUpFromFile(_ vocabulary: MatchingVocabulary) throws -> Duration {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("vocabulary-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try vocabulary.write(to: url)
        let clock = ContinuousClock()
        let times = try (0..<10).map { _ in try clock.measure { _ = try MatchingVocabulary(contentsOf: url) } }
        return times.min() ?? .zero
    }

    static func loadVocabulary(_ url: URL) throws -> Vocabulary {
        let value = try JSONValue(parsing: Array(try Data(contentsOf: url)))
        let tokens = (value["tokens"]?.arrayValue ?? []).map { token in
            token.stringValue.flatMap { Data(base64Encoded: $0) }.map { Array($0) } ?? []
        }
        let special = (value["special"]?.arrayValue ?? []).compactMap { $0.numberValue?.integerValue }
        let end = value["end"]?.numberValue?.integerValue ?? 0
        return Vocabulary(tokens: tokens, special: Set(special.map { TokenID($0) }), endTokens: [TokenID(end)])
    }

    /// The greatest resident size so far, in megabytes.
    static func peakMemory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            return (Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0) / 1024
        }
        return 0
    }
}
