import Foundation
import TestSupport
import Testing
import TrellisDecoding
import TrellisJSON
import TrellisTokenization

/// Requests that decode at the same time, and requests whose tokens are guessed, against the same requests alone.
@Suite struct ConcurrentRequestsTests {
    private let schema: JSONValue

    init() throws {
        schema = try JSONValue(
            parsing:
                #"{"type":"object","properties":{"a":{"type":"string","maxLength":9},"b":{"enum":["x","xy","z"]}}}"#)
    }

    /// Free text, text under a grammar, greedy and drawn, of many lengths.
    private func requests(_ speculation: DecodingRequest.Speculation = .none) throws -> [DecodingRequest] {
        try (0..<12).map { index in
            DecodingRequest(
                prompt: .tokens((0..<3 + index * 2).map { TokenID(40 + ($0 * 7 + index) % 50) }),
                answer: index % 2 == 0 ? .text : .value(schema: schema),
                sampling: index % 3 == 0 ? .greedy : try SamplingOptions(temperature: 1, seed: UInt64(index)),
                limit: .atMost(20 + index), speculation: speculation)
        }
    }

    private func tokens(_ url: URL, _ requests: [DecodingRequest]) throws -> [[TokenID]] {
        let model = try LoadedModel(url: url)
        return try requests.map { try model.decode($0, emit: { _ in }).tokens }
    }

    @Test func answersAreTheSameInCompany() async throws {
        try await withTemporaryFolder { folder in
            let url = try ToyModel.write(to: folder)
            let requests = try requests()
            let expected = try tokens(url, requests)
            let model = try LoadedModel(url: url)
            // Every third request is given up after its first text.
            let found = try await withThrowingTaskGroup(of: (Int, [TokenID]?).self) { group in
                for (index, request) in (requests + requests).enumerated() {
                    group.addTask {
                        for try await event in model.generate(request) {
                            if index % 3 == 2, case .text = event { return (index, nil) }
                            if case .finished(let result) = event { return (index, result.tokens) }
                        }
                        return (index, nil)
                    }
                }
                return try await group.reduce(into: [Int: [TokenID]]()) { $0[$1.0] = $1.1 }
            }
            for index in 0..<24 where index % 3 != 2 { #expect(found[index] == expected[index % 12]) }
        }
    }

    @Test func answersAreTheSameWithGuesses() throws {
        try withTemporaryFolder { folder in
            let url = try ToyModel.write(to: folder)
            let expected = try tokens(url, requests())
            let model = try LoadedModel(url: url)
            var statistics = DecodingStatistics()
            for speculation in [.lookup, .model(try LoadedModel(url: url))] as [DecodingRequest.Speculation] {
                for (request, expected) in try zip(requests(speculation), expected) {
                    let result = try model.decode(request, emit: { _ in })
                    #expect(result.tokens == expected)
                    statistics.add(result.statistics)
                }
            }
            #expect(statistics.confirmedTokens > 0)
            #expect(statistics.confirmedTokens <= statistics.guessedTokens)
        }
    }
}
