import Foundation

/// The steps that rewrite a text before it is cut into pieces.
struct Normalizer: Sendable {
    /// A normalization form of Unicode Standard Annex 15; raw values are those of `tokenizer.json`.
    enum Form: String, Sendable {
        case nfc = "NFC"
        case nfd = "NFD"
        case nfkc = "NFKC"
        case nfkd = "NFKD"
    }

    /// One step.
    enum Step: Sendable {
        case form(Form)
        /// Puts a text before a text that is not empty.
        case prepend([UInt8])
        /// Replaces each match.
        case replace(SplitPattern, with: [UInt8])
        /// Maps each character to lower case, without regard to language or place.
        case lowercase
        /// Takes white space from the ends.
        case strip(left: Bool, right: Bool)
    }

    /// The steps in order.
    let steps: [Step]

    /// The rewritten text.
    func normalize(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for step in steps where !text.isEmpty {
            switch step {
            case .form(let form): text = Self.normalize(text, form)
            case .prepend(let prefix): text = prefix + text
            case .replace(let pattern, let replacement): text = Self.replace(text, pattern, replacement)
            case .lowercase: text = Self.lowercase(text)
            case .strip(let left, let right): text = Self.strip(text, left, right)
            }
        }
        return text
    }

    private static func normalize(_ text: [UInt8], _ form: Form) -> [UInt8] {
        // All forms leave ASCII alone.
        guard text.contains(where: { $0 >= 0x80 }) else { return text }
        let string = String(decoding: text, as: UTF8.self)
        let normalized =
            switch form {
            case .nfc: string.precomposedStringWithCanonicalMapping
            case .nfd: string.decomposedStringWithCanonicalMapping
            case .nfkc: string.precomposedStringWithCompatibilityMapping
            case .nfkd: string.decomposedStringWithCompatibilityMapping
            }
        return Array(normalized.utf8)
    }

    /// The text with each match replaced.
    static func replace(_ text: [UInt8], _ pattern: SplitPattern, _ replacement: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        pattern.forEachPiece([0..<text.count], of: text) { piece, matches in
            var end = 0
            for match in matches {
                result.append(contentsOf: text[end..<match.lowerBound])
                result.append(contentsOf: replacement)
                end = match.upperBound
            }
            result.append(contentsOf: text[end..<piece.upperBound])
        }
        return result
    }

    private static func lowercase(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            result.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
        }
        return result
    }

    private static func strip(_ text: [UInt8], _ left: Bool, _ right: Bool) -> [UInt8] {
        var scalars = Substring(decoding: text, as: UTF8.self).unicodeScalars
        if left { scalars = scalars.drop { $0.properties.isWhitespace } }
        if right { while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() } }
        return Array(String(scalars).utf8)
    }
}
