import TrellisJSON

/// The header of a safetensors file, read and checked: tensors whose bytes are known to lie inside the file.
///
/// The layout is: the length of the header in eight bytes, little-endian; the header, a JSON object that has for each tensor
/// its type, its extents and the range of its bytes behind the header; then those bytes.
struct SafetensorsHeader {
    /// The tensors by name.
    private(set) var tensors: [String: Tensor] = [:]

    /// The greatest number of bytes of a header.
    static let lengthLimit = 1 << 25

    /// Reads the header from all bytes of a file, the one with a number among those of its folder.
    init(_ bytes: UnsafeRawBufferPointer, shard: Int) throws(SafetensorsFault) {
        guard bytes.count >= 8 else { throw .init(nil, .truncated(needed: 8, left: bytes.count)) }
        let length = unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
        guard length <= UInt64(Self.lengthLimit) else {
            throw .init(nil, .headerTooLong(length, limit: Self.lengthLimit))
        }
        let dataStart = 8 + Int(length)
        guard dataStart <= bytes.count else {
            throw .init(nil, .truncated(needed: UInt64(dataStart), left: bytes.count))
        }
        let header: JSONValue
        do {
            header = try JSONValue(parsing: unsafe Array(bytes[8..<dataStart]), depthLimit: 4)
        } catch {
            throw .init(nil, .badHeader(String(describing: error)))
        }
        guard let entries = header.objectValue else { throw .init(nil, .badHeader("not an object")) }
        for (name, entry) in entries where name != "__metadata__" {
            tensors[name] = try Self.tensor(
                name, entry, dataStart: dataStart, dataSize: bytes.count - dataStart, shard: shard)
        }
        try checkOverlaps()
    }

    /// Reads the description of a tensor.
    private static func tensor(
        _ name: String, _ entry: JSONValue, dataStart: Int, dataSize: Int, shard: Int
    ) throws(SafetensorsFault) -> Tensor {
        guard let typeName = entry["dtype"]?.stringValue else { throw .init(name, .missing("dtype")) }
        let type: TensorType
        switch typeName {
        case "F32": type = .f32
        case "F16": type = .f16
        case "BF16": type = .bf16
        default: throw .init(name, .unsupportedType(typeName))
        }
        guard let shape = integers(entry["shape"]), shape.count <= 8, shape.allSatisfy({ $0 > 0 }) else {
            throw .init(name, .badShape)
        }
        var byteCount = type.blockSize
        for extent in shape {
            let (product, overflow) = byteCount.multipliedReportingOverflow(by: extent)
            guard !overflow else { throw .init(name, .badShape) }
            byteCount = product
        }
        guard let offsets = integers(entry["data_offsets"]), offsets.count == 2, offsets[0] >= 0,
            offsets[0] <= offsets[1],
            offsets[1] <= dataSize
        else { throw .init(name, .outsideFile(dataSize: dataSize)) }
        guard offsets[1] - offsets[0] == byteCount else {
            throw .init(name, .wrongSize(offsets[1] - offsets[0], needed: byteCount))
        }
        guard (dataStart + offsets[0]).isMultiple(of: type.blockSize) else { throw .init(name, .misaligned) }
        return Tensor(
            name: name, type: type, shape: shape.isEmpty ? [1] : shape, offset: dataStart + offsets[0],
            byteCount: byteCount, shard: shard)
    }

    /// The integers of an array that has nothing else.
    private static func integers(_ value: JSONValue?) -> [Int]? {
        guard let elements = value?.arrayValue else { return nil }
        let integers = elements.compactMap { $0.numberValue?.integerValue }
        return integers.count == elements.count ? integers : nil
    }

    /// Checks that no two tensors share bytes.
    private func checkOverlaps() throws(SafetensorsFault) {
        let sorted = tensors.values.sorted { ($0.offset, $0.name) < ($1.offset, $1.name) }
        for (first, second) in zip(sorted, sorted.dropFirst()) where second.offset - first.offset < first.byteCount {
            throw .init(second.name, .overlap(with: first.name))
        }
    }
}

/// What is wrong with the bytes of a safetensors file, and where.
package struct SafetensorsFault: Error, Sendable, Hashable {
    /// The tensor that the fault belongs to; nothing when it is the header as a whole.
    package let tensor: String?
    /// What is wrong.
    package let problem: Problem

    init(_ tensor: String?, _ problem: Problem) {
        self.tensor = tensor
        self.problem = problem
    }

    /// The ways in which the bytes can be wrong.
    package enum Problem: Sendable, Hashable {
        /// The file ends before the header does.
        case truncated(needed: UInt64, left: Int)
        /// The header is longer than the reader takes.
        case headerTooLong(UInt64, limit: Int)
        /// The header isn't the JSON that it has to be.
        case badHeader(String)
        /// A description lacks a member.
        case missing(String)
        /// Numbers of a type that the reader doesn't take.
        case unsupportedType(String)
        /// Extents that aren't positive integers, or a size beyond what an address can count.
        case badShape
        /// Offsets that don't describe a range of bytes inside the file.
        case outsideFile(dataSize: Int)
        /// A range of bytes that isn't as long as type and shape say.
        case wrongSize(Int, needed: Int)
        /// Data that doesn't start at a multiple of the size of its numbers.
        case misaligned
        /// Data that shares bytes with another tensor's.
        case overlap(with: String)
    }
}
