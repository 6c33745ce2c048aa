extension TemplateInterpreter {
    /// The text in other letters, by the name of Python's method.
    static func cased(_ text: String, _ name: String) -> String {
        switch name {
        case "upper": return text.uppercased()
        case "lower", "casefold": return text.lowercased()
        case "capitalize": return capitalized(text.unicodeScalars[...])
        case "swapcase":
            return text.unicodeScalars.reduce(into: "") { output, scalar in
                output +=
                    scalar.properties.isUppercase
                    ? scalar.properties.lowercaseMapping : scalar.properties.uppercaseMapping
            }
        default:
            // A letter after a letter is small, any other is a title letter.
            var isInside = false
            return text.unicodeScalars.reduce(into: "") { output, scalar in
                output += isInside ? scalar.properties.lowercaseMapping : scalar.properties.titlecaseMapping
                isInside = scalar.properties.isCased
            }
        }
    }

    /// The text with its first letter large and the others small.
    static func capitalized(_ text: Substring.UnicodeScalarView) -> String {
        guard let first = text.first else { return "" }
        return first.properties.titlecaseMapping + String(text.dropFirst()).lowercased()
    }

    /// Whether all characters are of a kind, by the name of Python's method; an empty text has none of any kind.
    static func isAll(_ text: String, _ name: String) -> Bool {
        let scalars = text.unicodeScalars
        if name == "isascii" { return scalars.allSatisfy(\.isASCII) }
        if name == "islower" || name == "isupper" {
            let cased = scalars.filter(\.properties.isCased)
            let isWanted = { (scalar: Unicode.Scalar) in
                name == "islower" ? scalar.properties.isLowercase : scalar.properties.isUppercase
            }
            return !cased.isEmpty && cased.allSatisfy(isWanted)
        }
        guard !scalars.isEmpty else { return false }
        switch name {
        case "isspace": return scalars.allSatisfy(\.isPythonSpace)
        case "isalpha": return scalars.allSatisfy(isLetter)
        case "isdecimal": return scalars.allSatisfy { $0.properties.numericType == .decimal }
        case "isdigit":
            return scalars.allSatisfy {
                $0.properties.numericType == .decimal || $0.properties.numericType == .digit
            }
        case "isnumeric": return scalars.allSatisfy { $0.properties.numericType != nil }
        default: return scalars.allSatisfy { isLetter($0) || $0.properties.numericType != nil }
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}
