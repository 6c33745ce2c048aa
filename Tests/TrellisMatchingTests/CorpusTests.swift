import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// The schemas beside the checkout as a judge of texts: every verdict is compared, and what differs is on record in
/// `Schemas/Expected`.
///
/// A normal run looks at every tenth schema of the large corpus, `TRELLIS_LONG=1` at all.
@Suite(.enabled(if: Checkout.shared != nil, "needs the shared folder beside the checkout"))
struct CorpusTests {
    private struct Corpus {
        var name: String
        var folder: String
        var options: JSONSchemaOptions
        var step: Int
    }

    private static let isLong = ProcessInfo.processInfo.environment["TRELLIS_LONG"] != nil

    private static var corpora: [Corpus] {
        var anyOrder = JSONSchemaOptions()
        // The instances of schemas that the makers of the benchmark could not sort keep no order.
        anyOrder.propertyOrder = .any
        return [
            Corpus(
                name: "field-cases", folder: "data/field-cases", options: .init(layout: .flexible(limit: 16)), step: 1),
            Corpus(name: "hard-cases", folder: "data/hard-cases", options: .init(), step: 1),
            Corpus(
                name: "maskbench", folder: "data/maskbench/schemas", options: anyOrder,
                step: isLong || Expectations.isRecording ? 1 : 10),
        ]
    }

    @Test func verdictsAreRight() throws {
        let shared = try #require(Checkout.shared)
        var expectations = try Expectations("corpora.json")
        let bytes = (0..<256).map { [UInt8($0)] } + [Array("</s>".utf8)]
        let vocabulary = MatchingVocabulary(Vocabulary(tokens: bytes, special: [256], endTokens: [256]))
        for corpus in Self.corpora {
            let folder = shared.appendingPathComponent(corpus.folder)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                $0.hasSuffix(".json")
            }.sorted()
            for index in stride(from: 0, to: files.count, by: corpus.step) {
                let key = "\(corpus.name)/\(files[index])"
                let entry = try JSONValue(parsing: Array(Data(contentsOf: folder.appendingPathComponent(files[index]))))
                let outcome = outcome(of: entry, corpus.options, vocabulary)
                expectations.note(outcome, for: key)
                if !Expectations.isRecording { #expect(outcome == expectations.outcome(for: key), "\(key)") }
            }
        }
        if Expectations.isRecording { try expectations.write() } else { #expect(expectations.unexplained.isEmpty) }
    }

    /// “right”, or what went otherwise.
    private func outcome(of entry: JSONValue, _ options: JSONSchemaOptions, _ vocabulary: MatchingVocabulary) -> String
    {
        let compiled: CompiledGrammar
        do {
            let grammar =
                try entry["regex"]?.stringValue.map { try Grammar(pattern: $0) }
                ?? Grammar(jsonSchema: entry["schema"] ?? .null, options: options)
            compiled = try CompiledGrammar(grammar, for: vocabulary)
        } catch {
            return entry["expect"] == nil ? "refused: \(error)" : "right"
        }
        if entry["expect"] == .string("error") { return "compiled, though it must not" }
        for (text, isValid) in texts(of: entry) {
            var matcher = Matcher(compiled)
            let accepts = matcher.accept(bytes: text.utf8) && matcher.isComplete
            if accepts != isValid { return "\(accepts ? "accepts" : "refuses"): \(text.prefix(80))" }
        }
        return "right"
    }

    private func texts(of entry: JSONValue) -> [(String, Bool)] {
        var result: [(String, Bool)] = []
        for test in entry["tests"]?.arrayValue ?? [] {
            let data = test["data"] ?? .null
            let text = entry["regex"] != nil ? data.stringValue ?? "" : data.text(.spaced)
            result.append((text, test["valid"] == .bool(true)))
        }
        for (keyword, isValid) in [("valid", true), ("invalid", false)] {
            result += (entry[keyword]?.arrayValue ?? []).compactMap(\.stringValue).map { ($0, isValid) }
        }
        return result
    }
}
