import TrellisJSON

/// A place in the JSON form of a transcript, which knows the way that led to it.
struct TranscriptReader {
    let value: JSONValue
    let path: [any CodingKey]

    /// A member that must be there.
    func member(_ name: String) throws -> TranscriptReader {
        guard let member = optionalMember(name) else { throw fault("“\(name)” is missing") }
        return member
    }

    /// A member that may be missing.
    func optionalMember(_ name: String) -> TranscriptReader? {
        value[name].map { TranscriptReader(value: $0, path: path + [CodableJSON.Name(stringValue: name)]) }
    }

    /// The elements of an array.
    func elements() throws -> [TranscriptReader] {
        guard let elements = value.arrayValue else { throw mismatch("an array") }
        return elements.enumerated().map { index, element in
            TranscriptReader(value: element, path: path + [CodableJSON.Name(stringValue: "Index \(index)")])
        }
    }

    /// The text here.
    func string() throws -> String {
        guard let text = value.stringValue else { throw mismatch("a string") }
        return text
    }

    /// The text of a member that must be there.
    func string(_ name: String) throws -> String { try member(name).string() }

    /// The whole number here.
    func integer() throws -> Int {
        guard let number = value.numberValue?.integerValue else { throw mismatch("an integer") }
        return number
    }

    /// The number here.
    func number() throws -> Double {
        guard let number = value.numberValue else { throw mismatch("a number") }
        return number.doubleValue
    }

    /// The seed here.
    func seed() throws -> UInt64 {
        guard let number = value.numberValue, let seed = UInt64(number.text) else { throw mismatch("a seed") }
        return seed
    }

    /// The truth value here.
    func boolean() throws -> Bool {
        guard let value = value.boolValue else { throw mismatch("a boolean") }
        return value
    }

    /// The object here.
    func object() throws -> JSONObject {
        guard let object = value.objectValue else { throw mismatch("an object") }
        return object
    }

    /// The schema here.
    func schema() throws -> GenerationSchema { try GenerationSchema(checking: value, at: path) }

    /// The error for something that is wrong here.
    func fault(_ text: String) -> DecodingError {
        DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: text))
    }

    private func mismatch(_ expected: String) -> DecodingError {
        fault("expected \(expected), found \(value.typeName)")
    }
}
