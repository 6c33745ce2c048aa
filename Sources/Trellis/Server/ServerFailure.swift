import Foundation
import TrellisJSON

/// The typed errors for what servers say when they fail.
enum ServerFailure {
    /// The error for a reply that is no success.
    ///
    /// - Parameters:
    ///   - status: The status of the reply.
    ///   - fields: Its header fields, by lower-case names.
    ///   - body: Its body.
    ///   - now: The present time, which a waiting time counts from.
    static func error(
        status: Int, fields: [String: String], body: String, now: Date = .now
    ) -> any Error {
        let detail = (try? JSONValue(parsing: body))?["error"]
        let message = message(in: detail) ?? String(body.prefix(500))
        return overflow(detail, message)
            ?? error(status: status, message, resetDate: resetDate(fields["retry-after"], now))
    }

    private static func error(status: Int, _ message: String, resetDate: Date?) -> any Error {
        switch status {
        case 401, 403: return OpenAICompatibleLanguageModel.Error.unauthorized(message: message)
        case 408, 504: return LanguageModelError.timeout(.init(debugDescription: message))
        case 429:
            return LanguageModelError.rateLimited(
                .init(resetDate: resetDate, debugDescription: message))
        default: return OpenAICompatibleLanguageModel.Error.http(status: status, message: message)
        }
    }

    /// The error that a server reports within a stream that began as a success.
    static func error(inStream detail: JSONValue) -> any Error {
        let message = message(in: detail) ?? detail.text(.compact)
        let status = detail["code"]?.numberValue?.integerValue ?? 500
        return overflow(detail, message) ?? error(status: status, message, resetDate: nil)
    }

    private static func message(in detail: JSONValue?) -> String? {
        detail?["message"]?.stringValue ?? detail?.stringValue
    }

    /// The error of a conversation that is too long, by the marks that servers give it.
    private static func overflow(_ detail: JSONValue?, _ message: String) -> (any Error)? {
        let marks = [detail?["code"]?.stringValue, detail?["type"]?.stringValue].compactMap { $0 }
        let isOverflow =
            marks.contains("context_length_exceeded") || marks.contains("exceed_context_size_error")
            || message.contains("maximum context length")
        guard isOverflow else { return nil }
        // Either the sizes stand in members of their own, or they're the first two numbers of the message.
        let numbers = message.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
        let size = detail?["n_ctx"]?.numberValue?.integerValue ?? numbers.first ?? 0
        let count = detail?["n_prompt_tokens"]?.numberValue?.integerValue ?? numbers.dropFirst().first ?? 0
        return LanguageModelError.contextSizeExceeded(
            .init(contextSize: size, tokenCount: count, debugDescription: message))
    }

    /// The end of a waiting time: seconds or a date (RFC 9110, section 10.2.3).
    private static func resetDate(_ field: String?, _ now: Date) -> Date? {
        guard let field else { return nil }
        if let seconds = Double(field), seconds.isFinite { return now.addingTimeInterval(max(0, seconds)) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: field)
    }
}
