public import Foundation
public import Observation
import TrellisDecoding
import TrellisModelFiles

/// The language model of this machine: an open-weight model in a file.
///
/// The default model is the file that the environment variable `TRELLIS_MODEL` names (a path, or a name in the model
/// store), and without it the default model of the store. `TRELLIS_DISABLED=1` switches it off. Models are loaded once a
/// process, when they are first used, and shared by all sessions.
public final class SystemLanguageModel: Sendable, Observable {
    /// What a model is used for.
    public struct UseCase: Sendable, Equatable {
        /// What the instructions of every session begin with.
        let instructions: String?

        /// Anything.
        public static let general = UseCase(instructions: nil)
        /// Finding tags: topics, actions, objects and emotions in a text. Tells the model so in the instructions.
        public static let contentTagging = UseCase(
            instructions: "Find the topics, actions, objects and emotions in the text and name each with a short tag.")
    }

    /// What a model refuses beyond its own training: nothing, since an open model has no hidden guardrails.
    public struct Guardrails: Sendable, Equatable {
        private enum Kind { case standard, permissiveContentTransformations }
        private let kind: Kind

        /// No check of prompts and answers.
        public static let `default` = Guardrails(kind: .standard)
        /// No check of prompts and answers either.
        public static let permissiveContentTransformations = Guardrails(kind: .permissiveContentTransformations)
    }

    /// Where the file of the model is looked up.
    enum Location: Sendable {
        /// As the environment says, each time anew.
        case environment
        /// At this place.
        case file(URL)
    }

    /// The context of a session when the model allows for more.
    static let standardContextSize = 4096

    /// The default model.
    public static let `default` = SystemLanguageModel()

    let useCase: UseCase
    let location: Location

    /// Makes the default model for a use.
    ///
    /// - Parameters:
    ///   - useCase: What the model is used for.
    ///   - guardrails: Accepted for source compatibility; all of them check nothing.
    public init(useCase: UseCase = .general, guardrails: Guardrails = .default) {
        self.useCase = useCase
        location = .environment
    }

    /// Makes a model of a file of your own.
    ///
    /// - Parameters:
    ///   - url: A GGUF file. That it is missing or not a model shows in `availability` and when a session uses it.
    ///   - useCase: What the model is used for.
    public init(contentsOf url: URL, useCase: UseCase = .general) {
        self.useCase = useCase
        location = .file(url)
    }

    /// The place of the model's file.
    ///
    /// - Throws: `ModelStoreError` when the store does not have the model.
    var url: URL {
        get throws {
            switch location {
            case .file(let url): return url
            case .environment:
                let named = ProcessInfo.processInfo.environment["TRELLIS_MODEL"] ?? ""
                return try ModelStore.standard.locate(named.isEmpty ? ModelCatalog.defaultModel.name : named)
            }
        }
    }

    /// The model, loaded.
    ///
    /// - Throws: `Error.assetsUnavailable` with the reason when there is none.
    func load() async throws -> LoadedModel {
        do {
            if case .unavailable(let reason) = availability, reason != .modelNotReady {
                throw Error.assetsUnavailable(.init(debugDescription: reason.sentence))
            }
            return try await ModelShelf.shared.model(at: try url, contextLength: Self.standardContextSize)
        } catch let error as Error {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw Error.assetsUnavailable(.init(debugDescription: "\(error)"))
        }
    }
}
