import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON

/// Regular expressions against Node's RegExp, recorded by Scripts/make_regex_cases.js.
///
/// `TRELLIS_REGEX_CASES` names another file of that form, for more cases than are kept.
struct RegexNodeTests {
    private func recorded() throws -> JSONValue {
        let url =
            ProcessInfo.processInfo.environment["TRELLIS_REGEX_CASES"].map { URL(fileURLWithPath: $0) }
            ?? Checkout.root.appendingPathComponent("Tests/TrellisGrammarsTests/Fixtures/regex-cases.json")
        return try JSONValue(parsing: Array(Data(contentsOf: url)))
    }

    @Test func agreesOnRandomPatterns() throws {
        let cases = try recorded()["cases"]?.arrayValue ?? []
        #expect(cases.count >= 700)
        var refusals: [String: Int] = [:]
        for entry in cases {
            let pattern = entry["pattern"]?.stringValue ?? ""
            let regex = entry["i"] == true ? "(?i:\(pattern))" : pattern
            let texts = entry["texts"]?.arrayValue?.compactMap(\.stringValue) ?? []
            do throws(GrammarError) {
                let (anywhere, whole) = (try Pattern(findingIn: regex), try Pattern(matching: regex))
                let (found, matched) = (verdicts(anywhere, texts), verdicts(whole, texts))
                #expect(found == entry["s"]?.stringValue, "search for \(regex) in \(texts)")
                #expect(matched == entry["w"]?.stringValue, "whole \(regex) over \(texts)")
            } catch {
                // Valid by ECMA-262: only what is no regular language, or too large, may be refused.
                guard case .invalidPattern(_, _, let reason) = error else {
                    refusals["a limit", default: 0] += 1
                    continue
                }
                #expect(reason.hasSuffix("supported") || reason.hasSuffix("at the start"), "\(error)")
                refusals[reason, default: 0] += 1
            }
        }
        print("of \(cases.count) patterns of Node refused: \(refusals)")
        #expect(refusals.values.reduce(0, +) * 10 < cases.count)
    }

    private func verdicts(_ pattern: Pattern, _ texts: [String]) -> String {
        let pool = PatternPool()
        let start = pool.state(for: pattern)
        return texts.map { text in
            let end = text.unicodeScalars.reduce(start) { pool.successor(of: $0, after: $1.value) }
            return pool.isNullable(end) ? "1" : "0"
        }.joined()
    }

    /// The scalars that a pattern of one scalar matches.
    private func scalars(_ regex: String) throws -> [ClosedRange<UInt32>] {
        guard case .scalars(let set) = try Pattern(matching: regex) else { return [] }
        return set.ranges
    }

    @Test func knowsUnicodeProperties() throws {
        let properties = try recorded()["properties"]?.arrayValue ?? []
        #expect(properties.count > 100)
        for entry in properties {
            let name = entry["property"]?.stringValue ?? ""
            var count = 0
            var hash: UInt32 = 0
            for range in try scalars("\\p{\(name)}") {
                count += range.count
                for value in range { hash = hash &* 31 &+ value }
            }
            #expect(count == entry["count"]?.numberValue?.integerValue, "\(name)")
            #expect(Int(hash) == entry["hash"]?.numberValue?.integerValue, "\(name)")
        }
    }

    @Test func foldsCase() throws {
        let classes = try recorded()["folding"]?.arrayValue ?? []
        #expect(classes.count > 1000)
        for entry in classes {
            let members = entry.arrayValue?.compactMap { $0.numberValue?.integerValue }.map { UInt32($0) } ?? []
            guard let first = members.first else { continue }
            let found = try scalars("(?i:\\u{\(String(first, radix: 16))})").flatMap { Array($0) }
            #expect(found == members.sorted(), "\(String(first, radix: 16))")
        }
    }
}
