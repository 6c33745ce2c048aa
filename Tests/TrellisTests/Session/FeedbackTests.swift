import Foundation
import Testing
import Trellis
import TrellisJSON

@Suite struct FeedbackTests {
    @Generable struct Pet { var name: String }

    @Test func feedbackHoldsTheOpinionAndTheTranscript() async throws {
        let session = LanguageModelSession(model: ScriptedModel(ScriptedModel.says("Bo")))
        try await session.respond(to: "A name")
        let data = session.logFeedbackAttachment(
            sentiment: .negative,
            issues: [.init(category: .incorrect, explanation: "No"), .init(category: .tooVerbose)],
            desiredResponseText: "Ada")
        let report = try JSONValue(parsing: String(decoding: data, as: UTF8.self))
        #expect(report["sentiment"] == "negative")
        #expect(report["issues"] == [["category": "incorrect", "explanation": "No"], ["category": "tooVerbose"]])
        #expect(report["transcript"] == (try session.transcript.json()))
        let desired = try #require(report["desiredOutput"]?["transcript"]?["entries"]?.arrayValue?.first)
        #expect(desired["contents"]?.arrayValue?.first?["text"] == "Ada")
    }

    @Test func whatHasNoValueIsLeftOut() throws {
        let session = LanguageModelSession(model: ScriptedModel())
        let data = session.logFeedbackAttachment(sentiment: nil)
        let report = try JSONValue(parsing: String(decoding: data, as: UTF8.self))
        #expect(report.objectValue?.names == ["transcript"])
    }

    @Test func aDesiredValueNamesItsSchema() throws {
        let session = LanguageModelSession(model: ScriptedModel())
        let data = session.logFeedbackAttachment(sentiment: .neutral, desiredResponseContent: Pet(name: "Bo"))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#""source":"Pet""#) && text.contains(#""name":"Bo""#))
    }
}
