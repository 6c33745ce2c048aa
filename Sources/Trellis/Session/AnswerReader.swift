import TrellisJSON

/// Turns the text of an answer, as it arrives, into the content that a snapshot shows.
///
/// Pure: text in, content out. Snapshots are cumulative, and what one shows of a value is a start of what the next one shows.
/// Free text is content of one string; the text of a value is read as JSON, of which only what is certain shows.
package struct AnswerReader {
    private enum Form {
        case text(String)
        case value(PartialJSON)
    }

    private let isValue: Bool
    private var form: Form
    private var identities = GenerationIdentities()
    private var rawText = ""
    private var shown: GeneratedContent?

    /// Makes a reader of an answer of which nothing has arrived.
    ///
    /// - Parameter isValue: Whether the answer is the JSON text of a value rather than free text.
    package init(isValue: Bool) {
        self.isValue = isValue
        form = isValue ? .value(PartialJSON()) : .text("")
    }

    /// Takes the next characters.
    ///
    /// - Returns: What the answer shows now; nil when that is nothing, or what it showed before.
    /// - Throws: `GeneratedContent.ParsingError` for text that is not JSON, which the grammar of the answer rules out.
    package mutating func take(_ characters: String) throws -> GeneratedContent? {
        rawText += characters
        switch form {
        case .text(let text):
            let longer = text + characters
            form = .text(longer)
            return content(of: .string(longer), isComplete: false)
        case .value(var partial):
            // Taken out, so that appending finds it unshared.
            form = .text("")
            try reading { () throws(JSONError) in try partial.append(characters) }
            form = .value(partial)
            let content = GeneratedContent(partial)
            if content == shown { return nil }
            shown = content
            return content?.identified(by: &identities)
        }
    }

    /// Starts over with another text in the place of what has arrived; identities stay.
    ///
    /// - Returns: What the answer shows now; nil when that is nothing, or what it showed before.
    /// - Throws: As `take` does.
    package mutating func restart(with text: String) throws -> GeneratedContent? {
        rawText = ""
        form = isValue ? .value(PartialJSON()) : .text("")
        return try take(text)
    }

    /// Ends the answer.
    ///
    /// - Returns: The whole of it.
    /// - Throws: `GeneratedContent.ParsingError` for a value that is not whole, with its text.
    package mutating func finish() throws -> GeneratedContent {
        switch form {
        case .text(let text): return content(of: .string(text), isComplete: true)
        case .value(var partial):
            let value = try reading { () throws(JSONError) in try partial.finish() }
            return content(of: value, isComplete: true)
        }
    }

    private mutating func content(of value: JSONValue, isComplete: Bool) -> GeneratedContent {
        let content = GeneratedContent(value: value)
        let shown =
            if isComplete { content } else { GeneratedContent(content.form, id: content.id, isComplete: false) }
        return shown.identified(by: &identities)
    }

    private func reading<Result>(_ read: () throws(JSONError) -> Result) throws -> Result {
        do throws(JSONError) {
            return try read()
        } catch {
            throw GeneratedContent.ParsingError(
                rawContent: rawText, underlyingError: error, debugDescription: "\(error)")
        }
    }
}
