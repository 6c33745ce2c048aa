public import Foundation
import TrellisJSON

extension LanguageModelSession {
    /// Writes down what a person thinks of the last answer, together with the transcript.
    ///
    /// Nothing is kept or sent: the bytes are for whoever collects feedback.
    ///
    /// - Parameters:
    ///   - sentiment: How good the answer was.
    ///   - issues: What was wrong with it.
    ///   - desiredOutput: What would have been right.
    /// - Returns: A JSON object in UTF-8 with the members `sentiment`, `issues`, `desiredOutput` and `transcript`, those that have no
    ///   value left out; `transcript` and `desiredOutput` have the form of an encoded ``Transcript``.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
        desiredOutput: Transcript.Entry? = nil
    ) -> Data {
        var report = JSONObject()
        report["sentiment"] = sentiment.map { .string($0.rawValue) }
        if !issues.isEmpty { report["issues"] = .array(issues.map(\.json)) }
        report["desiredOutput"] = desiredOutput.map { Self.feedbackJSON(Transcript(entries: [$0])) }
        report["transcript"] = Self.feedbackJSON(transcript)
        return Data(JSONValue.object(report).text(.compact).utf8)
    }

    /// Writes down what a person thinks of the last answer, together with the transcript.
    ///
    /// - Parameters:
    ///   - sentiment: How good the answer was.
    ///   - issues: What was wrong with it.
    ///   - desiredResponseText: The text that would have been right.
    /// - Returns: A JSON object in UTF-8, as of the sibling with an entry.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
        desiredResponseText: String?
    ) -> Data {
        logFeedbackAttachment(
            sentiment: sentiment, issues: issues,
            desiredOutput: desiredResponseText.map { .response(.init(segments: [.text(.init(content: $0))])) })
    }

    /// Writes down what a person thinks of the last answer, together with the transcript.
    ///
    /// - Parameters:
    ///   - sentiment: How good the answer was.
    ///   - issues: What was wrong with it.
    ///   - desiredResponseContent: The value that would have been right.
    /// - Returns: A JSON object in UTF-8, as of the sibling with an entry.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?, issues: [LanguageModelFeedback.Issue] = [],
        desiredResponseContent: (any ConvertibleToGeneratedContent)?
    ) -> Data {
        logFeedbackAttachment(
            sentiment: sentiment, issues: issues,
            desiredOutput: desiredResponseContent.map { content in
                let name = (content as? any Generable).map { type(of: $0).generationSchema.name } ?? ""
                return .response(
                    .init(
                        segments: [.structure(.init(schemaName: name, content: content.generatedContent))]))
            })
    }

    /// A transcript as JSON; what keeps it from being written, in words, when something does.
    private static func feedbackJSON(_ transcript: Transcript) -> JSONValue {
        do { return try transcript.json() } catch { return .string("\(error)") }
    }
}

extension LanguageModelFeedback.Issue {
    fileprivate var json: JSONValue {
        var issue = JSONObject()
        issue["category"] = .string(category.rawValue)
        issue["explanation"] = explanation.map { .string($0) }
        return .object(issue)
    }
}
