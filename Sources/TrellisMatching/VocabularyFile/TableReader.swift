import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads tables of numbers that `TableWriter` wrote, each straight into the memory it stays in.
///
/// Not a memory map: what is read stays as it is when somebody shortens or changes the file. No table is larger than the file.
struct TableReader: ~Copyable {
    private let path: String
    private let descriptor: Int32
    /// The bytes that are left.
    private var left = 0
    private var expected: UInt64 = 0
    private var checksum = TableChecksum()

    /// Opens a file and reads its header.
    init(_ url: URL) throws(VocabularyFileError) {
        path = url.path
        // Without O_NONBLOCK, opening a named pipe would wait for a writer.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.systemReason) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: Self.systemReason) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "not a regular file") }
        left = Int(status.st_size)
        guard left >= 32 else { throw .notAVocabulary(path: path) }
        let header = try read(UInt64.self, count: 4)
        guard header[0] == TableWriter.magic else { throw .notAVocabulary(path: path) }
        guard header[1] == TableWriter.version else { throw .otherVersion(path: path) }
        guard header[2] == UInt64(left) else { throw .wrongLength(path: path) }
        expected = header[3]
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static var systemReason: String { unsafe String(cString: strerror(errno)) }

    /// The error for numbers that cannot have been written.
    var damage: VocabularyFileError { .damaged(path: path) }

    /// Reads the next table.
    mutating func table<Element: FixedWidthInteger & BitwiseCopyable>(
        of type: Element.Type
    ) throws(VocabularyFileError) -> [Element] {
        guard let count = Int(exactly: try read(UInt64.self, count: 1)[0]) else { throw damage }
        let table = try read(type, count: count)
        checksum.add(table)
        return table
    }

    /// Checks that all was read, and that it is what was written.
    func finish() throws(VocabularyFileError) {
        guard left == 0, checksum.value == expected else { throw damage }
    }

    private mutating func read<Element: FixedWidthInteger & BitwiseCopyable>(
        _ type: Element.Type, count: Int
    ) throws(VocabularyFileError) -> [Element] {
        let size = MemoryLayout<Element>.size
        guard count <= left / size else { throw damage }
        left -= count * size
        var failure: String?
        var isShort = false
        let table = unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Invariant: exactly the bytes that were read are said to be initialised; any bits are a number.
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            var done = 0
            while done < count * size {
                let rest = unsafe bytes.baseAddress.map { unsafe $0 + done }
                let result = unsafe readBytes(descriptor, rest, count * size - done)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else {
                    if result < 0 { failure = Self.systemReason } else { isShort = true }
                    break
                }
                done += result
            }
            initialized = done / size
        }
        if let failure { throw .unreadable(path: path, reason: failure) }
        if isShort { throw .wrongLength(path: path) }
        return table
    }
}

/// The system's call, which a method of the same name would hide.
private func readBytes(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, target, count)
}
