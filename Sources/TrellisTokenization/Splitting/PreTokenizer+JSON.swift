import TrellisJSON

extension PreTokenizer {
    /// Reads the `pre_tokenizer` of a `tokenizer.json`.
    init(_ place: JSONPlace) throws(TokenizerError) {
        let steps = place.isNull ? [] : try Self.steps(place)
        if steps.filter(Self.isPrintingBytes).count > 1 { throw place.unsupported("ByteLevel twice") }
        self.init(steps)
    }

    private static func steps(_ place: JSONPlace) throws(TokenizerError) -> [Step] {
        switch try place.type() {
        case "Sequence":
            var steps: [Step] = []
            for part in try place["pretokenizers"].elements() { steps += try Self.steps(part) }
            return steps
        case "ByteLevel":
            var steps: [Step] = []
            if try place["add_prefix_space"].bool(default: true) { steps.append(.prefixSpace) }
            if try place["use_regex"].bool(default: true) { steps.append(try split(NamedPreTokenizer.gpt2)) }
            return steps + [.printBytes]
        case "Split":
            let isInverted = try place["invert"].bool(default: false)
            let pattern = try SplitPattern(describedBy: place["pattern"])
            return [.split(pattern, try behavior(place["behavior"]), isInverted: isInverted)]
        case "Digits":
            return [
                try place["individual_digits"].bool(default: false)
                    ? split(#"\p{N}"#) : split(#"\p{N}"#, .contiguous)
            ]
        case "Punctuation":
            let behavior = place["behavior"].isNull ? .isolated : try behavior(place["behavior"])
            return [try split(punctuation, behavior)]
        case "Whitespace":
            return [.split(try SplitPattern(#"\w+|[^\w\s]+"#, syntax: .rust), .removed, isInverted: true)]
        case "WhitespaceSplit": return [try split(#"\s"#, .removed)]
        case "BertPreTokenizer": return [try split(#"\s"#, .removed), try split(punctuation)]
        case "CharDelimiterSplit":
            return [.split(try SplitPattern(literal: place["delimiter"].string()), .removed, isInverted: false)]
        case "Metaspace": return [try markSpaces(place)]
        case "FixedLength":
            let length = try place["length"].integer()
            guard length > 0 else { throw place["length"].wrongType("a positive integer") }
            return [.chunk(length)]
        case let name: throw place.unsupported(name)
        }
    }

    /// ASCII punctuation and that of Unicode.
    private static let punctuation = #"[\p{P}!-/:-@\[-`{-~]"#

    private static func split(
        _ pattern: String, _ behavior: SplitBehavior = .isolated, isInverted: Bool = false
    ) throws(TokenizerError) -> Step {
        .split(try SplitPattern(pattern), behavior, isInverted: isInverted)
    }

    private static func behavior(_ place: JSONPlace) throws(TokenizerError) -> SplitBehavior {
        let name = try place.string()
        guard let behavior = SplitBehavior(rawValue: name) else { throw place.unsupported(name) }
        return behavior
    }

    private static func markSpaces(_ place: JSONPlace) throws(TokenizerError) -> Step {
        let mark = try place["replacement"].string()
        var prefix = try place["add_prefix_space"].bool(default: true) ? SpacePrefix.always : .never
        if !place["prepend_scheme"].isNull {
            let name = try place["prepend_scheme"].string()
            guard let scheme = SpacePrefix(rawValue: name) else { throw place["prepend_scheme"].unsupported(name) }
            prefix = scheme
        }
        let cut = try place["split"].bool(default: true) ? SplitPattern(literal: mark) : nil
        return .markSpaces(mark: Array(mark.utf8), prefix: prefix, cut: cut)
    }
}

extension SplitPattern {
    /// Compiles a pattern that matches a text as it stands.
    convenience init(literal text: String) throws(TokenizerError) {
        guard !text.isEmpty else { throw .invalidPattern(pattern: text, offset: 0, reason: "the text is empty") }
        var pattern = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        try self.init(pattern)
    }

    /// Reads a pattern of a `tokenizer.json`: a text or a regular expression.
    convenience init(describedBy place: JSONPlace) throws(TokenizerError) {
        if place["Regex"].isNull {
            try self.init(literal: place["String"].string())
        } else {
            try self.init(place["Regex"].string())
        }
    }
}
