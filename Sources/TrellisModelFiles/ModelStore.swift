public import Foundation

/// A folder of model files, each found by the name of the file without its extension.
///
/// The standard store is the folder that the environment variable `TRELLIS_MODELS` names, or else `trellis/models` in the
/// user's cache folder. Files that are put there by hand are found like those that the store has fetched.
public struct ModelStore: Sendable {
    /// The folder; it need not exist before something is fetched.
    public let folder: URL
    /// The models that can be fetched.
    public let catalog: ModelCatalog
    /// Environment variables for pip beyond the present ones, for example another package index.
    package var pipEnvironment: [String: String] = [:]

    /// A model file in the store.
    public struct Entry: Sendable, Hashable {
        /// The name by which it is found.
        public let name: String
        /// Where the file is.
        public let url: URL
        /// The size of the file in bytes.
        public let byteCount: Int
    }

    /// Uses a folder as the store.
    /// - Parameters:
    ///   - folder: the folder, which is made when something is fetched.
    ///   - catalog: the models that can be fetched.
    public init(folder: URL, catalog: ModelCatalog = .standard) {
        self.folder = folder
        self.catalog = catalog
    }

    /// The store of the present user, as the environment says.
    public static var standard: ModelStore {
        ModelStore(folder: standardFolder(environment: ProcessInfo.processInfo.environment))
    }

    /// Finds the folder of the standard store for an environment.
    package static func standardFolder(environment: [String: String]) -> URL {
        if let path = environment["TRELLIS_MODELS"], !path.isEmpty {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let cache: URL
        // The XDG specification has relative paths ignored.
        if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
            cache = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
            cache = (home ?? URL(fileURLWithPath: NSHomeDirectory())).appendingPathComponent(".cache")
        }
        return cache.appendingPathComponent("trellis/models", isDirectory: true)
    }

    /// Lists the model files in the store by name; a folder that doesn't exist has none.
    /// - Throws: an error that names the folder when it can't be read.
    public func list() throws(ModelStoreError) -> [Entry] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw .cannotUseFolder(folder: folder.path, reason: reason(error))
        }
        return names.sorted().compactMap { fileName in
            guard fileName.hasSuffix(Self.fileExtension), !fileName.hasPrefix(".") else { return nil }
            return entry(String(fileName.dropLast(Self.fileExtension.count)))
        }
    }

    /// Finds the file of a model in the store.
    /// - Parameter name: the name of the model.
    /// - Returns: the place of the file, or nothing when the store lacks it.
    public func url(of name: String) -> URL? {
        entry(name)?.url
    }

    /// The size of a model's file in bytes; nil when the store lacks it.
    package func size(of name: String) -> Int? { entry(name)?.byteCount }

    /// Finds a model file by name in the store, or by path anywhere.
    /// - Parameter nameOrPath: a name, or a path, which has a slash in it or ends in `.gguf`.
    /// - Returns: the place of the file; for a path, without a look at whether it is there.
    /// - Throws: an error that says how to fetch the model, or which names there are.
    public func locate(_ nameOrPath: String) throws(ModelStoreError) -> URL {
        if nameOrPath.contains("/") || nameOrPath.hasSuffix(Self.fileExtension) {
            return URL(fileURLWithPath: nameOrPath)
        }
        if let url = url(of: nameOrPath) { return url }
        guard catalog[nameOrPath] != nil else {
            let names = Set(try list().map(\.name)).union(catalog.models.map(\.name))
            throw .unknownModel(name: nameOrPath, known: names.sorted())
        }
        throw .notFetched(name: nameOrPath, folder: folder.path)
    }

    /// What the names of model files end in.
    static let fileExtension = ".gguf"

    /// The place that a model's file has or would have.
    func place(of name: String) -> URL {
        folder.appendingPathComponent(name + Self.fileExtension)
    }

    /// Describes a model file, if it is there.
    private func entry(_ name: String) -> Entry? {
        guard !name.isEmpty, !name.contains("/") else { return nil }
        // Links are followed, so that a store can point to files that lie elsewhere.
        let url = place(of: name)
        let target = url.resolvingSymlinksInPath()
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: target.path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes[.size] as? NSNumber)?.intValue
        else { return nil }
        return Entry(name: name, url: url, byteCount: size)
    }
}
