/// A position in the bytes of a GGUF header that moves forward over checked little-endian values.
///
/// Invariant: `0 <= offset <= bytes.count`. Every read first checks that enough bytes remain, so no read can leave the
/// buffer; the buffer has to outlive the cursor, which is why a cursor never leaves the reader that makes it.
@safe
struct GGUFCursor {
    /// The bytes to read.
    private let bytes: UnsafeRawBufferPointer
    /// The number of bytes read so far.
    private(set) var offset = 0
    /// What is being read, for messages.
    var subject = GGUFSubject.header

    /// Starts at the first of some bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = bytes
    }

    /// The number of bytes left.
    var remaining: Int { unsafe bytes.count - offset }

    /// Reads an integer of any width.
    mutating func read<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(GGUFFault) -> Value {
        let width = MemoryLayout<Value>.size
        guard width <= remaining else { throw fault(.truncated(needed: UInt64(width), left: remaining)) }
        let value = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
        offset += width
        return Value(littleEndian: value)
    }

    /// Reads a count of things that take at least some bytes each in the file, so that it can't promise too much.
    mutating func readCount(ofAtLeast bytesEach: Int) throws(GGUFFault) -> Int {
        let place = offset
        let count: UInt64 = try read()
        guard let exact = Int(exactly: count), exact <= remaining / bytesEach else {
            throw GGUFFault(offset: place, subject: subject, problem: .countTooLarge(count, left: remaining))
        }
        return exact
    }

    /// Reads a string: its length in eight bytes, then its bytes.
    mutating func readBytes() throws(GGUFFault) -> [UInt8] {
        let place = offset
        let length: UInt64 = try read()
        guard let count = Int(exactly: length), count <= remaining else {
            throw GGUFFault(offset: place, subject: subject, problem: .truncated(needed: length, left: remaining))
        }
        defer { offset += count }
        return unsafe [UInt8](bytes[offset..<offset + count])
    }

    /// Reads a string that has to be UTF-8.
    mutating func readString() throws(GGUFFault) -> String {
        let place = offset
        guard let string = String(validating: try readBytes(), as: UTF8.self) else {
            throw GGUFFault(offset: place, subject: subject, problem: .notUTF8)
        }
        return string
    }

    /// Makes a fault at the present place.
    func fault(_ problem: GGUFFault.Problem) -> GGUFFault {
        GGUFFault(offset: offset, subject: subject, problem: problem)
    }
}
