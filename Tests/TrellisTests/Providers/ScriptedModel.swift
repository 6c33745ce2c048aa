import Synchronization
import Trellis

/// A model whose generations are written by the test, one closure after the other, and which keeps what it was asked.
struct ScriptedModel: LanguageModel {
    typealias Generation =
        @Sendable (LanguageModelExecutorGenerationRequest, LanguageModelExecutorGenerationChannel) async throws -> Void

    /// What the generations do, and what they were asked.
    final class Script: Sendable, Hashable {
        struct State {
            var rest: [Generation]
            var requests: [LanguageModelExecutorGenerationRequest] = []
            var executors = 0
            var prewarmed: [Transcript] = []
        }

        let state: Mutex<State>

        init(_ generations: [Generation]) { state = Mutex(State(rest: generations)) }

        var requests: [LanguageModelExecutorGenerationRequest] { state.withLock { $0.requests } }

        static func == (left: Script, right: Script) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    let script: Script
    var capabilities = LanguageModelCapabilities([.guidedGeneration, .toolCalling, .reasoning])

    init(_ generations: Generation...) { script = Script(generations) }

    var executorConfiguration: Script { script }

    struct Executor: LanguageModelExecutor {
        struct OutOfScript: Error {}

        let configuration: Script

        init(configuration: Script) {
            self.configuration = configuration
            configuration.state.withLock { $0.executors += 1 }
        }

        func prewarm(model: ScriptedModel, transcript: Transcript) {
            configuration.state.withLock { $0.prewarmed.append(transcript) }
        }

        nonisolated(nonsending) func respond(
            to request: LanguageModelExecutorGenerationRequest, model: ScriptedModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            let next = configuration.state.withLock { state -> Generation? in
                state.requests.append(request)
                return state.rest.isEmpty ? nil : state.rest.removeFirst()
            }
            guard let next else { throw OutOfScript() }
            try await next(request, channel)
        }
    }
}

extension ScriptedModel {
    /// A generation that answers with text, in pieces.
    static func says(_ pieces: String...) -> Generation {
        { _, channel in
            for piece in pieces { await channel.send(.response(action: .appendText(piece, tokenCount: 1))) }
        }
    }

    /// A generation that calls tools, with the JSON text of the arguments.
    static func calls(_ calls: (name: String, arguments: String)...) -> Generation {
        { _, channel in
            for (index, call) in calls.enumerated() {
                // In two halves, as servers send them.
                let half = call.arguments.index(call.arguments.startIndex, offsetBy: call.arguments.count / 2)
                for piece in [call.arguments[..<half], call.arguments[half...]] {
                    await channel.send(
                        .toolCalls(
                            action: .toolCall(
                                id: "\(call.name) \(index)", name: call.name,
                                action: .appendArguments(String(piece), tokenCount: 1))))
                }
            }
        }
    }

    /// A generation that fails.
    static func fails(_ error: any Error) -> Generation { { _, _ in throw error } }
}
