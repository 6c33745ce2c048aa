package import Foundation

/// A writer of small GGUF files for tests: version, metadata and tensors in the order in which they were added.
///
/// It shares nothing with the reader: type numbers are written out here from the format's specification.
package struct GGUFWriter {
    /// A metadata value of one of the format's types.
    package enum Value {
        case uint8(UInt8)
        case int8(Int8)
        case uint16(UInt16)
        case int16(Int16)
        case uint32(UInt32)
        case int32(Int32)
        case float32(Float)
        case bool(Bool)
        case string(String)
        case uint64(UInt64)
        case int64(Int64)
        case float64(Double)
        /// The number of the element type, and the elements, which have to be of that type.
        indirect case array(of: UInt32, [Value])

        /// An array of strings.
        package static func strings(_ values: [String]) -> Value { .array(of: 8, values.map { .string($0) }) }
        /// An array of 32-bit integers.
        package static func int32s(_ values: [Int32]) -> Value { .array(of: 5, values.map { .int32($0) }) }
        /// An array of 32-bit floats.
        package static func floats(_ values: [Float]) -> Value { .array(of: 6, values.map { .float32($0) }) }
    }

    /// The version that the file claims.
    package var version: UInt32 = 3
    /// What tensor offsets are rounded up to; write it to the metadata too when it isn't 32.
    package var alignment = 32

    private var metadata: [(key: String, value: Value)] = []
    private var tensors: [(name: String, type: UInt32, shape: [Int], data: [UInt8])] = []

    /// Starts an empty file.
    package init() {}

    /// Adds a metadata entry.
    package mutating func add(_ key: String, _ value: Value) {
        metadata.append((key, value))
    }

    /// Adds a tensor by the number of its type, its extents outermost first, and its bytes as they are to be stored.
    package mutating func addTensor(_ name: String, type: UInt32, shape: [Int], data: [UInt8]) {
        tensors.append((name, type, shape, data))
    }

    /// Adds a tensor of 32-bit floats by its extents outermost first.
    package mutating func addTensor(_ name: String, shape: [Int], floats: [Float]) {
        addTensor(name, type: 0, shape: shape, data: floats.flatMap { bytes(of: $0.bitPattern) })
    }

    /// Gives the bytes of the file.
    package func encoded() -> [UInt8] {
        var out: [UInt8] = Array("GGUF".utf8) + bytes(of: version)
        out += bytes(of: UInt64(tensors.count)) + bytes(of: UInt64(metadata.count))
        for (key, value) in metadata {
            out += string(key) + bytes(of: number(of: value)) + payload(of: value)
        }
        var data: [UInt8] = []
        for tensor in tensors {
            out += string(tensor.name) + bytes(of: UInt32(tensor.shape.count))
            out += tensor.shape.reversed().flatMap { bytes(of: UInt64($0)) }
            out += bytes(of: tensor.type) + bytes(of: UInt64(data.count))
            data += padded(tensor.data)
        }
        return padded(out) + data
    }

    /// Writes the file to a folder under a name and gives its place.
    package func write(to folder: URL, name: String = "model.gguf") throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(encoded()).write(to: url)
        return url
    }

    private func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (alignment - bytes.count % alignment) % alignment)
    }

    private func string(_ string: String) -> [UInt8] {
        bytes(of: UInt64(string.utf8.count)) + Array(string.utf8)
    }

    private func bytes(of value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private func number(of value: Value) -> UInt32 {
        switch value {
        case .uint8: 0
        case .int8: 1
        case .uint16: 2
        case .int16: 3
        case .uint32: 4
        case .int32: 5
        case .float32: 6
        case .bool: 7
        case .string: 8
        case .array: 9
        case .uint64: 10
        case .int64: 11
        case .float64: 12
        }
    }

    private func payload(of value: Value) -> [UInt8] {
        switch value {
        case .uint8(let value): bytes(of: value)
        case .int8(let value): bytes(of: value)
        case .uint16(let value): bytes(of: value)
        case .int16(let value): bytes(of: value)
        case .uint32(let value): bytes(of: value)
        case .int32(let value): bytes(of: value)
        case .uint64(let value): bytes(of: value)
        case .int64(let value): bytes(of: value)
        case .float32(let value): bytes(of: value.bitPattern)
        case .float64(let value): bytes(of: value.bitPattern)
        case .bool(let value): [value ? 1 : 0]
        case .string(let value): string(value)
        case .array(let type, let values):
            bytes(of: type) + bytes(of: UInt64(values.count)) + values.flatMap { payload(of: $0) }
        }
    }
}
