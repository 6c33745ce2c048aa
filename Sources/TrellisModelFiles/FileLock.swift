#if os(Linux) || os(macOS)
    import Foundation

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    /// A lock on a folder between processes; the system takes it from a process that dies.
    final class FileLock: Sendable {
        private let descriptor: Int32

        /// Opens the lock file of a folder, and makes it when it isn't there.
        init(folder: URL) throws(ModelStoreError) {
            descriptor = unsafe open(folder.appendingPathComponent(".lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else {
                throw .cannotUseFolder(folder: folder.path, reason: unsafe String(cString: strerror(errno)))
            }
        }

        deinit {
            close(descriptor)
        }

        /// Takes the lock if nobody has it.
        func tryToAcquire() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

        /// Gives the lock back.
        func release() { _ = flock(descriptor, LOCK_UN) }
    }
#endif
