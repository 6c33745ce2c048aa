/// A checksum of tables: four lanes of multiplications, so that ten megabytes take about a millisecond.
///
/// Each step maps the state of a lane one to one, and different words to different states, so that a single word that has
/// changed always changes the result. It finds damage; it does not prove who wrote a file.
package struct TableChecksum {
    private var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
    private var length: UInt64 = 0
    private static let blockSize = 32

    /// Starts a checksum of nothing.
    package init() {}

    /// Takes the bytes of a table.
    package mutating func add<Element: BitwiseCopyable>(_ table: [Element]) {
        unsafe table.withUnsafeBytes { bytes in
            let end = bytes.count / Self.blockSize * Self.blockSize
            for offset in stride(from: 0, to: end, by: Self.blockSize) { unsafe add(bytes, at: offset) }
            length += UInt64(bytes.count)
            guard end < bytes.count else { return }
            // The rest as a block of its own, filled up with zeros; the length tells it from one that ends in them.
            var rest = [UInt8](repeating: 0, count: Self.blockSize)
            for offset in end..<bytes.count { unsafe rest[offset - end] = bytes[offset] }
            unsafe rest.withUnsafeBytes { unsafe add($0, at: 0) }
        }
    }

    /// The checksum of all tables so far.
    package var value: UInt64 { [lanes.1, lanes.2, lanes.3, length].reduce(lanes.0) { Self.mixed($0, $1) } }

    private static func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let product = (lane ^ word) &* 0xD1B5_4A32_D192_ED03
        return product ^ product >> 32
    }

    /// Takes a block. Invariant: it lies within the bytes.
    private mutating func add(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        lanes.0 = unsafe Self.mixed(lanes.0, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        lanes.1 = unsafe Self.mixed(lanes.1, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
        lanes.2 = unsafe Self.mixed(lanes.2, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
        lanes.3 = unsafe Self.mixed(lanes.3, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
    }
}
