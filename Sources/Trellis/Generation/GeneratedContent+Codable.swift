extension GeneratedContent: Codable {
    /// Reads any value; the order of properties is up to the decoder.
    public init(from decoder: any Decoder) throws { self.init(value: try CodableJSON(from: decoder).value) }

    /// Writes the value; the order of properties is up to the encoder.
    public func encode(to encoder: any Encoder) throws { try CodableJSON(value).encode(to: encoder) }
}
