/// A model that the store knows where to fetch.
public struct CatalogModel: Sendable, Hashable {
    /// The name by which it is asked for, for example `smollm2-135m`.
    public let name: String
    /// What it is, in a few words.
    public let summary: String
    /// The name of its license.
    public let license: String
    /// What a person has to know about the license before using the model, if anything; may have several lines.
    public let terms: String?
    /// The size of the model file in bytes.
    public let byteCount: Int
    /// The SHA-256 digest of the model file, in lower-case hexadecimal.
    public let sha256: String
    /// Where the bytes of the file come from, in their order.
    package let parts: [Part]

    /// A file inside a Python package, as the package index has it.
    package struct Part: Sendable, Hashable {
        /// The name of the package.
        package let package: String
        /// Its version.
        package let version: String
        /// The path of the file inside the package's archive.
        package let entry: String
        /// The size of the package's archive in bytes, for showing progress.
        package let downloadSize: Int

        /// Describes a file inside a package.
        package init(package: String, version: String, entry: String, downloadSize: Int) {
            self.package = package
            self.version = version
            self.entry = entry
            self.downloadSize = downloadSize
        }
    }

    /// Describes a model.
    package init(
        name: String, summary: String, license: String, terms: String?, byteCount: Int, sha256: String, parts: [Part]
    ) {
        self.name = name
        self.summary = summary
        self.license = license
        self.terms = terms
        self.byteCount = byteCount
        self.sha256 = sha256
        self.parts = parts
    }
}
