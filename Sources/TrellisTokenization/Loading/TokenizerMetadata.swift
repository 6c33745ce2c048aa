import TrellisModelFiles

/// Looks up values of a model file's metadata that describe the tokenizer.
struct TokenizerMetadata {
    /// The metadata by key.
    let values: [String: MetadataValue]

    /// A text, when there is one.
    func string(_ key: String) throws(TokenizerError) -> String? {
        switch values[key] {
        case nil: return nil
        case .string(let text)?: return text
        default: throw .wrongType(place: key, expected: "a string")
        }
    }

    /// A truth value, when there is one.
    func bool(_ key: String) throws(TokenizerError) -> Bool? {
        switch values[key] {
        case nil: return nil
        case .bool(let value)?: return value
        default: throw .wrongType(place: key, expected: "a boolean")
        }
    }

    /// The token of a key, when there is one.
    func token(_ key: String, count: Int) throws(TokenizerError) -> TokenID? {
        let id: Int
        switch values[key] {
        case nil: return nil
        case .unsigned(let number)?: id = Int(clamping: number)
        case .signed(let number)?: id = Int(clamping: number)
        default: throw .wrongType(place: key, expected: "an integer")
        }
        guard id >= 0, id < count else { throw .tokenOutOfRange(place: key, id: id, count: count) }
        return TokenID(id)
    }

    /// A list of strings.
    func strings(_ key: String) throws(TokenizerError) -> [[UInt8]] {
        switch values[key] {
        case nil: throw .missing(place: key)
        case .strings(let strings)?: return strings
        default: throw .wrongType(place: key, expected: "an array of strings")
        }
    }

    /// A list of integers with an entry for each token, when there is one.
    func integers(_ key: String, count: Int) throws(TokenizerError) -> [Int64]? {
        switch values[key] {
        case nil: return nil
        case .integers(let numbers)?:
            guard numbers.count == count else {
                throw .wrongCount(place: key, count: numbers.count, expected: count)
            }
            return numbers
        default: throw .wrongType(place: key, expected: "an array of integers")
        }
    }

    /// A list of floats with an entry for each token.
    func floats(_ key: String, count: Int) throws(TokenizerError) -> [Float] {
        switch values[key] {
        case nil: throw .missing(place: key)
        case .floats(let numbers)?:
            guard numbers.count == count else {
                throw .wrongCount(place: key, count: numbers.count, expected: count)
            }
            return numbers
        default: throw .wrongType(place: key, expected: "an array of floats")
        }
    }
}
