import TrellisJSON

extension Normalizer {
    /// Reads the `normalizer` of a `tokenizer.json`.
    init(_ place: JSONPlace) throws(TokenizerError) { steps = place.isNull ? [] : try Self.steps(place) }

    private static func steps(_ place: JSONPlace) throws(TokenizerError) -> [Step] {
        let name = try place.type()
        if let form = Form(rawValue: name) { return [.form(form)] }
        switch name {
        case "Sequence":
            var steps: [Step] = []
            for part in try place["normalizers"].elements() { steps += try Self.steps(part) }
            return steps
        case "Prepend": return [.prepend(Array(try place["prepend"].string().utf8))]
        case "Replace":
            let content = try place["content"].string()
            return [.replace(try SplitPattern(describedBy: place["pattern"]), with: Array(content.utf8))]
        case "Lowercase": return [.lowercase]
        case "StripAccents": return [.replace(try SplitPattern(#"\p{M}+"#), with: [])]
        case "Strip":
            let left = try place["strip_left"].bool(default: true)
            return [.strip(left: left, right: try place["strip_right"].bool(default: true))]
        default: throw place.unsupported(name)
        }
    }
}
