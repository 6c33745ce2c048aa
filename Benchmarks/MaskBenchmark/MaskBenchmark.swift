import Foundation
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Measures the constraint engine over schemas with instances, one thread: times and verdicts.
///
///     MaskBenchmark FOLDER [--flexible] [--declared] [--slow N] [--wrong] [--unsupported] [--batch N]
///     MaskBenchmark FOLDER --generate FILE [--count N] [--seed N] [--flexible] [--declared]
///
/// FOLDER comes from `Scripts/prepare_mask_benchmark.py`. For each case: compile, first mask, then for each instance
/// the mask before every token, and the token. A valid instance is right when every token is in its mask and the end
/// token in the last one; an invalid one when some token, or the end token, is not.
///
/// Members may come in any order: JSON Schema knows none, and the instances keep the declared one only where their makers could
/// sort them (the reference that sorted them did not read all of the schemas). `--declared` asks for the declared order.
///
/// `--batch` measures at the end the masks of N matchers at once, over threads.
///
/// `--generate` measures nothing: it samples texts of the schemas from random logits (`RandomGenerations`), N in all, which
/// `Scripts/judge_generations.py` judges.
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
        let cases = try String(contentsOf: url.appendingPathComponent("cases.jsonl"), encoding: .utf8)
            .split(separator: "\n")
        func value(after name: String) -> String? {
            guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
            return arguments[index + 1]
        }
        if let file = value(after: "--generate") {
            let seed = value(after: "--seed").flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)
            let count = value(after: "--count").flatMap { Int($0) } ?? 10_000
            print("seed \(seed)")
            let faults = try generate(count, seed, cases, options, matching, into: file)
            exit(faults > 0 ? 1 : 0)
        }
        let batch = value(after: "--batch").flatMap { Int($0) } ?? 0
        var report = Report(setUp: setUp, before: peakMemory(), options: options, batch: BatchReport(count: batch))
        for line in cases { report.run(try BenchmarkCase(line), matching) }
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

    /// Writes texts of all schemas that compile, as many of each; returns the number of those that went wrong.
    static func generate(
        _ count: Int, _ seed: UInt64, _ cases: [Substring], _ options: JSONSchemaOptions,
        _ vocabulary: MatchingVocabulary, into file: String
    ) throws -> Int {
        let grammars = try cases.compactMap { line -> (id: String, grammar: Grammar)? in
            let benchmark = try BenchmarkCase(line)
            return benchmark.schema.flatMap { try? Grammar(jsonSchema: $0, options: options) }
                .map { (benchmark.id, $0) }
        }
        var generations = RandomGenerations(vocabulary, seed: seed)
        var lines: [String] = []
        for (index, (id, grammar)) in grammars.enumerated() {
            let share = count / grammars.count + (index < count % grammars.count ? 1 : 0)
            guard share > 0, let compiled = try? CompiledGrammar(grammar, for: vocabulary) else { continue }
            lines += generations.sample(share, of: compiled, named: id)
        }
        try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        print("\(generations.count) texts of \(grammars.count) schemas, \(generations.faults) faults")
        return generations.faults
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
