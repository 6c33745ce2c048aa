package import Foundation
import TrellisModelFiles
package import TrellisTokenization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What can be wrong with a file of a prefix.
package enum PrefixProblem: Sendable, Hashable {
    /// The system doesn't let it be read or written.
    case inaccessible(String)
    /// It has another format, or was made by another version.
    case notAPrefix
    /// It belongs to another model, or to the model under another adapter.
    case otherModel
    /// It keeps keys and values in another precision than the context.
    case otherPrecision
    /// It has more tokens than the context has room for.
    case tooLong(tokens: Int, capacity: Int)
    /// It is too short or too long for what it says it holds, or bytes of it have changed.
    case damaged
}

/// A prefix on disk: magic, fingerprint of the model, precision and number of tokens; the tokens; for each layer and key head
/// the keys, then the values; a fingerprint of all of it. Numbers are little-endian.
extension InferenceContext {
    private static var magic: UInt64 { 0x3158_4650_5358_4c54 }  // "TLXSPFX1"
    private static var headSize: Int { 24 }

    /// Writes the tokens that the context holds and their keys and values to a file.
    ///
    /// The file appears when it is complete, in the place of one of that name.
    ///
    /// - Parameters:
    ///   - tokens: the tokens that have been run in the context.
    ///   - url: the file.
    package func savePrefix(_ tokens: [TokenID], to url: URL) throws(InferenceError) {
        guard tokens.count == count else { throw .wrongTokenCount(given: tokens.count, held: count) }
        let scratch = url.appendingPathExtension(UUID().uuidString)
        do {
            try Data().write(to: scratch, options: .withoutOverwriting)
            let file = try FileHandle(forWritingTo: scratch)
            var checksum = Fingerprint()
            func write(_ bytes: UnsafeRawBufferPointer) throws {
                unsafe checksum.add(bytes)
                try file.write(contentsOf: unsafe Data(bytes))
            }
            let words = [Self.magic, fingerprint, UInt64(cache.precision.code) | UInt64(count) << 32]
            try unsafe words.map(\.littleEndian).withUnsafeBytes { try unsafe write($0) }
            try unsafe tokens.map(\.rawValue.littleEndian).withUnsafeBytes { try unsafe write($0) }
            try cache.forEachPart(positions: count) {
                try unsafe write(UnsafeRawBufferPointer(start: $0.base, count: $0.count))
            }
            try unsafe withUnsafeBytes(of: checksum.value.littleEndian) { try unsafe file.write(contentsOf: Data($0)) }
            try file.close()
            guard unsafe rename(scratch.path, url.path) == 0 else {
                throw CocoaError(
                    .fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: unsafe String(cString: strerror(errno))])
            }
        } catch {
            try? FileManager.default.removeItem(at: scratch)
            throw .badPrefix(file: url.path, problem: .inaccessible(error.localizedDescription))
        }
    }

    /// Fills the context with a prefix from a file; what it held is gone, and no logits are valid before the next run.
    ///
    /// - Returns: the tokens of the prefix. After an error the context is as it was.
    package func loadPrefix(from url: URL) throws(InferenceError) -> [TokenID] {
        let map: MappedFile
        do {
            map = try MappedFile(url: url)
        } catch {
            throw .badPrefix(file: url.path, problem: .inaccessible(String(describing: error)))
        }
        defer { withExtendedLifetime(map) {} }
        let bytes = unsafe map.bytes
        let count: Int
        switch unsafe check(bytes) {
        case .success(let tokens): count = tokens
        case .failure(let fault): throw .badPrefix(file: url.path, problem: fault.problem)
        }
        var place = Self.headSize + 4 * count
        cache.forEachPart(positions: count) { part in
            let source = unsafe UnsafeRawBufferPointer(rebasing: bytes[place..<place + part.count])
            unsafe UnsafeMutableRawBufferPointer(start: part.base, count: part.count).copyMemory(from: source)
            place += part.count
        }
        truncate(to: 0)
        advance(by: count)
        return (0..<count).map { index in
            TokenID(
                rawValue: UInt32(
                    littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: Self.headSize + 4 * index, as: UInt32.self)
                ))
        }
    }

    /// A problem as an error.
    private struct Fault: Error {
        let problem: PrefixProblem
        init(_ problem: PrefixProblem) { self.problem = problem }
    }

    /// Checks the bytes of a file, and gives the number of tokens in it.
    private func check(_ bytes: UnsafeRawBufferPointer) -> Result<Int, Fault> {
        func word(_ index: Int) -> UInt64 {
            UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        }
        guard bytes.count >= Self.headSize + 8, word(0) == Self.magic else {
            return .failure(Fault(.notAPrefix))
        }
        guard word(1) == fingerprint else { return .failure(Fault(.otherModel)) }
        guard word(2) & 0xffff_ffff == UInt64(cache.precision.code) else { return .failure(Fault(.otherPrecision)) }
        let count = Int(word(2) >> 32)
        guard count <= capacity else { return .failure(Fault(.tooLong(tokens: count, capacity: capacity))) }
        // Within the capacity, whose bytes have been allocated: no product overflows.
        let end = Self.headSize + 4 * count + cache.byteCount(positions: count)
        guard bytes.count == end + 8 else { return .failure(Fault(.damaged)) }
        var checksum = Fingerprint()
        var place = 0
        func add(_ length: Int) {
            unsafe checksum.add(UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]))
            place += length
        }
        add(Self.headSize)
        add(4 * count)
        cache.forEachPart(positions: count) { add($0.count) }
        let stored = unsafe bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
        guard checksum.value == UInt64(littleEndian: stored) else { return .failure(Fault(.damaged)) }
        for index in 0..<count {
            let token = unsafe bytes.loadUnaligned(fromByteOffset: Self.headSize + 4 * index, as: UInt32.self)
            guard UInt32(littleEndian: token) < UInt32(weights.embedding.rowCount) else {
                return .failure(Fault(.damaged))
            }
        }
        return .success(count)
    }

    /// What tells this model, and what it is adapted by, from others.
    private var fingerprint: UInt64 {
        var fingerprint = weights.fingerprint()
        if let adapter { fingerprint.add(adapter.fingerprint) }
        return fingerprint.value
    }
}

extension CachePrecision {
    /// The number of a precision in files.
    fileprivate var code: UInt32 {
        switch self {
        case .byte: 8
        case .half: 16
        case .single: 32
        }
    }
}
