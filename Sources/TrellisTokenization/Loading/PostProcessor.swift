import TrellisJSON

/// What a `tokenizer.json` puts around a single text.
enum PostProcessor {
    /// The tokens before and after a single text, from a `post_processor`.
    static func frame(_ place: JSONPlace, count: Int) throws(TokenizerError) -> SpecialTokens {
        var frame = SpecialTokens()
        if !place.isNull { try add(place, count, to: &frame) }
        return frame
    }

    private static func add(_ place: JSONPlace, _ count: Int, to frame: inout SpecialTokens) throws(TokenizerError) {
        switch try place.type() {
        case "Sequence":
            for part in try place["processors"].elements() { try add(part, count, to: &frame) }
        case "ByteLevel": break
        case "TemplateProcessing": try addTemplate(place, count, to: &frame)
        case "BertProcessing", "RobertaProcessing":
            frame.prefix.insert(try token(place["cls"], count), at: 0)
            frame.suffix.append(try token(place["sep"], count))
        case let name: throw place.unsupported(name)
        }
    }

    private static func addTemplate(
        _ place: JSONPlace, _ count: Int, to frame: inout SpecialTokens
    ) throws(TokenizerError) {
        var before: [TokenID] = []
        var after: [TokenID] = []
        var sequences = 0
        for item in try place["single"].elements() {
            if !item["Sequence"].isNull {
                sequences += 1
                continue
            }
            let name = try item["SpecialToken"]["id"].string()
            for id in try place["special_tokens"][name]["ids"].elements() {
                let token = try token(id.integer(), id.pointer, count)
                if sequences == 0 { before.append(token) } else { after.append(token) }
            }
        }
        guard sequences == 1 else { throw place["single"].unsupported("a template with \(sequences) texts") }
        frame.prefix = before + frame.prefix
        frame.suffix += after
    }

    /// The token of a pair of name and ID.
    private static func token(_ place: JSONPlace, _ count: Int) throws(TokenizerError) -> TokenID {
        let pair = try place.elements()
        guard pair.count == 2 else { throw place.wrongType("a name and an ID") }
        return try token(pair[1].integer(), pair[1].pointer, count)
    }

    private static func token(_ id: Int, _ pointer: String, _ count: Int) throws(TokenizerError) -> TokenID {
        guard id >= 0, id < count else { throw .tokenOutOfRange(place: pointer, id: id, count: count) }
        return TokenID(id)
    }
}
