import TrellisJSON

extension Transcript: Codable {
    /// Reads a transcript from its JSON form.
    ///
    /// - Throws: `DecodingError` with the place of what is not as it should be.
    public init(from decoder: any Decoder) throws {
        try self.init(json: TranscriptReader(value: try CodableJSON(from: decoder).value, path: decoder.codingPath))
    }

    /// Writes the transcript in its JSON form.
    ///
    /// - Throws: What is wrong with a schema in it, and what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try CodableJSON(try json()).encode(to: encoder) }
}
