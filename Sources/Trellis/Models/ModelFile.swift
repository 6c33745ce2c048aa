import Foundation
import TrellisDecoding
import TrellisModelFiles

/// A model file and how it is used: what the models that run in this process are made of.
struct ModelFile: Hashable, Sendable {
    /// Where the file is looked up.
    enum Location: Hashable, Sendable {
        /// As the environment says, each time anew.
        case environment
        /// At this place.
        case file(URL)
    }

    /// The context of a session when the model allows for more and nothing else is said.
    static let standardContextSize = 4096

    let location: Location
    /// The wish for a number of tokens in the context.
    let wantedContextSize: Int
    /// A low-rank adapter that is added to the weights.
    let adapter: URL?

    init(_ location: Location, contextSize: Int = Self.standardContextSize, adapter: URL? = nil) {
        self.location = location
        wantedContextSize = contextSize
        self.adapter = adapter
    }

    /// The place of the file.
    ///
    /// - Throws: `ModelStoreError` when the store does not have the model.
    var url: URL {
        get throws {
            switch location {
            case .file(let url): return url
            case .environment:
                let named = ProcessInfo.processInfo.environment["TRELLIS_MODEL"] ?? ""
                let store = ModelStore.standard
                return try store.locate(named.isEmpty ? SystemModelChoice.name(in: store) : named)
            }
        }
    }

    /// What the head of the file says; nil when there is no model. Reads the file, once.
    var head: ModelShelf.Head? {
        guard let url = try? url else { return nil }
        return ModelShelf.shared.head(of: url)
    }

    /// The number of tokens that a session holds.
    var contextSize: Int { min(head?.contextLength ?? wantedContextSize, wantedContextSize) }

    /// The languages that the file says the model is made for.
    var languages: Set<Locale.Language> { Set((head?.languages ?? []).map { Locale.Language(identifier: $0) }) }

    /// What can be asked of the model.
    var capabilities: LanguageModelCapabilities {
        let always: [LanguageModelCapabilities.Capability] = [.guidedGeneration, .toolCalling]
        return LanguageModelCapabilities(head?.thinks == true ? always + [.reasoning] : always)
    }

    /// Whether the model can be used now. Looks at the file system; loads nothing.
    var availability: SystemLanguageModel.Availability {
        if ProcessInfo.processInfo.environment["TRELLIS_DISABLED"] == "1" {
            return .unavailable(.appleIntelligenceNotEnabled)
        }
        guard let path = try? url.resolvingSymlinksInPath().path,
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular
        else { return .unavailable(.modelNotReady) }
        let size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        return MachineRequirements.current.canRun(fileSize: size) ? .available : .unavailable(.deviceNotEligible)
    }

    /// The model, loaded.
    ///
    /// - Throws: `SystemLanguageModel.Error.assetsUnavailable` with the reason when there is none.
    func load() async throws -> LoadedModel {
        do {
            if case .unavailable(let reason) = availability, reason != .modelNotReady {
                throw SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: reason.sentence))
            }
            return try await ModelShelf.shared.model(
                at: try url, contextLength: wantedContextSize, adapter: adapter)
        } catch let error as SystemLanguageModel.Error {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "\(error)"))
        }
    }
}
