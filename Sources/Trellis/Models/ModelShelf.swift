import Foundation
import Synchronization
import TrellisDecoding
import TrellisModelFiles

/// The models that this process has loaded, each once however many sessions use it.
final class ModelShelf: Sendable {
    /// The models of the process.
    static let shared = ModelShelf()

    private struct Key: Hashable {
        let path: String
        let contextLength: Int
        let adapter: String?
    }

    private let models = Mutex<[Key: Task<LoadedModel, any Error>]>([:])

    /// The model of a file, loaded when it has not been yet.
    ///
    /// Takes as long as loading does for the first caller and those that come meanwhile; nothing afterwards. A model that fails to
    /// load is tried again by the next caller. Under an adapter a model shares everything with the model as it is.
    func model(at url: URL, contextLength: Int, adapter: URL? = nil) async throws -> LoadedModel {
        let path = url.standardizedFileURL.path
        let base = try await model(for: Key(path: path, contextLength: contextLength, adapter: nil)) {
            try LoadedModel(url: url, contextLength: contextLength)
        }
        guard let adapter else { return base }
        let key = Key(path: path, contextLength: contextLength, adapter: adapter.standardizedFileURL.path)
        return try await model(for: key) { try LoadedModel(base, adapter: adapter) }
    }

    private func model(
        for key: Key, load: @escaping @Sendable () throws -> LoadedModel
    ) async throws -> LoadedModel {
        let task = models.withLock { models in
            if let task = models[key] { return task }
            let task = Task.detached { () async throws -> LoadedModel in
                try await onOwnThread { _ in try load() }
            }
            models[key] = task
            return task
        }
        do {
            return try await task.value
        } catch {
            models.withLock { models in
                if models[key] == task { models[key] = nil }
            }
            throw error
        }
    }

    /// What the head of a model file says that is asked for before the model is loaded.
    struct Head: Sendable {
        /// The family of the model.
        let family: String
        /// The languages that the model is made for, as BCP 47 codes.
        let languages: [String]
        /// The number of tokens that the model can hold; nil when the file doesn't say.
        let contextLength: Int?
        /// Whether the model thinks before it answers, as its chat template has it.
        let thinks: Bool
    }

    private let heads = Mutex<[String: Head]>([:])

    /// The head of a file, read once; nil when it is not a model file.
    func head(of url: URL) -> Head? {
        let path = url.standardizedFileURL.path
        if let head = heads.withLock({ $0[path] }) { return head }
        guard let file = try? GGUFFile(url: url) else { return nil }
        let codes = (try? file.strings(ifPresent: "general.languages")) ?? []
        let family = (try? file.string("general.architecture")) ?? ""
        let length = try? file.integer("\(family).context_length")
        let head = Head(
            family: family, languages: codes.map { String(decoding: $0, as: UTF8.self) },
            contextLength: length.flatMap { $0 > 0 ? $0 : nil },
            thinks: ReplyFormat.thinks(template: (try? file.string(ifPresent: "tokenizer.chat_template")) ?? ""))
        heads.withLock { $0[path] = head }
        return head
    }
}
