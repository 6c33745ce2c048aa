package import Foundation

/// Places in the checkout and beside it.
package enum Checkout {
    /// The folder of the package.
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder with shared test data beside the checkout, when it is there; `TRELLIS_SHARED` names another place.
    package static var shared: URL? {
        let url =
            ProcessInfo.processInfo.environment["TRELLIS_SHARED"].map { URL(fileURLWithPath: $0) }
            ?? root.deletingLastPathComponent().appendingPathComponent("shared")
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
