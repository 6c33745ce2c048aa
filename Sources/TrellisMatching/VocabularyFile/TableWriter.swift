import Foundation

/// Writes tables of numbers one after the other, as `TableReader` reads them.
struct TableWriter {
    /// What a file begins with; in another order of bytes it is another number.
    static let magic: UInt64 = 0x6261_636F_7654_7254
    /// The version of the format: a new one for every change of what is written, or of what it means.
    static let version: UInt64 = 1

    private var bytes: [UInt8] = []
    private var checksum = TableChecksum()

    /// Adds a table: the number of its elements, then the elements.
    mutating func add<Element: FixedWidthInteger & BitwiseCopyable>(_ table: [Element]) {
        append([UInt64(table.count)])
        append(table)
        checksum.add(table)
    }

    private mutating func append<Element: BitwiseCopyable>(_ table: [Element]) {
        // Safe: the bytes are copied inside the closure.
        unsafe table.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    }

    /// Writes the file: a header of magic number, version, length of what follows and its checksum, then the tables.
    ///
    /// A file that is there is replaced as a whole, so that nobody reads one that is half written.
    func write(to url: URL) throws(VocabularyFileError) {
        var file = TableWriter()
        file.append([Self.magic, Self.version, UInt64(bytes.count), checksum.value])
        do {
            try Data(file.bytes + bytes).write(to: url, options: .atomic)
        } catch {
            throw .unwritable(path: url.path, reason: error.localizedDescription)
        }
    }
}
