package import Foundation

/// Makes an empty folder, lends it and removes it with all that is in it.
package func withTemporaryFolder<R>(_ body: (URL) throws -> R) throws -> R {
    let folder = try makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}

/// Makes an empty folder, lends it across suspensions and removes it with all that is in it.
package func withTemporaryFolder<R>(_ body: (URL) async throws -> R) async throws -> R {
    let folder = try makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Makes an empty folder.
private func makeTemporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trellis-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}
