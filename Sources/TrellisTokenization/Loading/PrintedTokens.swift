import TrellisJSON

/// The printed forms of the tokens of a `tokenizer.json` by ID, as they are read.
struct PrintedTokens {
    /// The text of each ID; empty for numbers without a token.
    private(set) var texts: [[UInt8]] = []

    /// Reads the `vocab` of a model.
    mutating func readModel(_ place: JSONPlace) throws(TokenizerError) {
        guard let members = place.value.objectValue else { throw place.wrongType("an object") }
        texts.reserveCapacity(members.count)
        for (text, value) in members {
            guard let id = value.numberValue?.integerValue else {
                throw .wrongType(place: "\(place.pointer)/\(text)", expected: "an integer")
            }
            try set(id, Array(text.utf8), at: "\(place.pointer)/\(text)")
        }
    }

    /// Reads `added_tokens`.
    mutating func readAdded(_ place: JSONPlace) throws(TokenizerError) -> [(token: AddedToken, isNormalized: Bool)] {
        if place.isNull { return [] }
        var added: [(token: AddedToken, isNormalized: Bool)] = []
        for entry in try place.elements() {
            let content = Array(try entry["content"].string().utf8)
            let id = try entry["id"].integer()
            try set(id, content, at: entry["id"].pointer)
            let token = AddedToken(
                id: TokenID(id), content: content, isSpecial: try entry["special"].bool(default: false),
                isSingleWord: try entry["single_word"].bool(default: false),
                stripsLeft: try entry["lstrip"].bool(default: false),
                stripsRight: try entry["rstrip"].bool(default: false))
            added.append((token, try entry["normalized"].bool(default: !token.isSpecial)))
        }
        return added
    }

    private mutating func set(
        _ id: Int, _ text: [UInt8], at place: @autoclosure () -> String
    ) throws(TokenizerError) {
        guard id >= 0, id < MetadataVocabulary.limit else {
            throw .tokenOutOfRange(place: place(), id: id, count: MetadataVocabulary.limit)
        }
        while texts.count <= id { texts.append([]) }
        guard texts[id].isEmpty || texts[id] == text else {
            throw .duplicateID(
                id: id, first: String(decoding: texts[id], as: UTF8.self),
                second: String(decoding: text, as: UTF8.self))
        }
        texts[id] = text
    }
}
