import Foundation
import TrellisJSON

/// A JSON value that goes through encoders and decoders of any format.
///
/// Numbers pass exactly up to 64-bit integers and decimals of 38 digits; the order of members is up to the coder.
struct CodableJSON: Codable {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    /// A member name as coders take it.
    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Name.self) {
            var object = JSONObject()
            for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                object[name.stringValue] = try container.decode(CodableJSON.self, forKey: name).value
            }
            value = .object(object)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(CodableJSON.self).value) }
            value = .array(elements)
        } else {
            value = try CodableJSON.scalar(in: try decoder.singleValueContainer())
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(UInt64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(Decimal.self), !value.isNaN, let number = JSONNumber(value.description) {
            return .number(number)
        }
        if let number = JSONNumber(try container.decode(Double.self)) { return .number(number) }
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "a number that JSON does not have")
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let object):
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in object {
                try container.encode(CodableJSON(value), forKey: Name(stringValue: name))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(CodableJSON(element)) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .number(let number):
            var container = encoder.singleValueContainer()
            if let value = Int64(number.text) {
                try container.encode(value)
            } else if let value = UInt64(number.text) {
                try container.encode(value)
            } else if let value = Decimal(number), JSONNumber(value.description) == number {
                try container.encode(value)
            } else {
                try container.encode(number.doubleValue)
            }
        }
    }
}
