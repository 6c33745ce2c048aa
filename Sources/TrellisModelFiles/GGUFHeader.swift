/// The header of a GGUF file, read and checked: metadata, and tensors whose bytes are known to lie inside the file.
///
/// The layout, all numbers little-endian, is: magic, version, tensor count and metadata count; the metadata as key, type
/// and value; the tensors as name, dimensions, type and offset; then, from the next multiple of the alignment on, the
/// tensor data that those offsets count from. See the GGUF specification in the ggml repository.
///
/// Nothing here trusts the file. Counts are held against the bytes that are left before anything is allocated for them,
/// all arithmetic on numbers of the file is checked, and the header as a whole has a greatest length, so that even a
/// huge sparse file can't take more than a few times that in memory.
package struct GGUFHeader: Sendable {
    /// The version of the format: 2 or 3.
    package private(set) var version: UInt32 = 0
    /// The metadata by key.
    package private(set) var metadata: [String: MetadataValue] = [:]
    /// The tensors by name.
    package private(set) var tensors: [String: Tensor] = [:]

    /// The greatest number of bytes before the tensor data.
    package static let lengthLimit = 1 << 28

    /// The alignment of tensor data in files that don't name one.
    static let defaultAlignment = 32

    /// A tensor description as it stands in the file, before its place in the data is checked.
    struct Entry {
        var name: String
        var place: Int
        var type: TensorType
        var shape: [Int]
        var byteCount: Int
        var offset: UInt64
    }

    /// Reads the header from all bytes of a file.
    package init(_ bytes: UnsafeRawBufferPointer) throws(GGUFFault) {
        var cursor = unsafe GGUFCursor(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.lengthLimit)))
        do {
            let entries = try readEntries(&cursor)
            try place(entries, headerEnd: cursor.offset, fileSize: bytes.count)
        } catch {
            // The bytes ended because of the limit and not because of the file.
            if bytes.count > Self.lengthLimit, error.isShortage {
                throw GGUFFault(
                    offset: error.offset, subject: error.subject, problem: .headerTooLong(limit: Self.lengthLimit))
            }
            throw error
        }
    }

    /// Reads everything up to the tensor data.
    private mutating func readEntries(_ cursor: inout GGUFCursor) throws(GGUFFault) -> [Entry] {
        let magic: UInt32 = try cursor.read()
        guard magic == 0x4655_4747 else {
            throw GGUFFault(offset: 0, subject: .header, problem: .badMagic)
        }
        version = try cursor.read()
        guard version == 2 || version == 3 else {
            let isSwapped = version.byteSwapped == 2 || version.byteSwapped == 3
            throw GGUFFault(
                offset: 4, subject: .header, problem: isSwapped ? .bigEndian : .unsupportedVersion(version))
        }
        // The shortest description of a tensor: an empty name, one dimension. Of a key: an empty key, one byte of value.
        let tensorCount = try cursor.readCount(ofAtLeast: 8 + 4 + 8 + 4 + 8)
        let metadataCount = try cursor.readCount(ofAtLeast: 8 + 4 + 1)
        for index in 0..<metadataCount {
            try readMetadata(index, &cursor)
        }
        var entries: [Entry] = []
        entries.reserveCapacity(tensorCount)
        for index in 0..<tensorCount {
            entries.append(try Self.readTensor(index, &cursor))
        }
        return entries
    }

    /// Reads one metadata entry.
    private mutating func readMetadata(_ index: Int, _ cursor: inout GGUFCursor) throws(GGUFFault) {
        cursor.subject = .metadataEntry(index)
        let place = cursor.offset
        let key = try cursor.readString()
        cursor.subject = .metadata(key: key)
        let value = try cursor.readMetadataValue()
        guard metadata.updateValue(value, forKey: key) == nil else {
            throw GGUFFault(offset: place, subject: cursor.subject, problem: .duplicate)
        }
    }

    /// Reads one tensor description.
    private static func readTensor(_ index: Int, _ cursor: inout GGUFCursor) throws(GGUFFault) -> Entry {
        cursor.subject = .tensorEntry(index)
        let place = cursor.offset
        let name = try cursor.readString()
        cursor.subject = .tensor(name: name)
        let shapePlace = cursor.offset
        let dimensionCount: UInt32 = try cursor.read()
        func fault(_ problem: GGUFFault.Problem, at offset: Int) -> GGUFFault {
            GGUFFault(offset: offset, subject: .tensor(name: name), problem: problem)
        }
        guard (1...4).contains(dimensionCount) else {
            throw fault(.badDimensionCount(dimensionCount), at: shapePlace)
        }
        // The file has the innermost dimension first.
        var dimensions: [UInt64] = []
        for _ in 0..<dimensionCount {
            dimensions.append(try cursor.read())
        }
        let typePlace = cursor.offset
        let typeNumber: UInt32 = try cursor.read()
        guard let type = TensorType(rawValue: typeNumber) else {
            throw fault(.unknownTensorType(typeNumber), at: typePlace)
        }
        guard let shape = shape(dimensions), let rowLength = shape.last else {
            throw fault(.badDimensions(dimensions), at: shapePlace)
        }
        guard rowLength.isMultiple(of: type.blockLength) else {
            throw fault(.partialBlock(rowLength: rowLength, blockLength: type.blockLength), at: shapePlace)
        }
        guard let byteCount = byteCount(of: shape, type) else {
            throw fault(.badDimensions(dimensions), at: shapePlace)
        }
        let offset: UInt64 = try cursor.read()
        return Entry(
            name: name, place: place, type: type, shape: shape, byteCount: byteCount, offset: offset)
    }

    /// Turns dimensions around, unless one of them is zero or too large.
    private static func shape(_ dimensions: [UInt64]) -> [Int]? {
        var shape: [Int] = []
        for dimension in dimensions.reversed() {
            guard let extent = Int(exactly: dimension), extent > 0 else { return nil }
            shape.append(extent)
        }
        return shape
    }

    /// Multiplies out the size of a tensor, unless it is beyond counting.
    private static func byteCount(of shape: [Int], _ type: TensorType) -> Int? {
        var count = 1
        for extent in shape {
            let product = count.multipliedReportingOverflow(by: extent)
            guard !product.overflow else { return nil }
            count = product.partialValue
        }
        let bytes = (count / type.blockLength).multipliedReportingOverflow(by: type.blockSize)
        return bytes.overflow ? nil : bytes.partialValue
    }

    /// Finds where each tensor lies in the file, and that it lies there alone.
    private mutating func place(
        _ entries: [Entry], headerEnd: Int, fileSize: Int
    ) throws(GGUFFault) {
        let alignment = try readAlignment(headerEnd: headerEnd)
        // The header's length has a limit and the alignment fits in 32 bits: the sum can't overflow.
        let dataStart = (headerEnd + alignment - 1) / alignment * alignment
        let dataSize = max(0, fileSize - dataStart)
        tensors.reserveCapacity(entries.count)
        for entry in entries {
            func fault(_ problem: GGUFFault.Problem) -> GGUFFault {
                GGUFFault(offset: entry.place, subject: .tensor(name: entry.name), problem: problem)
            }
            guard entry.offset.isMultiple(of: UInt64(alignment)) else {
                throw fault(.misaligned(entry.offset, alignment: alignment))
            }
            guard let offset = Int(exactly: entry.offset), offset <= dataSize, entry.byteCount <= dataSize - offset
            else {
                throw fault(.outsideFile(offset: entry.offset, byteCount: entry.byteCount, dataSize: dataSize))
            }
            let tensor = Tensor(
                name: entry.name, type: entry.type, shape: entry.shape, offset: dataStart + offset,
                byteCount: entry.byteCount)
            guard tensors.updateValue(tensor, forKey: entry.name) == nil else { throw fault(.duplicate) }
        }
        try checkOverlaps(entries)
    }

    /// Reads the alignment from the metadata.
    private func readAlignment(headerEnd: Int) throws(GGUFFault) -> Int {
        let key = "general.alignment"
        guard let value = metadata[key] else { return Self.defaultAlignment }
        guard case .unsigned(let number) = value, let alignment = UInt32(exactly: number), alignment >= 8,
            alignment.nonzeroBitCount == 1
        else {
            throw GGUFFault(offset: headerEnd, subject: .metadata(key: key), problem: .badAlignment(value))
        }
        return Int(alignment)
    }

    /// Checks that no two tensors share bytes.
    private func checkOverlaps(_ entries: [Entry]) throws(GGUFFault) {
        let sorted = entries.sorted { $0.offset < $1.offset }
        for (first, second) in zip(sorted, sorted.dropFirst())
        where second.offset - first.offset < UInt64(first.byteCount) {
            throw GGUFFault(
                offset: second.place, subject: .tensor(name: second.name), problem: .overlap(with: first.name))
        }
    }
}

extension GGUFFault {
    /// Whether the bytes ended too early.
    fileprivate var isShortage: Bool {
        switch problem {
        case .truncated, .countTooLarge: true
        default: false
        }
    }
}
