import Foundation
import TestSupport
import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Prepared vocabularies on file.
@Suite struct VocabularyFileTests {
    private static let sources = [
        #"{"type":"object","properties":{"é":{"type":"string","maxLength":6},"n":{"type":"integer"}}}"#,
        #"{"type":"string","pattern":"^[a-f\\p{L}]+-[0-9]*$"}"#,
        #"{"type":"array","items":{"enum":["a\"b","tab\t",7]}}"#,
        #"{"type":"string","not":{"enum":["abc"]}}"#,
    ]

    /// Grammars whose masks read all of the tables: of strings, and of plain text.
    private static func grammars(_ vocabulary: MatchingVocabulary) throws -> [CompiledGrammar] {
        try
            (sources.map { try Grammar(jsonSchema: JSONValue(parsing: $0)) }
            + [Grammar(pattern: #"[^"]*"#), Grammar(pattern: #"\w+ \d{2,}"#), Grammar(pattern: ".+é.*")])
            .map { try CompiledGrammar($0, for: vocabulary) }
    }

    @Test func hasTheSameMasks() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("vocabulary")
            let original = LargeVocabularyTests.vocabulary
            try original.write(to: url)
            let read = try MatchingVocabulary(contentsOf: url)
            #expect(read.vocabulary.isEqual(to: original.vocabulary))
            var random = SeededGenerator(seed: 3)
            for (one, other) in zip(try Self.grammars(original), try Self.grammars(read)) {
                var matchers = (Matcher(one), Matcher(other))
                for _ in 0..<6 {
                    let mask = matchers.0.mask
                    #expect(matchers.1.mask == mask)
                    let allowed = (0..<mask.count * 32).filter { mask[$0 / 32] >> UInt32($0 % 32) & 1 == 1 }
                    guard let token = allowed.randomElement(using: &random) else { break }
                    expectAccepts(&matchers.0, TokenID(token))
                    expectAccepts(&matchers.1, TokenID(token))
                }
            }
            // What was read is written as it was.
            let again = folder.appendingPathComponent("again")
            try read.write(to: again)
            #expect(try Data(contentsOf: again) == Data(contentsOf: url))
        }
    }

    @Test func belongsToItsTokenizer() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("vocabulary")
            let own = ListedTokenizer(vocabulary: toyVocabulary(["name"]))
            try MatchingVocabulary(own).write(to: url)
            #expect(try MatchingVocabulary(contentsOf: url, for: own).tokenizer is ListedTokenizer)
            for other in [toyVocabulary(["game"]), toyVocabulary()] {
                #expect(throws: VocabularyFileError.otherVocabulary(path: url.path)) {
                    try MatchingVocabulary(contentsOf: url, for: ListedTokenizer(vocabulary: other))
                }
            }
        }
    }

    @Test func refusesWhatIsNoSuchFile() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("vocabulary")
            func failure() -> VocabularyFileError? {
                do throws(VocabularyFileError) { _ = try MatchingVocabulary(contentsOf: url) } catch { return error }
                return nil
            }
            #expect(failure() == .unreadable(path: url.path, reason: "No such file or directory"))
            try Data("PK and no vocabulary, but longer than a header".utf8).write(to: url)
            #expect(failure() == .notAVocabulary(path: url.path))
            try MatchingVocabulary(toyVocabulary()).write(to: url)
            var bytes = try Array(Data(contentsOf: url))
            bytes[8] += 1
            try Data(bytes).write(to: url)
            #expect(failure() == .otherVersion(path: url.path))
            bytes[8] -= 1
            try Data(bytes + [0]).write(to: url)
            #expect(failure() == .wrongLength(path: url.path))
            #expect(throws: VocabularyFileError.self) {
                try MatchingVocabulary(toyVocabulary()).write(to: folder.appendingPathComponent("no/such/folder"))
            }
            #expect(throws: VocabularyFileError.unreadable(path: folder.path, reason: "not a regular file")) {
                try MatchingVocabulary(contentsOf: folder)
            }
        }
    }

    /// A bit that has changed, anywhere, and an end that is missing, of any length.
    @Test func noticesDamage() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("vocabulary")
            try MatchingVocabulary(toyVocabulary(["\",", "\\u00", "é"])).write(to: url)
            let bytes = try Array(Data(contentsOf: url))
            let damaged = folder.appendingPathComponent("damaged")
            for position in stride(from: 0, to: bytes.count, by: 7) {
                var changed = bytes
                changed[position] ^= 1 << UInt8(position % 8)
                try Data(changed).write(to: damaged)
                #expect(throws: VocabularyFileError.self) { try MatchingVocabulary(contentsOf: damaged) }
                try Data(bytes[..<position]).write(to: damaged)
                #expect(throws: VocabularyFileError.self) { try MatchingVocabulary(contentsOf: damaged) }
            }
        }
    }

    /// Files with any numbers in them and the right checksum: an error, or a vocabulary whose masks can be made.
    @Test func survivesForgery() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("vocabulary")
            try MatchingVocabulary(toyVocabulary(["\",", "\\u00", "\\", "é", "éa", "ab\": \"", "12"])).write(to: url)
            let bytes = try Array(Data(contentsOf: url))
            #expect(Forgery.checksum(of: bytes) == bytes[24..<32].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            var random = SeededGenerator(seed: 5)
            var accepted = 0
            for _ in 0..<1_500 {
                var forged = bytes
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let position = Int.random(in: 32..<bytes.count, using: &random)
                    forged[position] = [0, 1, 2, 0x7F, 0x80, 0x86, 0xFF].randomElement(using: &random) ?? 0
                }
                guard let checksum = Forgery.checksum(of: forged) else { continue }
                for index in 0..<8 { forged[24 + index] = UInt8(truncatingIfNeeded: checksum >> UInt64(index * 8)) }
                try Data(forged).write(to: url)
                guard let vocabulary = try? MatchingVocabulary(contentsOf: url) else { continue }
                accepted += 1
                for grammar in try Self.grammars(vocabulary) {
                    var matcher = Matcher(grammar)
                    _ = matcher.mask
                    _ = matcher.accept(bytes: [UInt8(ascii: "\"")])
                    _ = (matcher.mask, matcher.shortestCompletion)
                }
            }
            #expect(accepted > 0)
        }
    }
}

/// A tokenizer of which only the vocabulary matters.
private struct ListedTokenizer: Tokenizer {
    let vocabulary: Vocabulary

    func encode(_ text: String, parsesSpecial: Bool) -> [TokenID] { [] }
}

/// The checksum of a file's tables, from the description of the format.
private enum Forgery {
    private static let trie = [1, 2, 4, 4]
    private static let signatures = [1, 2, 4, 4, 2, 4, 4]
    /// The sizes of the elements of all tables.
    private static let sizes = [4, 1, 4, 1, 4] + trie + signatures + signatures + signatures + trie + signatures

    /// The checksum; nil when a count is so wrong that the tables are not where they should be.
    static func checksum(of file: [UInt8]) -> UInt64? {
        var checksum = TableChecksum()
        var rest = file[32...]
        for size in sizes {
            guard rest.count >= 8 else { return nil }
            let count = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(8)
            guard count <= UInt64(rest.count / size) else { return nil }
            let table = Array(rest.prefix(Int(count) * size))
            checksum.add(table)
            rest = rest.dropFirst(table.count)
        }
        return rest.isEmpty ? checksum.value : nil
    }
}
