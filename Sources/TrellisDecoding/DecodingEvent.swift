/// Something that happens while a request is decoded.
package enum DecodingEvent: Sendable {
    /// The next whole characters of the answer.
    case text(String)
    /// The answer is done; the last event.
    case finished(DecodingResult)
}
