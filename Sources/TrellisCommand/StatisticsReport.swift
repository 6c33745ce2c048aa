import Foundation
import TrellisDecoding

/// The counts and times of the answers of one run, added up.
struct StatisticsReport {
    private var total = DecodingStatistics()
    private var answers = 0

    /// Adds an answer.
    mutating func add(_ statistics: DecodingStatistics) {
        answers += 1
        total.add(statistics)
    }

    /// The report in two lines.
    var text: String {
        let forced = total.generatedTokens > 0 ? 100 * Double(total.forcedTokens) / Double(total.generatedTokens) : 0
        return """
            prompt: \(total.prefilledTokens) tokens in \(rounded(total.prefillSeconds)) s\
            \(total.cachedTokens > 0 ? ", \(total.cachedTokens) more from the cache" : "")
            answer\(answers == 1 ? "" : "s, \(answers)"): \(total.generatedTokens) tokens in \
            \(rounded(total.decodeSeconds)) s, \(rounded(total.tokensPerSecond)) tokens/s, \
            \(rounded(forced))% forced by the grammar\
            \(total.guessedTokens > 0 ? ", \(total.confirmedTokens) of \(total.guessedTokens) guesses came true" : "")

            """
    }

    private func rounded(_ number: Double) -> String { String(format: "%.2f", number) }
}
