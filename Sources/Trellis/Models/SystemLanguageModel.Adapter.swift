public import Foundation
import TrellisModelFiles

extension SystemLanguageModel {
    /// A low-rank adapter: what training for a task adds to the weights of a model.
    ///
    /// A GGUF file of the type `adapter`, or a folder as PEFT writes it. Adapters with a name lie in the folder `adapters` of the model
    /// store. Whether an adapter fits the model shows when it's compiled or a session uses it; the weights of the model are shared with
    /// sessions that have no adapter or another.
    public struct Adapter: Sendable {
        let url: URL
        private let texts: [String: String]

        /// Opens an adapter.
        ///
        /// - Parameter fileURL: The file or folder.
        /// - Throws: `AssetError.invalidAsset` for what is no adapter.
        public init(fileURL: URL) throws {
            url = fileURL
            do {
                texts = try AdapterFile(url: fileURL).texts
            } catch {
                throw AssetError.invalidAsset(.init(debugDescription: "\(error)"))
            }
        }

        /// Opens an adapter of the store.
        ///
        /// - Parameter name: The name: that of its file without the extension, or of its folder.
        /// - Throws: `AssetError.invalidAdapterName` for a name that is none, `AssetError.compatibleAdapterNotFound` when the store has
        ///   no adapter of the name for the default model, `AssetError.invalidAsset` when what it has is broken.
        public init(name: String) throws {
            guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
                throw AssetError.invalidAdapterName(.init(debugDescription: "“\(name)” is no name of an adapter"))
            }
            guard let identifier = Self.compatibleAdapterIdentifiers(name: name).last,
                let url = Self.place(of: identifier)
            else {
                throw AssetError.compatibleAdapterNotFound(
                    .init(debugDescription: "the store has no adapter “\(name)” for the default model"))
            }
            try self.init(fileURL: url)
        }

        /// The adapters of a name that are for the family of the default model: the name itself and versions of it, which have a
        /// hyphen and more after it, in the order of their names.
        public static func compatibleAdapterIdentifiers(name: String) -> [String] {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let identifiers = Set(files.map { $0.hasSuffix(".gguf") ? String($0.dropLast(5)) : $0 })
            let family = ModelFile(.environment).head?.family
            return identifiers.sorted().filter { identifier in
                guard identifier == name || identifier.hasPrefix(name + "-"), let url = place(of: identifier),
                    let file = try? AdapterFile(url: url)
                else { return false }
                return file.architecture == nil || file.architecture == family
            }
        }

        /// What the makers of the adapter say about it: the texts of its metadata.
        public var creatorDefinedMetadata: [String: Any] { texts }

        /// Loads the default model with the adapter, so that the first session that uses it begins sooner.
        ///
        /// - Throws: `AssetError.invalidAsset` when the adapter does not fit the model, `Error.assetsUnavailable` when there is no model.
        @concurrent public func compile() async throws {
            let model = ModelFile(.environment)
            _ = try await model.load()
            do {
                _ = try await ModelFile(.environment, adapter: url).load()
            } catch let error as SystemLanguageModel.Error {
                throw AssetError.invalidAsset(.init(debugDescription: error.debugDescription))
            }
        }

        private static var folder: URL { ModelStore.standard.folder.appendingPathComponent("adapters") }

        private static func place(of identifier: String) -> URL? {
            let folder = folder.appendingPathComponent(identifier)
            return [folder.appendingPathExtension("gguf"), folder].first {
                FileManager.default.fileExists(atPath: $0.path)
            }
        }
    }

    /// Makes the default model with an adapter.
    ///
    /// - Parameters:
    ///   - adapter: What is added to its weights. That it doesn't fit shows when a session uses the model.
    ///   - guardrails: What is checked of prompts and answers; nothing unless a rule is given.
    public convenience init(adapter: Adapter, guardrails: Guardrails = .default) {
        self.init(ModelFile(.environment, adapter: adapter.url), guardrails: guardrails)
    }
}

extension SystemLanguageModel.Adapter {
    /// What can be wrong with an adapter.
    public enum AssetError: Swift.Error, Sendable, LocalizedError {
        /// It's no adapter, or none of the model.
        case invalidAsset(Context)
        /// The name is none that an adapter can have.
        case invalidAdapterName(Context)
        /// The store has no adapter of the name for the model.
        case compatibleAdapterNotFound(Context)

        /// What is known about an error.
        public struct Context: Sendable {
            /// What happened, in one line.
            public let debugDescription: String

            /// Describes an error.
            ///
            /// - Parameter debugDescription: What happened, in one line.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// What happened, in one line.
        public var errorDescription: String? {
            switch self {
            case .invalidAsset(let context), .invalidAdapterName(let context), .compatibleAdapterNotFound(let context):
                context.debugDescription
            }
        }
    }
}
