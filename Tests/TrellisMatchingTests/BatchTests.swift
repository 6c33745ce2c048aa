import Testing
import TrellisGrammars
import TrellisJSON
import TrellisMatching
import TrellisTokenization

/// Masks of several matchers at once, against those of each alone over tables of its own.
@Suite struct BatchTests {
    private static let schemas = [
        #"{"type":"object","properties":{"name":{"type":"string","maxLength":12},"age":{"type":"integer"}}}"#,
        #"{"type":"array","items":{"enum":["alpha","beta","gamma",1,true,null]},"maxItems":5}"#,
        #"{"type":"string","pattern":"^[a-z]+@[a-z]+\\.com$"}"#, #"{"type":["string","number","boolean"]}"#,
    ]

    private static func compile(_ vocabulary: MatchingVocabulary) throws -> [CompiledGrammar] {
        try schemas.map { try CompiledGrammar(Grammar(jsonSchema: JSONValue(parsing: $0)), for: vocabulary) }
    }

    private static func fill(
        _ matchers: [Matcher], _ words: inout [UInt32], rowLength: Int, rows: [Int]?, threads: Int
    ) throws(MatchingError) {
        try unsafe words.withUnsafeMutableBufferPointer { words throws(MatchingError) in
            try unsafe Matcher.fillMasks(of: matchers, into: words, rowLength: rowLength, rows: rows, threads: threads)
        }
    }

    /// Several times in several tasks at once: the tables behind are shared, and some masks are made while others are read.
    @Test func agreesWithSingleFills() async throws {
        let vocabulary = LargeVocabularyTests.vocabulary.vocabulary
        let shared = try Self.compile(MatchingVocabulary(vocabulary))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in UInt64(0)..<4 {
                group.addTask {
                    let alone = try Self.compile(MatchingVocabulary(vocabulary))
                    try Self.walk(shared, alone, seed: seed)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Takes random texts through both, a token of each text at a time.
    private static func walk(_ shared: [CompiledGrammar], _ alone: [CompiledGrammar], seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = 3 * shared.count
        var matchers = (0..<count).map { Matcher(shared[$0 % shared.count]) }
        var twins = (0..<count).map { Matcher(alone[$0 % alone.count]) }
        for index in stride(from: 0, to: count, by: 2) {
            try matchers[index].setTokenBudget(40)
            try twins[index].setTokenBudget(40)
        }
        let width = matchers[0].maskWordCount + 3
        for _ in 0..<12 {
            var words = [UInt32](repeating: 0xAAAA_AAAA, count: (count + 1) * width)
            let rows = Array(0...count).shuffled(using: &random).dropLast()
            try fill(matchers, &words, rowLength: width, rows: Array(rows), threads: 3)
            let unused = (0...count).first { !rows.contains($0) } ?? 0
            #expect(words[unused * width..<(unused + 1) * width].allSatisfy { $0 == 0xAAAA_AAAA })
            for (index, row) in rows.enumerated() {
                let expected = twins[index].mask
                #expect(words[row * width..<(row + 1) * width].elementsEqual(expected + [0, 0, 0]))
                let allowed = (0..<expected.count * 32).filter { expected[$0 / 32] >> UInt32($0 % 32) & 1 == 1 }
                guard let token = allowed.randomElement(using: &random) else { continue }
                expectAccepts(&matchers[index], TokenID(token))
                expectAccepts(&twins[index], TokenID(token))
            }
        }
    }

    @Test func refusesUnsuitableRows() throws {
        let grammar = try CompiledGrammar(Grammar(pattern: "a+"), for: MatchingVocabulary(toyVocabulary()))
        let matchers = [Matcher(grammar), Matcher(grammar)]
        let width = matchers[0].maskWordCount
        var words = [UInt32](repeating: 7, count: 2 * width)
        let faults: [(rowLength: Int, rows: [Int]?)] = [
            (width - 1, nil), (width + 1, nil), (0, nil), (-1, nil), (width, [0]), (width, [0, 2]), (width, [-1, 0]),
            (width, [1, 1]),
        ]
        for (rowLength, rows) in faults {
            #expect {
                try Self.fill(matchers, &words, rowLength: rowLength, rows: rows, threads: 2)
            } throws: { error in
                if case .unsuitableRows = error as? MatchingError { true } else { false }
            }
        }
        #expect(words.allSatisfy { $0 == 7 })
    }
}
