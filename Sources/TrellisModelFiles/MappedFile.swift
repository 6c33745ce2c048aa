package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A regular file mapped into memory for reading, unmapped when the last reference goes.
///
/// Invariant: `start` and `count` describe one live mapping from the end of `init` to `deinit`, or nothing at all for an
/// empty file, and nobody writes through it. That makes sharing between threads safe, and it makes every access inside
/// `0..<count` safe as long as nobody shortens the file meanwhile, which no reader of a mapped file can prevent.
@safe
package final class MappedFile: @unchecked Sendable {
    /// The first byte of the mapping.
    private let start: UnsafeRawPointer?
    /// The number of mapped bytes: the size of the file.
    package let count: Int

    /// Maps the whole of a file.
    package init(url: URL) throws(ModelFileError) {
        let path = url.path
        // Without O_NONBLOCK, opening a named pipe would wait for a writer.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .cannotOpen(file: path, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .cannotOpen(file: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile(file: path) }
        guard let size = Int(exactly: status.st_size) else { throw .cannotOpen(file: path, code: EFBIG) }
        count = size
        guard size > 0 else {
            unsafe start = nil
            return
        }
        let mapping = unsafe mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
            throw .cannotOpen(file: path, code: errno)
        }
        unsafe start = UnsafeRawPointer(mapping)
    }

    deinit {
        if let start = unsafe start {
            unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
        }
    }

    /// All bytes of the file; valid while this object lives.
    package var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }
}
