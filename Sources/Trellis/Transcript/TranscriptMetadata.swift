import Foundation
import TrellisJSON

/// Metadata of an entry, whose values are of any type that can be encoded.
///
/// Read back from JSON they are texts, booleans, numbers or arrays of texts, and content where they are more than that.
struct TranscriptMetadata {
    typealias Values = [String: any Sendable & Codable & Equatable]

    let values: Values

    init(_ values: Values) { self.values = values }

    /// The JSON of the metadata.
    func json() throws -> JSONObject {
        var object = JSONObject()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            object[name] = try TranscriptMetadata.json(value)
        }
        return object
    }

    init(json object: JSONObject) {
        var values: Values = [:]
        for (name, value) in object { values[name] = TranscriptMetadata.value(value) }
        self.values = values
    }

    private static func json(_ value: some Encodable) throws -> JSONValue {
        if let content = value as? GeneratedContent { return content.value }
        return try JSONValue(parsing: String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
    }

    private static func value(_ value: JSONValue) -> any Sendable & Codable & Equatable {
        switch value {
        case .bool(let value): return value
        case .string(let text): return text
        case .number(let number):
            if let value = number.integerValue { return value }
            let value = number.doubleValue
            return JSONNumber(value) == number ? value : GeneratedContent(value: .number(number))
        case .array(let elements):
            let texts = elements.compactMap(\.stringValue)
            return texts.count == elements.count ? texts : GeneratedContent(value: value)
        case .null, .object: return GeneratedContent(value: value)
        }
    }
}

extension TranscriptMetadata: Equatable {
    /// Equal when the values encode to equal JSON.
    static func == (left: TranscriptMetadata, right: TranscriptMetadata) -> Bool {
        guard left.values.count == right.values.count else { return false }
        return left.values.allSatisfy { name, value in
            guard let other = right.values[name] else { return false }
            return value.isEqual(to: other)
                || (try? TranscriptMetadata.json(value)).map { $0 == (try? TranscriptMetadata.json(other)) } ?? false
        }
    }
}

extension Equatable {
    /// Whether another value is of this type and equal.
    fileprivate func isEqual(to other: any Equatable) -> Bool { other as? Self == self }
}
