/// The part of a GGUF file that a fault lies in.
package enum GGUFSubject: Sendable, Hashable {
    case header
    /// An entry of the metadata, by its position, before its key is known.
    case metadataEntry(Int)
    /// The value of a metadata key.
    case metadata(key: String)
    /// A tensor description, by its position, before its name is known.
    case tensorEntry(Int)
    /// The description of a named tensor.
    case tensor(name: String)
}

/// What is wrong with the bytes of a GGUF file, and where.
package struct GGUFFault: Error, Sendable, Hashable {
    /// The byte offset of the faulty field.
    package let offset: Int
    /// The part that the field belongs to.
    package let subject: GGUFSubject
    /// What is wrong with it.
    package let problem: Problem

    /// Makes a fault from its parts.
    package init(offset: Int, subject: GGUFSubject, problem: Problem) {
        self.offset = offset
        self.subject = subject
        self.problem = problem
    }

    /// The ways in which the bytes can be wrong.
    package enum Problem: Sendable, Hashable {
        /// The file doesn't start with the four bytes `GGUF`.
        case badMagic
        /// A version other than 2 and 3.
        case unsupportedVersion(UInt32)
        /// The numbers are in big-endian order.
        case bigEndian
        /// The file ends before the field does.
        case truncated(needed: UInt64, left: Int)
        /// A count that the rest of the file is too short for.
        case countTooLarge(UInt64, left: Int)
        /// The header is longer than the reader takes.
        case headerTooLong(limit: Int)
        /// A string that has to be UTF-8 and isn't.
        case notUTF8
        /// The same key or tensor name a second time.
        case duplicate
        /// A type number that the format doesn't define.
        case unknownValueType(UInt32)
        /// An array type that the reader doesn't take: arrays of arrays and of 64-bit floats.
        case unsupportedArray(of: UInt32)
        /// A truth value other than 0 and 1.
        case badBool(UInt8)
        /// An array element beyond the range of signed 64-bit integers.
        case integerTooLarge(UInt64)
        /// An alignment that isn't a power of two from 8 on.
        case badAlignment(MetadataValue)
        /// A storage type that the reader doesn't know.
        case unknownTensorType(UInt32)
        /// A number of dimensions outside 1 to 4.
        case badDimensionCount(UInt32)
        /// A dimension of zero, or a size beyond what an address can count.
        case badDimensions([UInt64])
        /// Rows that aren't whole blocks of the storage type.
        case partialBlock(rowLength: Int, blockLength: Int)
        /// Data that doesn't start at a multiple of the alignment.
        case misaligned(UInt64, alignment: Int)
        /// Data that doesn't lie inside the file.
        case outsideFile(offset: UInt64, byteCount: Int, dataSize: Int)
        /// Data that shares bytes with another tensor's.
        case overlap(with: String)
    }
}
