import TestSupport
import Testing
import TrellisModelFiles

/// Hostile and broken bytes give an error that names the thing and its place; they never trap or take much memory.
@Suite struct GGUFHeaderHostileTests {
    /// Reads a header from bytes.
    private func read(_ bytes: [UInt8]) throws(GGUFFault) -> GGUFHeader {
        let result: Result<GGUFHeader, GGUFFault> = unsafe bytes.withUnsafeBytes { buffer in
            do throws(GGUFFault) {
                return .success(try unsafe GGUFHeader(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Gives the fault of bytes that have to have one.
    private func fault(_ bytes: [UInt8]) throws -> GGUFFault {
        try #require(throws: GGUFFault.self) { try read(bytes) }
    }

    /// Little-endian bytes of an integer.
    private func le(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// The start of a file with counts, to which entries can be added by hand.
    private func prefix(tensors: UInt64, metadata: UInt64) -> [UInt8] {
        Array("GGUF".utf8) + le(UInt32(3)) + le(tensors) + le(metadata)
    }

    private func name(_ string: String) -> [UInt8] { le(UInt64(string.utf8.count)) + Array(string.utf8) }

    /// A tensor description, dimensions innermost first as in a file.
    private func tensor(_ tensorName: String, _ dimensions: [UInt64], type: UInt32, offset: UInt64) -> [UInt8] {
        name(tensorName) + le(UInt32(dimensions.count)) + dimensions.flatMap { le($0) } + le(type) + le(offset)
    }

    /// A file with one tensor description and some zero bytes after it.
    private func oneTensor(_ dimensions: [UInt64], type: UInt32 = 0, offset: UInt64 = 0) -> [UInt8] {
        prefix(tensors: 1, metadata: 0) + tensor("w", dimensions, type: type, offset: offset)
            + [UInt8](repeating: 0, count: 256)
    }

    @Test("Magic and version")
    func magicAndVersion() throws {
        #expect(try fault(Array("GGML".utf8) + le(UInt32(3))).problem == .badMagic)
        #expect(try fault(Array("GGUF".utf8) + le(UInt32(1))).problem == .unsupportedVersion(1))
        #expect(try fault(Array("GGUF".utf8) + le(UInt32(3).byteSwapped)).problem == .bigEndian)
        #expect(try fault([]).problem == .truncated(needed: 4, left: 0))
    }

    @Test("Counts that the file can't hold", arguments: [UInt64(1) << 60, .max, UInt64(1) << 63, 1000])
    func counts(count: UInt64) throws {
        let tensors = try fault(prefix(tensors: count, metadata: 0) + [UInt8](repeating: 0, count: 64))
        #expect(tensors.offset == 8)
        #expect(tensors.problem == .countTooLarge(count, left: 72))
        let metadata = try fault(prefix(tensors: 0, metadata: count) + [UInt8](repeating: 0, count: 64))
        #expect(metadata.offset == 16)
        #expect(metadata.problem == .countTooLarge(count, left: 64))
        for elementType in [0, 5, 8, 11] as [UInt32] {
            let array = try fault(
                prefix(tensors: 0, metadata: 1) + name("key") + le(UInt32(9)) + le(elementType) + le(count) + le(0))
            #expect(array.subject == .metadata(key: "key"))
            #expect(array.offset == 24 + 11 + 8)
            #expect(array.problem == .countTooLarge(count, left: 8))
        }
        let string = try fault(prefix(tensors: 0, metadata: 1) + le(count) + le(0))
        #expect(
            string == GGUFFault(offset: 24, subject: .metadataEntry(0), problem: .truncated(needed: count, left: 8)))
    }

    @Test("Metadata that can't be read")
    func metadata() throws {
        func entry(_ value: [UInt8]) -> [UInt8] { prefix(tensors: 0, metadata: 1) + name("key") + value }
        #expect(try fault(entry(le(UInt32(13)) + le(0))).problem == .unknownValueType(13))
        #expect(try fault(entry(le(UInt32(7)) + [2])).problem == .badBool(2))
        #expect(try fault(entry(le(UInt32(8)) + le(UInt64(1)) + [0xFF])).problem == .notUTF8)
        #expect(
            try fault(entry(le(UInt32(9)) + le(UInt32(9)) + le(UInt64(0)))).problem == .unsupportedArray(of: 9))
        #expect(
            try fault(entry(le(UInt32(9)) + le(UInt32(12)) + le(UInt64(0)))).problem == .unsupportedArray(of: 12))
        #expect(
            try fault(entry(le(UInt32(9)) + le(UInt32(10)) + le(UInt64(1)) + le(UInt64.max))).problem
                == .integerTooLarge(.max))
        let twice = name("key") + le(UInt32(0)) + [1]
        #expect(
            try fault(prefix(tensors: 0, metadata: 2) + twice + twice)
                == GGUFFault(offset: 24 + twice.count, subject: .metadata(key: "key"), problem: .duplicate))
    }

    @Test("Alignments", arguments: [0, 1, 4, 24, 48] as [UInt32])
    func alignment(_ alignment: UInt32) throws {
        let bytes = prefix(tensors: 0, metadata: 1) + name("general.alignment") + le(UInt32(4)) + le(alignment)
        #expect(try fault(bytes).problem == .badAlignment(.unsigned(UInt64(alignment))))
    }

    @Test("The greatest alignment leaves no data and overflows nothing")
    func hugeAlignment() throws {
        let key = name("general.alignment") + le(UInt32(4)) + le(UInt32(1) << 31)
        #expect(try read(prefix(tensors: 0, metadata: 1) + key).tensors.isEmpty)
        let bytes = prefix(tensors: 1, metadata: 1) + key + tensor("w", [1], type: 0, offset: 0)
        #expect(try fault(bytes).problem == .outsideFile(offset: 0, byteCount: 4, dataSize: 0))
    }

    @Test("Tensor shapes and types")
    func tensors() throws {
        #expect(try fault(oneTensor([])).problem == .badDimensionCount(0))
        #expect(try fault(oneTensor([1, 1, 1, 1, 1])).problem == .badDimensionCount(5))
        #expect(try fault(oneTensor([4, 0])).problem == .badDimensions([4, 0]))
        #expect(try fault(oneTensor([.max])).problem == .badDimensions([.max]))
        #expect(try fault(oneTensor([1 << 32, 1 << 32])).problem == .badDimensions([1 << 32, 1 << 32]))
        #expect(try fault(oneTensor([1 << 62])).problem == .badDimensions([1 << 62]))
        #expect(try fault(oneTensor([32], type: 99)).problem == .unknownTensorType(99))
        #expect(try fault(oneTensor([33], type: 2)).problem == .partialBlock(rowLength: 33, blockLength: 32))
        #expect(try read(oneTensor([32], type: 2)).tensors["w"]?.byteCount == 18)
    }

    @Test("Tensor data outside the file")
    func places() throws {
        let dataSize = oneTensor([1]).count - 64
        #expect(try fault(oneTensor([1], offset: 8)).problem == .misaligned(8, alignment: 32))
        #expect(
            try fault(oneTensor([1], offset: 1 << 60)).problem
                == .outsideFile(offset: 1 << 60, byteCount: 4, dataSize: dataSize))
        #expect(
            try fault(oneTensor([1], offset: .max - 31)).problem
                == .outsideFile(offset: .max - 31, byteCount: 4, dataSize: dataSize))
        #expect(
            try fault(oneTensor([1000])).problem == .outsideFile(offset: 0, byteCount: 4000, dataSize: dataSize))
    }

    @Test("Tensors that share a name or bytes")
    func sharing() throws {
        func two(_ second: String, offset: UInt64) -> [UInt8] {
            prefix(tensors: 2, metadata: 0) + tensor("a", [16], type: 0, offset: 32)
                + tensor(second, [8], type: 0, offset: offset) + [UInt8](repeating: 0, count: 256)
        }
        #expect(try read(two("b", offset: 0)).tensors.count == 2)
        #expect(try fault(two("a", offset: 0)).problem == .duplicate)
        #expect(try fault(two("b", offset: 64)).problem == .overlap(with: "a"))
        #expect(
            try fault(two("b", offset: 32)).problem == .overlap(with: "a")
                || fault(two("b", offset: 32)).problem == .overlap(with: "b"))
    }

    @Test("A file cut at any byte is an error, except inside the padding after the last tensor")
    func truncation() throws {
        let bytes = GGUFFileTests.sample().encoded()
        let end = try #require(try read(bytes).tensors.values.map { $0.offset + $0.byteCount }.max())
        for length in 0..<end {
            let fault = try fault(Array(bytes.prefix(length)))
            #expect(fault.offset <= length, "\(length)")
            #expect(!fault.description.contains("\n"))
        }
        _ = try read(Array(bytes.prefix(end)))
    }

    @Test("Any changed byte gives a header or an error, and tensors stay inside the file")
    func flips() throws {
        let bytes = GGUFFileTests.sample().encoded()
        for index in bytes.indices {
            for change in [0x01, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] ^= change
                guard let header = try? read(changed) else { continue }
                for tensor in header.tensors.values {
                    #expect(tensor.offset >= 0 && tensor.byteCount <= changed.count - tensor.offset)
                }
            }
        }
    }

    @Test("Names from the file can't break the line")
    func hostileNames() throws {
        let long = "a\nb\u{1B}[31m" + String(repeating: "x", count: 10_000)
        let fault = try fault(
            prefix(tensors: 1, metadata: 0) + tensor(long, [1], type: 99, offset: 0) + [UInt8](repeating: 0, count: 64))
        #expect(!fault.description.contains("\n"))
        #expect(!fault.description.contains("\u{1B}"))
        #expect(fault.description.count < 300)
    }
}
